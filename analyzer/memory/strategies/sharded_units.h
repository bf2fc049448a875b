// Parameters that are divided among GPUs and gathered, unit by unit, while they are used.
#pragma once

#include <string>
#include <vector>

#include "memory/strategies/distribution.h"

namespace vramlint::memory {

/// Parameters that come and go together.
struct ShardedUnit {
  std::string path;                         ///< of its module; "" for what no other unit takes
  std::vector<graph::TensorId> parameters;  ///< those that train first
  size_t trained = 0;
  Bytes bytes;  ///< of all of them
  graph::Dtype dtype = graph::Dtype::float32;
  graph::ModuleId module = 0;
  StorageRef shard, gathered;
  size_t ready = 0;  ///< gradients that have come in this backward
};

class ShardedUnits {
 public:
  /// `unit_of`: the path of the unit that a parameter belongs to, by its name; parameters that are kept whole are left
  /// out.
  ShardedUnits(const DistributionParts& parts, const std::vector<std::pair<graph::TensorId, std::string>>& unit_of);

  size_t size() const { return units_.size(); }
  ShardedUnit& operator[](size_t unit) { return units_[unit]; }
  /// Units within which the module runs, the outermost first.
  const std::vector<size_t>& of_module(graph::ModuleId module) const { return of_module_[module]; }
  /// The unit of a parameter; size() when it has none.
  size_t of_parameter(graph::TensorId tensor) const { return of_parameter_[tensor]; }

 private:
  std::vector<ShardedUnit> units_;  // in the order of their first parameter
  std::vector<std::vector<size_t>> of_module_;
  std::vector<size_t> of_parameter_;  // by tensor
};

/// Whether a dotted path is what a pattern says: `*` is any text without a dot, `**` any text.
bool path_matches(std::string_view pattern, std::string_view path);

}  // namespace vramlint::memory
