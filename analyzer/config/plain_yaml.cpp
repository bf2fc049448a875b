#include "config/plain_yaml.h"

#include <algorithm>

#include "syntax/json.h"
#include "syntax/toml.h"
#include "syntax/typographic_quotes.h"

namespace vramlint::config {

namespace {

using syntax::YamlNode;

std::string_view what(syntax::YamlOther::Kind kind) {
  switch (kind) {
    case syntax::YamlOther::Kind::big_integer:
      return "an integer beyond 64 bits";
    case syntax::YamlOther::Kind::timestamp:
      return "a timestamp";
    case syntax::YamlOther::Kind::binary:
      return "binary data";
    case syntax::YamlOther::Kind::unsupported_tag:
      break;
  }
  return "a value with a tag that is not supported";
}

struct FromYaml {
  Node operator()(std::monostate) const { return {}; }
  Node operator()(bool value) const { return {.value = value}; }
  Node operator()(int64_t value) const { return {.value = value}; }
  Node operator()(double value) const { return {.value = value}; }
  Node operator()(const std::string& value) const { return {.value = value}; }
  Node operator()(const syntax::YamlOther& other) const {
    return {.value = Opaque{.text = other.text, .reason = std::string(what(other.kind))}};
  }
  Node operator()(const syntax::YamlSequence& sequence) const {
    Sequence items;
    items.items.reserve(sequence.items.size());
    for (const syntax::YamlPtr& item : sequence.items) items.items.push_back(from_yaml(*item));
    return {.value = std::move(items)};
  }
  Node operator()(const syntax::YamlMapping& mapping) const {
    Mapping entries;
    entries.entries.reserve(mapping.entries.size());
    for (const syntax::YamlEntry& entry : mapping.entries) entries.entries.push_back(from_entry(entry));
    return {.value = std::move(entries)};
  }

  Entry from_entry(const syntax::YamlEntry& entry) const {
    Entry result;
    result.key_span = entry.key->span;
    Node key = from_yaml(*entry.key);
    if (const auto* text = std::get_if<std::string>(&key.value)) {
      result.key = *text;
    } else {
      bool integer = std::holds_alternative<int64_t>(key.value);
      result.kind = integer ? Entry::KeyKind::integer : Entry::KeyKind::other;
      const auto* opaque = std::get_if<Opaque>(&key.value);
      result.key = opaque ? opaque->text : to_json(key);
    }
    result.value = from_yaml(*entry.value);
    return result;
  }
};

/// The same text between straight quotes.
std::vector<Fix> straight_quotes(const Span& span) {
  const auto inner = syntax::within_typographic_quotes(span.text());
  if (!inner || inner->find_first_of("\"\\\n") != std::string_view::npos) return {};
  return {{.title = "Write straight quotes"_words,
           .safety = Safety::display,
           .edits = {{span, '"' + std::string(*inner) + '"'}},
           .effect = {}}};
}

/// False when nothing of the file can be used.
bool report(const std::vector<syntax::Problem>& problems, Findings& findings) {
  bool usable = true;
  for (const syntax::Problem& problem : problems) {
    const bool repeated = problem.kind == syntax::ProblemKind::repeated_key;
    const bool duplicate = repeated || problem.kind == syntax::ProblemKind::duplicate_key;
    const bool quotes = problem.kind == syntax::ProblemKind::typographic_quotes;
    Finding finding{.rule = duplicate ? "duplicate-key"
                            : quotes  ? "typographic-quotes"
                                      : "invalid-syntax",
                    .severity = quotes || repeated ? Severity::warning : Severity::error,
                    .message = problem.message,
                    .span = problem.span};
    if (problem.related)
      finding.related.push_back({problem.related, duplicate ? "first written here"_words : "begins here"_words});
    if (quotes) finding.fixes = straight_quotes(problem.span);
    findings.add(std::move(finding));
    usable = usable && is_harmless(problem.kind);
  }
  return usable;
}

syntax::YamlFile parse(const Source& source) {
  return is_json(source)   ? syntax::parse_json(source)
         : is_toml(source) ? syntax::parse_toml(source)
                           : syntax::parse_yaml(source);
}

}  // namespace

bool is_data(const Source& source) {
  return source.path().ends_with(".yaml") || source.path().ends_with(".yml") || is_json(source) || is_toml(source);
}

bool is_toml(const Source& source) { return source.path().ends_with(".toml"); }

bool is_json(const Source& source) { return source.path().ends_with(".json"); }

Node from_yaml(const YamlNode& yaml) {
  Node node = std::visit(FromYaml(), yaml.value);
  node.span = yaml.span;
  return node;
}

void report_problems(const Source& source, Findings& findings) { report(parse(source).problems, findings); }

namespace {

/// All documents' keys as the first one's, if each is a mapping; behind a last `---` there may be none.
void join(std::vector<Node>& documents) {
  while (documents.size() > 1 && std::holds_alternative<std::monostate>(documents.back().value)) documents.pop_back();
  if (!std::all_of(documents.begin(), documents.end(), [](Node& each) { return each.mapping() != nullptr; })) return;
  std::vector<Entry>& all = documents[0].mapping()->entries;
  for (size_t i = 1; i < documents.size(); ++i)
    std::move(documents[i].mapping()->entries.begin(), documents[i].mapping()->entries.end(), std::back_inserter(all));
  documents.resize(1);
}

}  // namespace

std::optional<Config> load_plain_yaml(const Source& source, Findings& findings, bool joins) {
  const syntax::YamlFile file = parse(source);
  if (!report(file.problems, findings)) return std::nullopt;
  std::vector<Node> documents;
  for (const syntax::YamlPtr& document : file.documents) documents.push_back(from_yaml(*document));
  auto reject = [&](const Words& message, Span span) {
    findings.error("invalid-config", span, message);
    return std::nullopt;
  };
  Span start{&source, 0, 0};
  if (documents.empty()) return reject("the file is empty; a config is a mapping of keys to values"_words, start);
  if (joins && documents.size() > 1) join(documents);
  if (documents.size() > 1) {
    return reject("the file holds {0} documents; a config is one"_words(documents.size()), documents[1].span);
  }
  Config config{.source = &source, .root = std::move(documents[0]), .files = {&source}};
  if (!config.root.mapping()) {
    return reject("a config is a mapping of keys to values, and this file is not"_words, config.root.span);
  }
  return config;
}

}  // namespace vramlint::config
