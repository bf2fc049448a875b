#include "usage/keys.h"

#include <algorithm>

namespace vramlint::usage {

namespace {

uint64_t place_of(const Span& span) { return (uint64_t{span.begin} << 32) | span.end; }

}  // namespace

Keys::Keys(const config::Config& config) {
  keys_.emplace_back();
  keys_[kRoot].value = &config.root;
  by_path_.emplace("", kRoot);
  if (const config::Mapping* root = config.root.mapping()) add(*root, "", kRoot);
}

void Keys::add(const config::Mapping& mapping, const std::string& prefix, size_t parent) {
  for (const config::Entry& entry : mapping.entries) {
    const size_t index = keys_.size();
    Key key;
    key.path = prefix.empty() ? entry.key : prefix + "." + entry.key;
    key.name = entry.key;
    key.span = entry.key_span ? entry.key_span : entry.value.span;
    key.value = &entry.value;
    key.parent = parent;
    keys_.push_back(std::move(key));
    keys_[parent].children.push_back(index);
    add(entry.value, std::string(keys_[index].path), index);  // a copy: the keys move
  }
}

void Keys::add(const config::Node& node, const std::string& path, size_t key) {
  by_path_.emplace(path, key);
  if (node.span) by_place_[place_of(node.span)].push_back(key);
  if (const config::Mapping* mapping = node.mapping()) return add(*mapping, path, key);
  const config::Sequence* sequence = node.sequence();
  for (size_t i = 0; sequence && i < sequence->items.size(); ++i)
    add(sequence->items[i], path + "." + std::to_string(i), key);
}

std::vector<size_t> Keys::find(const std::string& path, const Span& value) const {
  std::vector<size_t> found;
  const auto by_path = by_path_.find(path);
  if (by_path == by_path_.end()) return found;
  found.push_back(by_path->second);
  const auto by_place = by_place_.find(place_of(value));
  if (by_place == by_place_.end()) return found;
  for (size_t other : by_place->second) {
    if (other != found.front() && keys_[other].value->span == value) found.push_back(other);
  }
  return found;
}

}  // namespace vramlint::usage
