#include "model/config_looks.h"

namespace vramlint::model {

namespace {

using interp::Value;

const interp::Dict* dict_of(const Value* value) { return value ? value->as<interp::Dict>() : nullptr; }

const Value* item_of(const Value* value, size_t index) {
  const std::vector<Value>* items = nullptr;
  if (const auto* list = value ? value->as<interp::List>() : nullptr) items = &list->items;
  if (const auto* tuple = value ? value->as<interp::Tuple>() : nullptr) items = &tuple->items;
  return items && index < items->size() ? &(*items)[index] : nullptr;
}

/// `visit`: of a mapping and the dict that stands there now; whether that is where to go on.
template <typename Visit>
void walk(const config::Node& node, const Value* value, const Visit& visit) {
  if (const config::Mapping* mapping = node.mapping()) {
    const interp::Dict* dict = dict_of(value);
    const bool inside = visit(dict) && dict;
    for (const config::Entry& entry : mapping->entries)
      walk(entry.value, inside && entry.kind == config::Entry::KeyKind::string ? dict->find(entry.key) : nullptr,
           visit);
  }
  if (const config::Sequence* list = node.sequence())
    for (size_t i = 0; i < list->items.size(); ++i) walk(list->items[i], item_of(value, i), visit);
}

}  // namespace

ConfigLooks::ConfigLooks(const config::Node& root, const Value& cfg) : root_(root) {
  std::vector<const interp::Dict*> dicts;
  walk(root_, &cfg, [&](const interp::Dict* dict) {
    dicts.push_back(dict);
    return true;
  });
  for (const interp::Dict* dict : dicts) {
    if (dict) dict->watch();
    watched_.push_back(dict);
  }
}

void ConfigLooks::take(const Value& cfg, std::vector<config::Look>& looks) const {
  looks.resize(watched_.size());
  size_t mapping = 0;
  walk(root_, &cfg, [&](const interp::Dict* dict) {
    const bool is_there = dict && dict == watched_[mapping] && dict->looks();
    config::Look& look = looks[mapping++];
    look.add(is_there ? config::Look{dict->looks()->at_all, dict->looks()->hashes} : config::Look{.at_all = true});
    return is_there;
  });
}

}  // namespace vramlint::model
