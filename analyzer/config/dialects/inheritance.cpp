#include "config/dialects/inheritance.h"

#include <algorithm>

#include "config/dialects/lost_assignments.h"
#include "config/merge.h"
#include "config/plain_yaml.h"

namespace vramlint::config {

namespace {

constexpr size_t kMaxChain = 40;

size_t hash_of(const Source& source) { return std::hash<std::string_view>()(source.text()); }

void add_parts(LoadedFile& file, const std::vector<LoadedFile::Part>& parts) {
  for (const LoadedFile::Part& part : parts) {
    bool known = std::any_of(file.parts.begin(), file.parts.end(),
                             [&](const LoadedFile::Part& other) { return other.source == part.source; });
    if (!known) file.parts.push_back(part);
  }
}

template <typename T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

bool is_python(const Source& source) { return source.path().ends_with(".py"); }

bool has_config_extension(std::string_view path) {
  return path.ends_with(".py") || path.ends_with(".json") || path.ends_with(".yaml") || path.ends_with(".yml");
}

}  // namespace

std::vector<Overridden> Inheritance::overridden_by(const Node& child, const Node& bases) {
  std::vector<Overridden> found;
  for (const Entry& entry : child.mapping()->entries) {
    const Node* before = bases.find(entry.key);
    if (!before || before->mapping() || entry.value.mapping() || !before->span || !entry.value.span) continue;
    if (to_json(*before) != to_json(entry.value))
      found.push_back({entry.key, entry.key_span, entry.value.span, before->span});
  }
  return found;
}

void Inheritance::add_base_notes(LoadedFile& file, const LoadedFile& base) {
  add_parts(file, base.parts);
  append(file.unknowns, base.unknowns);
  append(file.assumptions, base.assumptions);
  append(file.findings, base.findings);
  file.imported.insert(base.imported.begin(), base.imported.end());
}

Inheritance::Inheritance(LoadContext& context) : context_(context) {}
Inheritance::~Inheritance() = default;

Evaluation& Inheritance::evaluation(bool of_own_text) {
  std::unique_ptr<Evaluation>& wanted = of_own_text ? rewriting_ : plain_;
  if (!wanted) wanted = std::make_unique<Evaluation>(context_, of_own_text ? own_parsed_ : context_.parsed);
  return *wanted;
}

bool Inheritance::fail(std::string rule, Span span, Words message, Span related, Words related_message) {
  failure_.finding = {
      .rule = std::move(rule), .severity = Severity::error, .message = std::move(message), .span = span};
  if (related) failure_.finding.related.push_back({related, std::move(related_message)});
  failure_.chain.clear();
  return false;
}

// ---------------------------------------------------------------- one file, and the cache of all

Inheritance::Loaded Inheritance::load(const Source& source) { return load(source, Mode::any); }

Inheritance::Loaded Inheritance::find_cached(const std::string& key) {
  BaseCache& cache = context_.base_cache ? *context_.base_cache : own_cache_;
  Loaded found;
  {
    std::lock_guard lock(cache.mutex);
    if (auto it = cache.files.find(key); it != cache.files.end()) found = it->second;
  }
  if (!found) return nullptr;
  for (const LoadedFile::Part& part : found->parts) {
    const Source* now = context_.files.read(part.source->path()).source;
    if (now != part.source || hash_of(*now) != part.hash) return nullptr;
  }
  return found;
}

Inheritance::Loaded Inheritance::load(const Source& source, Mode mode) {
  if (std::find(loading_.begin(), loading_.end(), &source) != loading_.end()) {
    fail("missing-base", {}, "`{0}` is a base of itself"_words(source.path()));
    return nullptr;
  }
  if (loading_.size() >= kMaxChain) {
    fail("missing-base", {}, "bases are chained more than {0} deep"_words(kMaxChain));
    return nullptr;
  }
  const std::string merging_key = "merging " + source.path(), importing_key = "importing " + source.path();
  if (mode != Mode::merging) {
    if (Loaded cached = find_cached(importing_key)) return cached;
  }
  if (Loaded cached = mode != Mode::lazy ? find_cached(merging_key) : nullptr;
      cached && (mode == Mode::merging || !cached->is_lazy)) {
    return cached;
  }
  loading_.push_back(&source);
  Loaded loaded = load_uncached(source, mode);
  loading_.pop_back();
  if (!loaded || mode == Mode::any) return loaded;  // what nothing inherited so far is not kept
  BaseCache& cache = context_.base_cache ? *context_.base_cache : own_cache_;
  std::lock_guard lock(cache.mutex);
  cache.files[mode == Mode::merging ? merging_key : importing_key] = loaded;
  return loaded;
}

Inheritance::Loaded Inheritance::load_uncached(const Source& source, Mode mode) {
  auto file = std::make_shared<LoadedFile>();
  Text text(source, context_.files.root());
  append(file->unknowns, text.templates.unknowns);
  append(file->assumptions, text.templates.assumptions);
  bool loaded = is_python(source) ? load_python(text, *file, mode) : load_data(text, *file);
  for (std::unique_ptr<Rewritten>& used : text.steps()) rewritten_.push_back(std::move(used));
  if (!loaded) return nullptr;
  add_parts(*file, {{&source, hash_of(source)}});
  return file;
}

// ---------------------------------------------------------------- bases

/// `mmdet::_base_/default_runtime.py`: mmengine/config/utils.py [0.10] looks in the `.mim` of the installed package, a
/// link to the folder that lies beside it in its repository.
const Source* Inheritance::find_base_of(const std::string& package, const std::string& path, const Node& name) {
  std::vector<std::filesystem::path> folders = {context_.files.root()};
  const auto& searched = context_.files.search_paths();
  folders.insert(folders.end(), searched.begin(), searched.end());
  for (const std::filesystem::path& folder : folders) {
    if (!context_.files.is_directory(folder / package)) continue;
    for (const auto& configs : {folder / package / ".mim" / "configs", folder / "configs"})
      if (const ReadResult read = context_.files.read(configs / path)) return read.source;
  }
  fail("unsupported-source", name.span,
       "base `{0}::{1}` is a config of {0}, whose source is not at hand: `--python-path DIR` leads to it"_words(package,
                                                                                                                path));
  failure_.finding.severity = Severity::warning;
  return nullptr;
}

const Source* Inheritance::find_base(const Node& name, const Source& from) {
  const auto* path = std::get_if<std::string>(&name.value);
  if (!path) {
    fail("missing-base", name.span, "`_base_` must name files, as a string or a list of strings"_words);
    return nullptr;
  }
  if (const size_t colons = path->find("::"); colons != std::string::npos)
    return find_base_of(path->substr(0, colons), path->substr(colons + 2), name);
  if (!has_config_extension(*path)) {
    fail("missing-base", name.span, "base `{0}` is not a .py, .yaml, .yml or .json file"_words(*path));
    return nullptr;
  }
  std::filesystem::path resolved = std::filesystem::path(from.path()).parent_path() / *path;
  ReadResult read = context_.files.read(resolved);
  if (read) return read.source;
  Words message = "base `{0}` cannot be read: {1}"_words(*path, to_string(read.error));
  if (read.error == ReadError::not_found)
    message = "{0} ({1})"_words(message, resolved.lexically_normal().generic_string());
  const bool is_elsewhere = read.error == ReadError::not_found && context_.files.list(resolved.parent_path()).empty();
  if (is_elsewhere)
    message =
        "{0}; there is no such folder: these configs are to be laid into another project, and `--root` leads to it"_words(
            message);
  fail("missing-base", name.span, std::move(message));
  if (is_elsewhere) failure_.finding.severity = Severity::warning;
  return nullptr;
}

bool Inheritance::add_base(const Node& name, const Source& from, LoadedFile& file, Node& bases) {
  const Source* source = find_base(name, from);
  Loaded base = source ? load(*source, Mode::merging) : nullptr;
  if (!base) {
    if (!failure_.finding.span) failure_.finding.span = name.span;
    if (source) failure_.chain.push_back(name.span);
    return false;
  }
  for (const Entry& entry : base->root.mapping()->entries) {
    auto& entries = bases.mapping()->entries;
    auto same =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& other) { return other.key == entry.key; });
    if (same != entries.end()) {
      return fail(
          "duplicate-key", entry.key_span,
          "`{0}` is set by more than one base of {1}; a key may come from one base only"_words(entry.key, from.path()),
          same->key_span, "set here too"_words);
    }
    entries.push_back(entry);
  }
  add_base_notes(file, *base);
  return true;
}

