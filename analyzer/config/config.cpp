#include "config/config.h"

#include <charconv>

namespace vramlint::config {

const Node* Node::find(std::string_view key) const {
  const Mapping* map = mapping();
  if (!map) return nullptr;
  for (const Entry& entry : map->entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

namespace {

const Node* child(const Node& node, std::string_view part) {
  const Sequence* list = node.sequence();
  if (!list) return node.find(part);
  size_t index = 0;
  auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
  bool whole = error == std::errc() && end == part.data() + part.size();
  return whole && index < list->items.size() ? &list->items[index] : nullptr;
}

}  // namespace

const Node* Node::find_path(std::string_view dotted) const {
  const Node* node = this;
  while (node) {
    size_t dot = dotted.find('.');
    node = child(*node, dotted.substr(0, dot));
    if (dot == std::string_view::npos) return node;
    dotted.remove_prefix(dot + 1);
  }
  return nullptr;
}

}  // namespace vramlint::config
