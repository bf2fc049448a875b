#include "config/dialects/text.h"

namespace vramlint::config {

ConfigText::ConfigText(const Source& user_text, const std::filesystem::path& root)
    : user(user_text), templates(find_templates(user_text, root / user_text.path())) {
  if (!templates.replacements.empty()) replace(templates.replacements);
}

Span ConfigText::translate(Span span) const {
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) span = (*step)->translate(span);
  return span;
}

void ConfigText::translate_all(Node& node) const {
  if (steps_.empty()) return;
  node.span = translate(node.span);
  if (Mapping* mapping = node.mapping()) {
    for (Entry& entry : mapping->entries) {
      entry.key_span = translate(entry.key_span);
      translate_all(entry.value);
    }
  } else if (Sequence* sequence = node.sequence()) {
    for (Node& item : sequence->items) translate_all(item);
  }
}

void ConfigText::replace(std::vector<Replacement> replacements) {
  steps_.push_back(std::make_unique<Rewritten>(current(), std::move(replacements)));
}

bool ConfigText::reads_bases() const {
  constexpr std::string_view kName = "_base_";
  std::string_view text = current().text();
  for (size_t at = text.find(kName); at != std::string_view::npos; at = text.find(kName, at + 1)) {
    size_t next = text.find_first_not_of(" \t", at + kName.size());
    char before = at > 0 ? text[at - 1] : '\n';
    char after = next == std::string_view::npos ? '\n' : text[next];
    bool is_path = before == '/' || after == '/' || before == '.';
    bool is_set = after == '=' && before == '\n';
    if (!is_path && !is_set) return true;
  }
  return false;
}

}  // namespace vramlint::config