bool Inheritance::load_bases(const Node& names, const Source& from, LoadedFile& file, Node& bases) {
  bases = {.value = Mapping(), .span = {&from, 0, 0}};
  const Sequence* list = names.sequence();
  if (!list || list->is_tuple) return add_base(names, from, file, bases);
  return std::all_of(list->items.begin(), list->items.end(),
                     [&](const Node& name) { return add_base(name, from, file, bases); });
}

/// The bases of a file that reads them (`_base_.x`), and so must be loaded before it is evaluated.
bool Inheritance::first_bases(Text& text, const syntax::PythonModule& module, LoadedFile& file, Node& bases) {
  Span statement;
  const syntax::Assign* assign = find_base_assignment(module, &statement);
  bases = {.value = Mapping(), .span = text.translate(statement)};
  if (!assign) return true;
  expressions_.push_back(std::make_unique<Source>(text.user.path(), std::string(assign->value->span.text())));
  auto names = evaluation(true).expression(*expressions_.back());
  uint32_t shift = assign->value->span.begin;
  auto place = [&](Span span) { return text.translate({&text.current(), span.begin + shift, span.end + shift}); };
  if (const auto* failure = std::get_if<EvaluationFailure>(&names)) {
    return fail("missing-base", place(failure->span),
                "`_base_` cannot be evaluated by itself: {0}"_words(failure->message));
  }
  Node& node = std::get<Node>(names);
  node.span = place(node.span);
  if (Sequence* list = node.sequence()) {
    for (Node& item : list->items) item.span = place(item.span);
  }
  if (!load_bases(node, text.user, file, bases)) return false;
  text.replace({{statement, "from " + evaluation(true).seed({{"_base_", bases}}) + " import _base_"}});
  return true;
}

