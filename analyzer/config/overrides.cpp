#include "config/overrides.h"

#include <optional>

#include "config/fields.h"
#include "config/merge.h"

namespace vramlint::config {

namespace {

void set_span(Node& node, Span span) {
  node.span = span;
  if (Sequence* sequence = node.sequence()) {
    for (Node& item : sequence->items) set_span(item, span);
  }
}

/// {a: {b: value}} for "a.b".
Node nested(std::string_view dotted, Span key_span, Node value) {
  size_t dot = dotted.find('.');
  Node inner =
      dot == std::string_view::npos ? std::move(value) : nested(dotted.substr(dot + 1), key_span, std::move(value));
  Mapping mapping;
  mapping.entries.push_back(
      {.key = std::string(dotted.substr(0, dot)), .key_span = key_span, .value = std::move(inner)});
  return {.value = std::move(mapping), .span = key_span};
}

/// The first part of a dotted key that its mapping does not have.
struct Absent {
  std::string_view path, name;
  const Mapping* mapping = nullptr;
};

std::optional<Absent> absent_in(const Node& root, std::string_view key) {
  const Node* inside = &root;
  for (size_t begin = 0;;) {
    const size_t dot = key.find('.', begin);
    const std::string_view path = key.substr(0, dot), name = path.substr(begin);
    const Node* found = inside->find_path(name);
    if (!found && inside->mapping()) return Absent{path, name, inside->mapping()};
    if (!found || dot == std::string_view::npos) return std::nullopt;
    inside = found;
    begin = dot + 1;
  }
}

/// The key of the mapping that was probably meant. Names that differ in a digit are names of their own.
std::string_view meant_by(const Absent& absent) {
  constexpr size_t kShortest = 5;
  const auto digits = [](std::string_view text) {
    std::string found;
    for (const char c : text) {
      if (c >= '0' && c <= '9') found += c;
    }
    return found;
  };
  std::vector<std::string_view> names;
  for (const Entry& entry : absent.mapping->entries) {
    if (entry.key.size() >= kShortest && digits(entry.key) == digits(absent.name)) names.push_back(entry.key);
  }
  return absent.name.size() < kShortest ? std::string_view() : nearest_name(absent.name, names);
}

void note_absent(const Absent& absent, const std::string& text, Span span, Findings& findings,
                 std::vector<Assumption>& assumptions) {
  const Words message = "--set {0} adds a key: the config has no `{1}`"_words(text, absent.path);
  const std::string_view meant = meant_by(absent);
  if (meant.empty()) return assumptions.push_back({message.text(), span});
  const std::string section(absent.path.substr(0, absent.path.size() - absent.name.size()));
  findings.add({.rule = "invalid-config",
                .severity = Severity::warning,
                .message = "{0}; did you mean `{1}`?"_words(message, section + std::string(meant)),
                .span = span});
}

}  // namespace

void apply_overrides(Config& config, const std::vector<std::pair<std::string, std::string>>& overrides,
                     Findings& findings, std::vector<Assumption>& assumptions) {
  constexpr size_t kMaxKeyLength = 1000;
  for (const auto& [key, value] : overrides) {
    config.overrides.push_back(std::make_shared<const Source>("--set", key + "=" + value));
    const Source* source = config.overrides.back().get();
    auto key_length = static_cast<uint32_t>(key.size());
    Span key_span{source, 0, key_length};
    Span value_span{source, key_length + 1, static_cast<uint32_t>(source->text().size())};
    std::string problem;
    Node node = parse_override_value(value, problem);
    if (key.empty() || key.size() > kMaxKeyLength) problem = "has no usable key";
    if (!problem.empty()) {
      findings.error("invalid-config", value_span, "--set " + key + "=" + value + " " + problem);
      continue;
    }
    set_span(node, value_span);
    MergeError error;
    Node before = config.root;
    const std::optional<Absent> absent = absent_in(before, key);
    if (merge(nested(key, key_span, std::move(node)), config.root, true, error)) {
      if (absent) note_absent(*absent, key + "=" + value, key_span, findings, assumptions);
      continue;
    }
    config.root = std::move(before);
    Finding finding{.rule = "invalid-config",
                    .message = "--set {0} cannot be applied: {1}"_words(key + "=" + value, error.message),
                    .span = error.span ? error.span : key_span};
    if (error.related) finding.related.push_back({error.related, "the value in the config"_words});
    findings.add(std::move(finding));
  }
}

}  // namespace vramlint::config
