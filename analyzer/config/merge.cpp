#include "config/merge.h"

#include <algorithm>
#include <charconv>

namespace vramlint::config {

namespace {

constexpr std::string_view kDelete = "_delete_";

/// The name of the Python type of a value, for messages.
std::string_view type_name(const Node& node) {
  static constexpr std::string_view kNames[] = {"None", "bool", "int", "float", "str", "list", "dict", "object"};
  if (const Sequence* sequence = node.sequence(); sequence && sequence->is_tuple) return "tuple";
  return kNames[node.value.index()];
}

struct AsTruth {
  bool operator()(std::monostate) const { return false; }
  bool operator()(bool value) const { return value; }
  bool operator()(int64_t value) const { return value != 0; }
  bool operator()(double value) const { return value != 0; }
  bool operator()(const std::string& value) const { return !value.empty(); }
  bool operator()(const Sequence& value) const { return !value.items.empty(); }
  bool operator()(const Mapping& value) const { return !value.entries.empty(); }
  bool operator()(const Opaque&) const { return true; }
};

/// Removes `_delete_` and tells whether it was there and true.
bool take_delete(Mapping& mapping) {
  auto is_delete = [](const Entry& entry) { return entry.key == kDelete; };
  auto found = std::find_if(mapping.entries.begin(), mapping.entries.end(), is_delete);
  if (found == mapping.entries.end()) return false;
  bool wanted = std::visit(AsTruth{}, found->value.value);
  mapping.entries.erase(found);
  return wanted;
}

Entry* find_entry(Mapping& mapping, const Entry& like) {
  for (Entry& entry : mapping.entries) {
    if (entry.kind == like.kind && entry.key == like.key) return &entry;
  }
  return nullptr;
}

bool merge_entry(Entry entry, Mapping& base, bool list_indices, MergeError& error) {
  Entry* existing = find_entry(base, entry);
  if (!existing) {
    base.entries.push_back(std::move(entry));
    return true;
  }
  Mapping* overriding = entry.value.mapping();
  if (overriding && !take_delete(*overriding)) {
    bool mergeable = existing->value.mapping() || (list_indices && existing->value.sequence());
    if (!mergeable) {
      error.message = "`{0}` is a dict here but {1} in the base; add `_delete_=True` to replace it"_words(
          entry.key, type_name(existing->value));
      error.span = entry.key_span ? entry.key_span : entry.value.span;
      error.related = existing->value.span;
      return false;
    }
    return merge(std::move(entry.value), existing->value, list_indices, error);
  }
  existing->key_span = entry.key_span;
  existing->value = std::move(entry.value);
  return true;
}

bool merge_item(Entry entry, Sequence& base, MergeError& error) {
  size_t index = 0;
  auto [end, code] = std::from_chars(entry.key.data(), entry.key.data() + entry.key.size(), index);
  if (code != std::errc() || end != entry.key.data() + entry.key.size()) {
    error.message = "`{0}` is not an index, and what it is merged into is a list"_words(entry.key);
  } else if (index >= base.items.size()) {
    error.message = "index {0} is beyond the list's {1} items"_words(entry.key, base.items.size());
  } else if (entry.value.mapping() && (base.items[index].mapping() || base.items[index].sequence())) {
    return merge(std::move(entry.value), base.items[index], true, error);
  } else {
    base.items[index] = std::move(entry.value);
    return true;
  }
  error.span = entry.key_span ? entry.key_span : entry.value.span;
  return false;
}

}  // namespace

bool merge(Node child, Node& base, bool list_indices, MergeError& error) {
  for (Entry& entry : child.mapping()->entries) {
    bool merged = base.sequence() ? merge_item(std::move(entry), *base.sequence(), error)
                                  : merge_entry(std::move(entry), *base.mapping(), list_indices, error);
    if (!merged) return false;
  }
  return true;
}

}  // namespace vramlint::config