// ---------------------------------------------------------------- files that merge

bool Inheritance::evaluate(Text& text, LoadedFile& file, Evaluated& evaluated) {
  auto result = evaluation(text.is_rewritten()).run(text.current(), [&](Span span) { return text.translate(span); });
  if (auto* failure = std::get_if<EvaluationFailure>(&result)) {
    fail(failure->over_budget ? "evaluation-too-long" : "invalid-config", failure->span, failure->message);
    for (const Span& call : failure->calls) failure_.finding.related.push_back({call, "called here"_words});
    return false;
  }
  evaluated = std::move(std::get<Evaluated>(result));
  append(file.unknowns, evaluated.unknowns);
  append(file.assumptions, evaluated.assumptions);
  return true;
}

bool Inheritance::load_python(Text& text, LoadedFile& file, Mode mode) {
  std::shared_ptr<const syntax::PythonModule> module =
      text.is_rewritten() ? own_parsed_.parse(text.current()) : context_.parsed.parse(text.current());
  if (!module->problems.empty()) {
    const syntax::Problem& problem = module->problems[0];
    return fail("invalid-syntax", text.translate(problem.span), problem.message);
  }
  file.is_lazy = is_lazy_config(*module);
  if (mode != Mode::merging && file.is_lazy) return load_lazy(text, *module, file);
  if (mode == Mode::lazy && find_base_assignment(*module)) {
    return fail("missing-base", {},
                "`{0}` has a `_base_` and cannot be a base of a `read_base()` config"_words(text.user.path()));
  }
  return load_merging(text, *module, file);
}

