#include "usage/attributes.h"

#include <algorithm>

#include "usage/walk.h"

namespace vramlint::usage {

namespace {

bool is_class(const Definition& definition) {
  return definition.statement && std::holds_alternative<syntax::ClassDef>(definition.statement->node);
}

}  // namespace

Attributes::Attributes(const std::vector<std::shared_ptr<const Program>>& programs) {
  for (const auto& program : programs) {
    for (const auto& text : program->modules) {
      texts_.emplace(text->module->source, text.get());
      for (const Definition& definition : text->definitions) {
        if (is_class(definition)) classes_[definition.name].push_back(&definition);
      }
    }
  }
  const auto root = [this](std::string_view name) {
    for (auto at = parent_.find(name); at != parent_.end(); at = parent_.find(name)) name = at->second;
    return name;
  };
  for (const auto& [name, definitions] : classes_) {
    for (const Definition* definition : definitions) {
      for (const std::string& base : definition->bases) {
        const std::string_view one = root(name), other = root(base);
        if (classes_.contains(base) && one != other) parent_.emplace(one, other);
      }
    }
  }
}

std::string_view Attributes::family_of(const Definition& definition) const {
  std::string_view name = definition.name;
  for (auto at = parent_.find(name); at != parent_.end(); at = parent_.find(name)) name = at->second;
  return name;
}

const Definition* Attributes::keeper_of(const Key::Kept& kept) const {
  const auto text = texts_.find(kept.place.source);
  if (text == texts_.end() || !kept.place.text().starts_with("self.")) return nullptr;
  for (const Definition& definition : text->second->definitions) {
    if (is_class(definition) && covers(definition.statement->span, kept.place)) return &definition;
  }
  return nullptr;
}

bool Attributes::are_own(const Definition& definition, const std::string& name) const {
  return is_class(definition) && std::binary_search(definition.members.begin(), definition.members.end(), name);
}

bool Attributes::may_share(const Definition& definition, const Key::Kept& kept) const {
  const Definition* keeper = is_class(definition) ? keeper_of(kept) : nullptr;
  return !keeper || family_of(*keeper) == family_of(definition);
}

}  // namespace vramlint::usage
