// An exponential moving average of the model: a copy of its parameters, of its buffers too unless they are left out.
#pragma once

#include <vector>

#include "config/techniques.h"
#include "memory/storage_table.h"
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

class AveragedModel {
 public:
  explicit AveragedModel(StorageTable& storages) : storages_(storages) {}

  /// One more tensor of the model.
  void copy(graph::ModuleId module, Bytes bytes);
  /// After a step. torch._foreach_lerp_ (torch/optim/swa_utils.py [2.4]) and `ema.mul_(d).add_(p, alpha=1 - d)` make
  /// nothing; `ema * d + p * (1 - d)` makes three tensors of each, one parameter at a time: the upper bound.
  void update(Scenario scenario) const;

 private:
  struct Copy {
    StorageRef storage;
    graph::ModuleId module;
    Bytes bytes;
  };
  StorageTable& storages_;
  std::vector<Copy> copies_;
};

}  // namespace vramlint::memory
