// Tensors that Python has let go of while nodes keep them: what a formula unpacks of such a node is there again
// (SavedVariable::unpack, torch/csrc/autograd/saved_variable.cpp [1.13], [2.4]).
#pragma once

#include <unordered_map>
#include <vector>

#include "memory/live_tensor.h"

namespace vramlint::memory {

class LeftTensors {
 public:
  explicit LeftTensors(const graph::Graph& graph);

  static bool unpacks(const graph::Node& node);
  /// Before Python lets go of it.
  void leave(graph::TensorId tensor, const LiveTensor& live);
  /// With a history that counts one reference more; without a storage where nothing has kept that.
  LiveTensor unpack(graph::TensorId tensor, StorageTable& storages, AutogradGraph& autograd) const;
  void clear() { left_.clear(); }

 private:
  struct Left {
    uint32_t storage;
    Edge made_by;
  };
  std::vector<bool> unpacked_;                      // by tensor: a node hands it out again
  std::unordered_map<graph::TensorId, Left> left_;  // looked up only
};

}  // namespace vramlint::memory
