// Which `self.name` of a program's classes may be one and the same attribute.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "usage/keys.h"
#include "usage/program.h"

namespace vramlint::usage {

class Attributes {
 public:
  explicit Attributes(const std::vector<std::shared_ptr<const Program>>& programs);

  /// Whether `self.name` in this definition finds what the class itself defines or sets.
  bool are_own(const Definition& definition, const std::string& name) const;
  /// Whether `self.name` in this definition may be what was kept: false only where the classes share no ancestor.
  bool may_share(const Definition& definition, const Key::Kept& kept) const;

 private:
  std::string_view family_of(const Definition& definition) const;
  const Definition* keeper_of(const Key::Kept& kept) const;

  std::unordered_map<std::string_view, std::string_view> parent_;  // towards one name for all that are related
  std::unordered_map<std::string_view, std::vector<const Definition*>> classes_;
  std::unordered_map<const Source*, const ModuleText*> texts_;
};

}  // namespace vramlint::usage
