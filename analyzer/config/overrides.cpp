#include "config/overrides.h"

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

}  // namespace

void apply_overrides(Config& config, const std::vector<std::pair<std::string, std::string>>& overrides,
                     Findings& findings) {
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
    if (merge(nested(key, key_span, std::move(node)), config.root, true, error)) continue;
    config.root = std::move(before);
    Finding finding{.rule = "invalid-config",
                    .message = "--set " + key + "=" + value + " cannot be applied: " + error.message,
                    .span = error.span ? error.span : key_span};
    if (error.related) finding.related.push_back({error.related, "the value in the config"});
    findings.add(std::move(finding));
  }
}

}  // namespace vramlint::config
