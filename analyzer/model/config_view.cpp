#include "model/config_view.h"

#include <algorithm>
#include <utility>

namespace vramlint::model {

namespace {

using config::Counterpart;
using config::Entry;
using config::Mapping;
using config::Node;
using interp::Value;

bool holds_others(const Value& value) {
  return value.as<interp::Dict>() || value.as<interp::List>() || value.as<interp::Tuple>();
}

const std::vector<Value>* in_order_of(const Value& value) {
  if (const auto* list = value.as<interp::List>()) return &list->items;
  const auto* tuple = value.as<interp::Tuple>();
  return tuple ? &tuple->items : nullptr;
}

/// Values of the same kinds under the same keys.
bool has_same_shape(const Node& first, const Node& other) {
  if (first.value.index() != other.value.index()) return false;
  const auto are_alike = [](const Entry& one, const Entry& two) {
    return one.kind == two.kind && one.key == two.key && has_same_shape(one.value, two.value);
  };
  if (const Mapping* mapping = first.mapping()) {
    const std::vector<Entry>& theirs = other.mapping()->entries;
    return std::equal(mapping->entries.begin(), mapping->entries.end(), theirs.begin(), theirs.end(), are_alike);
  }
  const config::Sequence* list = first.sequence();
  if (!list) return true;
  const std::vector<Node>& theirs = other.sequence()->items;
  return std::equal(list->items.begin(), list->items.end(), theirs.begin(), theirs.end(), has_same_shape);
}

}  // namespace

const ConfigView::Part* ConfigView::Part::at(const std::string& key) const {
  const auto found = parts.find(key);
  return found == parts.end() ? nullptr : found->second.get();
}

bool ConfigView::Part::sees(const std::string& key) const {
  return seen.hashes.contains(interp::Dict::HashedText(key).hash);
}

void ConfigView::Part::take() {
  for (const auto& looks : std::exchange(watched, {})) {
    seen.at_all = seen.at_all || looks->at_all;
    seen.hashes.insert(looks->hashes.begin(), looks->hashes.end());
  }
  for (const auto& [key, part] : parts) part->take();
}

void ConfigView::watch(const Value& written) { watch(root_, written); }

void ConfigView::watch(Part& part, const Value& value) {
  const auto go_on = [&](const std::string& key, const Value& inner) {
    if (!holds_others(inner)) return;
    std::unique_ptr<Part>& place = part.parts[key];
    if (!place) place = std::make_unique<Part>();
    watch(*place, inner);
  };
  if (const std::vector<Value>* items = in_order_of(value))
    for (size_t i = 0; i < items->size(); ++i) go_on(std::to_string(i), (*items)[i]);
  const auto* dict = value.as<interp::Dict>();
  if (!dict) return;
  for (const interp::Dict::Entry& entry : dict->entries())
    if (entry.live && entry.key.is_string()) go_on(std::string(entry.key.as_string()), entry.value);
  part.watched.push_back(dict->watch());
}

bool ConfigView::is_same(const Node& first, const Node& other, Counterpart& places) const {
  return is_same(sees_all_ ? nullptr : &root_, first, other, places);
}

bool ConfigView::is_same(const Part* part, const Node& first, const Node& other, Counterpart& places) {
  if (first.value.index() != other.value.index() || !places.fit_places(first.span, other.span)) return false;
  if (const Mapping* mapping = first.mapping()) return is_same(part, *mapping, *other.mapping(), places);
  const config::Sequence *list = first.sequence(), *theirs = other.sequence();
  if (!list) return first.span.text() == other.span.text();  // to the program 1e3 and 1000 are not the same
  bool same = list->items.size() == theirs->items.size();
  for (size_t i = 0; same && i < list->items.size(); ++i)
    same = is_same(part ? part->at(std::to_string(i)) : nullptr, list->items[i], theirs->items[i], places);
  return same;
}

bool ConfigView::is_same(const Part* part, const Mapping& first, const Mapping& other, Counterpart& places) {
  const auto is_seen = [&](const Entry& entry) {
    return !part || part->seen.at_all || entry.kind != Entry::KeyKind::string || part->sees(entry.key);
  };
  const auto are_alike = [&](const Entry& one, const Entry& two) {
    if (one.kind != two.kind || one.key != two.key) return false;
    if (!is_seen(one)) return has_same_shape(one.value, two.value);
    return places.fit_places(one.key_span, two.key_span) &&
           is_same(part ? part->at(one.key) : nullptr, one.value, two.value, places);
  };
  return std::equal(first.entries.begin(), first.entries.end(), other.entries.begin(), other.entries.end(), are_alike);
}

}  // namespace vramlint::model
