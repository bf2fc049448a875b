#include "memory/strategies/sharded_units.h"

#include <algorithm>
#include <map>

namespace vramlint::memory {

namespace {

bool within(std::string_view module, std::string_view unit) {
  return unit.empty() || module == unit || (module.starts_with(unit) && module[unit.size()] == '.');
}

}  // namespace

ShardedUnits::ShardedUnits(const DistributionParts& parts,
                           const std::vector<std::pair<graph::TensorId, std::string>>& unit_of)
    : of_module_(parts.graph.modules.size()), of_parameter_(parts.graph.tensors.size()) {
  std::map<std::string, size_t> numbers;
  std::vector<std::pair<graph::TensorId, size_t>> members;
  for (const auto& [tensor, path] : unit_of) {
    const auto [entry, made] = numbers.try_emplace(path, units_.size());
    if (made) units_.push_back({.path = path});
    members.emplace_back(tensor, entry->second);
  }
  std::fill(of_parameter_.begin(), of_parameter_.end(), units_.size());
  for (const bool trains : {true, false}) {
    for (const auto& [tensor, number] : members) {
      const graph::Tensor& facts = parts.graph.tensors[tensor];
      if (facts.requires_grad != trains) continue;
      ShardedUnit& unit = units_[number];
      unit.parameters.push_back(tensor);
      unit.trained += trains ? 1U : 0U;
      unit.bytes += parts.scenario.pick(facts.type.bytes());
      unit.dtype = facts.type.dtype;
      of_parameter_[tensor] = number;
    }
  }
  for (size_t module = 0; module < of_module_.size(); ++module) {
    const std::string& path = parts.graph.modules[module];
    for (size_t unit = 0; unit < units_.size(); ++unit) {
      if (path == units_[unit].path) units_[unit].module = static_cast<graph::ModuleId>(module);
      if (within(path, units_[unit].path)) of_module_[module].push_back(unit);
    }
    std::stable_sort(of_module_[module].begin(), of_module_[module].end(),
                     [this](size_t a, size_t b) { return units_[a].path.size() < units_[b].path.size(); });
  }
}

/// After every piece of the pattern, how much of the path it may have taken.
bool path_matches(std::string_view pattern, std::string_view path) {
  std::vector<bool> reached(path.size() + 1);
  reached[0] = true;
  for (size_t at = 0; at < pattern.size(); ++at) {
    const bool any = pattern[at] == '*';
    const bool deep = any && pattern.substr(at).starts_with("**");
    std::vector<bool> next(path.size() + 1);
    for (size_t taken = 0; taken <= path.size(); ++taken) {
      if (any) {
        const bool grows = taken > 0 && next[taken - 1] && (deep || path[taken - 1] != '.');
        next[taken] = reached[taken] || grows;
      } else {
        next[taken] = taken > 0 && reached[taken - 1] && path[taken - 1] == pattern[at];
      }
    }
    reached = std::move(next);
    if (deep) ++at;
  }
  return reached.back();
}

}  // namespace vramlint::memory