void Inheritance::report_lost(const Text& text, const syntax::PythonModule& module, LoadedFile& file) {
  for (const LostAssignment& found : lost_assignments(module)) {
    file.findings.push_back(
        {.rule = "duplicate-key",
         .severity = Severity::warning,
         .message =
             "`{0}` is set again here, and nothing in between reads it: what was set before is lost"_words(found.name),
         .span = text.translate(found.again),
         .config = {},
         .related = {{text.translate(found.lost), "set here, and lost"_words}},
         .fixes = {}});
  }
}

bool Inheritance::load_merging(Text& text, const syntax::PythonModule& module, LoadedFile& file) {
  report_lost(text, module, file);
  Node bases{.value = Mapping()};
  Evaluated evaluated;
  if (text.reads_bases()) {
    if (!first_bases(text, module, file, bases) || !evaluate(text, file, evaluated)) return false;
    // The file may have changed what it was given.
    if (evaluated.bases && evaluated.bases->mapping()) bases = std::move(*evaluated.bases);
  } else {
    if (!evaluate(text, file, evaluated)) return false;
    if (evaluated.bases && !load_bases(*evaluated.bases, text.user, file, bases)) return false;
  }
  return finish(std::move(evaluated.names), std::move(bases), text.user, file);
}

bool Inheritance::load_data(Text& text, LoadedFile& file) {
  Findings findings;
  std::optional<Config> config = load_plain_yaml(text.current(), findings);
  for (Finding finding : findings.items()) {
    finding.span = text.translate(finding.span);
    for (Related& related : finding.related) related.span = text.translate(related.span);
    if (config) {
      file.findings.push_back(std::move(finding));
    } else {
      failure_ = {.finding = std::move(finding)};
    }
  }
  if (!config) return false;
  text.translate_all(config->root);
  Node bases{.value = Mapping()};
  auto& entries = config->root.mapping()->entries;
  auto base = std::find_if(entries.begin(), entries.end(), [](const Entry& entry) { return entry.key == "_base_"; });
  if (base != entries.end()) {
    Node names = std::move(base->value);
    entries.erase(base);
    if (!load_bases(names, text.user, file, bases)) return false;
  }
  return finish(std::move(config->root), std::move(bases), text.user, file);
}

bool Inheritance::finish(Node child, Node bases, const Source& source, LoadedFile& file) {
  auto& entries = child.mapping()->entries;
  auto deprecation =
      std::find_if(entries.begin(), entries.end(), [](const Entry& entry) { return entry.key == "_deprecation_"; });
  if (deprecation != entries.end()) {
    const Node* expected = deprecation->value.find("expected");
    const auto* other = expected ? std::get_if<std::string>(&expected->value) : nullptr;
    file.assumptions.push_back(
        {source.path() + " says that it is deprecated" + (other ? "; use " + *other + " instead" : ""),
         deprecation->key_span});
    entries.erase(deprecation);
  }
  std::string missing;
  Span where;
  if (!substitute_bases(child, bases, missing, where)) {
    return fail("invalid-config", where, "no base sets `{0}`, which `{{ _base_.{0} }}` asks for"_words(missing));
  }
  file.overridden = overridden_by(child, bases);
  MergeError error;
  Node merged = std::move(bases);
  Span span = child.span;
  if (!merge(std::move(child), merged, false, error)) {
    return fail("invalid-config", error.span, error.message, error.related, "the base's value"_words);
  }
  merged.span = span;
  std::erase_if(merged.mapping()->entries, [](const Entry& entry) { return entry.key.starts_with("__"); });
  file.root = std::move(merged);
  return true;
}

}  // namespace vramlint::config
