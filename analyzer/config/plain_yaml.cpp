#include "config/plain_yaml.h"

#include <charconv>

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

/// `1e-4` and the like, which YAML 1.1 leaves strings.
std::optional<double> json_number(std::string_view text) {
  bool starts_well = !text.empty() && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
  if (!starts_well) return std::nullopt;
  double number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

struct FromYaml {
  const YamlNode& yaml;
  bool json;
  Node operator()(std::monostate) const { return {}; }
  Node operator()(bool value) const { return {.value = value}; }
  Node operator()(int64_t value) const { return {.value = value}; }
  Node operator()(double value) const { return {.value = value}; }
  Node operator()(const std::string& value) const {
    if (json && !yaml.quoted) {
      if (std::optional<double> number = json_number(value)) return {.value = *number};
    }
    return {.value = value};
  }
  Node operator()(const syntax::YamlOther& other) const {
    return {.value = Opaque{.text = other.text, .reason = std::string(what(other.kind))}};
  }
  Node operator()(const syntax::YamlSequence& sequence) const {
    Sequence items;
    items.items.reserve(sequence.items.size());
    for (const syntax::YamlPtr& item : sequence.items) items.items.push_back(from_yaml(*item, json));
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
    Node key = from_yaml(*entry.key, false);
    if (const auto* text = std::get_if<std::string>(&key.value)) {
      result.key = *text;
    } else {
      bool integer = std::holds_alternative<int64_t>(key.value);
      result.kind = integer ? Entry::KeyKind::integer : Entry::KeyKind::other;
      const auto* opaque = std::get_if<Opaque>(&key.value);
      result.key = opaque ? opaque->text : to_json(key);
    }
    result.value = from_yaml(*entry.value, json);
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
    const bool duplicate = problem.kind == syntax::ProblemKind::duplicate_key;
    const bool quotes = problem.kind == syntax::ProblemKind::typographic_quotes;
    Finding finding{.rule = duplicate ? "duplicate-key"
                            : quotes  ? "typographic-quotes"
                                      : "invalid-syntax",
                    .severity = quotes ? Severity::warning : Severity::error,
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

}  // namespace

namespace {

/// Blanks in place of text[from, to), but for line ends.
void blank(std::string& text, size_t from, size_t to) {
  for (size_t i = from; i < std::min(to, text.size()); ++i)
    if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
}

/// As YAML reads it: tabs between tokens become blanks, and so do comments, which programs strip before they parse.
std::string as_yaml(std::string text) {
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      in_string = !in_string;
    } else if (in_string) {
      continue;
    } else if (text[i] == '\t') {
      text[i] = ' ';
    } else if (text.compare(i, 2, "//") == 0) {
      blank(text, i, text.find('\n', i));
    } else if (text.compare(i, 2, "/*") == 0) {
      const size_t end = text.find("*/", i + 2);
      blank(text, i, end == std::string::npos ? end : end + 2);
    }
  }
  return text;
}

void move_to(const Source& source, Node& node) {
  node.span.source = &source;
  if (Mapping* mapping = node.mapping()) {
    for (Entry& entry : mapping->entries) {
      entry.key_span.source = &source;
      move_to(source, entry.value);
    }
  } else if (Sequence* sequence = node.sequence()) {
    for (Node& item : sequence->items) move_to(source, item);
  }
}

void move_to(const Source& source, syntax::Problem& problem) {
  problem.span.source = &source;
  if (problem.related) problem.related.source = &source;
}

/// The document and what is wrong, in places of `source`.
struct Parsed {
  std::vector<syntax::Problem> problems;
  std::vector<Node> documents;
};

Parsed parse(const Source& source) {
  const bool rewrites = is_json(source) && source.text().find_first_of("\t/") != std::string::npos;
  const Source rewritten(source.path(), rewrites ? as_yaml(source.text()) : "");
  syntax::YamlFile file = syntax::parse_yaml(rewrites ? rewritten : source);
  Parsed parsed{.problems = std::move(file.problems)};
  for (const syntax::YamlPtr& document : file.documents)
    parsed.documents.push_back(from_yaml(*document, is_json(source)));
  for (Node& document : parsed.documents) {
    if (rewrites) move_to(source, document);
  }
  for (syntax::Problem& problem : parsed.problems) move_to(source, problem);
  return parsed;
}

}  // namespace

bool is_data(const Source& source) {
  return source.path().ends_with(".yaml") || source.path().ends_with(".yml") || source.path().ends_with(".json");
}

bool is_json(const Source& source) { return source.path().ends_with(".json"); }

Node from_yaml(const YamlNode& yaml, bool json) {
  Node node = std::visit(FromYaml{yaml, json}, yaml.value);
  node.span = yaml.span;
  return node;
}

void report_problems(const Source& source, Findings& findings) { report(parse(source).problems, findings); }

namespace {

/// All documents' keys as the first one's, if each is a mapping.
void join(std::vector<Node>& documents) {
  if (!std::all_of(documents.begin(), documents.end(), [](Node& each) { return each.mapping() != nullptr; })) return;
  std::vector<Entry>& all = documents[0].mapping()->entries;
  for (size_t i = 1; i < documents.size(); ++i)
    std::move(documents[i].mapping()->entries.begin(), documents[i].mapping()->entries.end(), std::back_inserter(all));
  documents.resize(1);
}

}  // namespace

std::optional<Config> load_plain_yaml(const Source& source, Findings& findings, bool joins) {
  Parsed file = parse(source);
  if (!report(file.problems, findings)) return std::nullopt;
  auto reject = [&](const Words& message, Span span) {
    findings.error("invalid-config", span, message);
    return std::nullopt;
  };
  Span start{&source, 0, 0};
  if (file.documents.empty()) return reject("the file is empty; a config is a mapping of keys to values"_words, start);
  if (joins && file.documents.size() > 1) join(file.documents);
  if (file.documents.size() > 1) {
    return reject("the file holds {0} documents; a config is one"_words(file.documents.size()), file.documents[1].span);
  }
  Config config{.source = &source, .root = std::move(file.documents[0]), .files = {&source}};
  if (!config.root.mapping()) {
    return reject("a config is a mapping of keys to values, and this file is not"_words, config.root.span);
  }
  return config;
}

}  // namespace vramlint::config
