// What the arms of a branch left in a dict, by its keys. Private to this room.
#pragma once

#include <span>
#include <unordered_map>
#include <utility>

#include "interp/heap.h"
#include "interp/objects.h"

namespace vramlint::interp {

/// A dict's keys as they stand in its Contents: the same object, or the same text. Runs nothing of the program's.
class Keys {
 public:
  explicit Keys(const Contents& contents) : Keys(std::span(contents.entries)) {}
  explicit Keys(std::span<const Dict::Entry> entries) {
    values_.reserve(entries.size());
    for (const Dict::Entry& entry : entries) values_.emplace(hash(entry.key), std::pair(&entry.key, &entry.value));
  }
  const Value* find(const Value& key) const {
    const auto [begin, end] = values_.equal_range(hash(key));
    for (auto at = begin; at != end; ++at) {
      const Value& candidate = *at->second.first;
      const bool texts = candidate.is_string() && key.is_string();
      if (candidate.same(key) || (texts && candidate.as_string() == key.as_string())) return at->second.second;
    }
    return nullptr;
  }

 private:
  static size_t hash(const Value& key) {
    if (key.is_string()) return text_hash(key.as_string());
    return key.is_object() ? std::hash<const Object*>{}(key.object()) : std::hash<int64_t>{}(key.as_int());
  }
  std::unordered_multimap<size_t, std::pair<const Value*, const Value*>> values_;
};

}  // namespace vramlint::interp
