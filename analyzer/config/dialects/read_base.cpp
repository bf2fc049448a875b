// Files written in mmengine's `read_base()` way. Their imports are replaced in the text by imports of seeded names, one
// module of names each: what a base exports, or a name that is never loaded.
#include "config/dialects/imported_name.h"
#include "config/dialects/inheritance.h"

namespace vramlint::config {

namespace {

std::string import_statement(const std::string& module, const std::vector<std::string>& names) {
  if (names.empty()) return "pass";
  std::string text = "from " + module + " import ";
  for (const std::string& name : names) text += (name == names.front() ? "" : ", ") + name;
  return text;
}

}  // namespace

const Source* Inheritance::find_lazy_base(const LazyImport& import, const Text& text) {
  std::string relative = import.module.substr(static_cast<size_t>(import.level));
  for (char& c : relative) c = c == '.' ? '/' : c;
  relative += ".py";
  std::vector<std::filesystem::path> candidates;
  if (import.level > 0) {
    std::filesystem::path directory = std::filesystem::path(text.user.path()).parent_path();
    for (int i = 1; i < import.level; ++i) directory /= "..";
    candidates.push_back(directory / relative);
  } else {
    candidates.push_back(context_.files.root() / relative);
    for (const std::filesystem::path& path : context_.files.search_paths()) candidates.push_back(path / relative);
  }
  ReadResult read;
  for (const std::filesystem::path& candidate : candidates) {
    read = context_.files.read(candidate);
    if (read) return read.source;
  }
  fail("missing-base", text.translate(import.span),
       "base `" + import.module + "` cannot be read: " + std::string(to_string(read.error)));
  return nullptr;
}

/// The statement that stands for an import; empty when it failed.
std::string Inheritance::import_lazy(const LazyImport& import, LoadedFile& file, Text& text) {
  std::vector<std::string> bound;
  if (import.kind == LazyImport::Kind::config) {
    for (const LazyImport::Name& name : import.names) bound.push_back(name.name);
    file.imported.insert(bound.begin(), bound.end());
    return import_statement(evaluation(true).seed({}, bound), bound);
  }
  std::vector<std::pair<std::string, Node>> values;
  for (const LazyImport::Name& name : import.names) {
    Node value = *imported_name_to_node(interp::Value(new ImportedName(name.path, name.is_module)));
    value.span = text.translate(name.span);
    values.emplace_back(name.name, std::move(value));
    bound.push_back(name.name);
    file.imported.insert(name.name);
  }
  return import_statement(evaluation(true).seed(values), bound);
}

/// `all`: gets what the base exports.
bool Inheritance::import_base(const LazyImport& import, LoadedFile& file, Text& text, Mapping& all,
                              std::string& statement) {
  const Source* source = find_lazy_base(import, text);
  Loaded base = source ? load(*source, Mode::lazy) : nullptr;
  if (!base) {
    Span span = text.translate(import.span);
    if (!failure_.finding.span) failure_.finding.span = span;
    if (source) failure_.chain.push_back(span);
    return false;
  }
  std::vector<std::pair<std::string, Node>> values;
  std::vector<std::string> bound;
  if (import.star) {
    for (const Entry& entry : base->root.mapping()->entries) values.emplace_back(entry.key, entry.value);
  }
  for (const LazyImport::Name& name : import.names) {
    const Node* value = base->root.find(name.path);
    if (!value)
      return fail("missing-base", text.translate(name.span), "base `" + import.module + "` has no `" + name.path + "`");
    values.emplace_back(name.name, *value);
  }
  for (const auto& [name, value] : values) {
    bound.push_back(name);
    all.entries.push_back({.key = name, .value = value});
  }
  add_base_notes(file, *base);
  statement = import_statement(evaluation(true).seed(values), bound);
  return true;
}

bool Inheritance::load_lazy(Text& text, const syntax::PythonModule& module, LoadedFile& file) {
  LazyImports imports = find_lazy_imports(module);
  if (!imports.error.empty()) return fail("invalid-config", text.translate(imports.error_span), imports.error);
  std::vector<Replacement> replacements;
  Mapping inherited;
  for (const LazyStatement& statement : imports.statements) {
    std::string replaced;
    for (const LazyImport& import : statement.imports) {
      std::string one;
      if (import.kind == LazyImport::Kind::standard) {
        for (const LazyImport::Name& name : import.names) file.imported.insert(name.name);
        continue;
      }
      if (import.kind != LazyImport::Kind::base)
        one = import_lazy(import, file, text);
      else if (!import_base(import, file, text, inherited, one))
        return false;
      replaced += (replaced.empty() ? "" : "; ") + one;
    }
    if (!replaced.empty()) replacements.push_back({statement.span, std::move(replaced)});
  }
  text.replace(std::move(replacements));
  Evaluated evaluated;
  if (!evaluate(text, file, evaluated)) return false;
  file.overridden = overridden_by(evaluated.names, {.value = std::move(inherited)});
  file.root = std::move(evaluated.names);
  return true;
}

}  // namespace vramlint::config
