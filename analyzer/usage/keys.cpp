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
    if (entry.key_span) by_key_place_[place_of(entry.key_span)].push_back(index);
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

bool Keys::untouched(size_t index) const {
  const Key& key = keys_[index];
  return !key.named && !key.used && !key.there && !key.overwritten && key.conditions.empty() && nothing_inside(key);
}

bool Keys::nothing_inside(const Key& section) const {
  return std::all_of(section.children.begin(), section.children.end(),
                     [this](size_t child) { return untouched(child); });
}

std::vector<size_t> Keys::find(const std::string& path, const Span& value) const {
  std::vector<size_t> found;
  if (const auto named = by_key_place_.find(place_of(value)); path.empty() && named != by_key_place_.end()) {
    for (size_t key : named->second) {
      if (keys_[key].span == value) found.push_back(key);
    }
    if (!found.empty()) return found;
  }
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
