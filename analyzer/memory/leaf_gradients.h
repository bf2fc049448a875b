// The .grad of parameters and other leaves, and how AccumulateGrad fills them.
#pragma once

#include <vector>

#include "graph/graph.h"
#include "memory/gradient.h"

namespace vramlint::memory {

class LeafGradients {
 public:
  LeafGradients(const graph::Graph& graph, StorageTable& storages, Scenario scenario)
      : graph_(graph), storages_(storages), scenario_(scenario), gradients_(graph.tensors.size()) {}

  /// torch/csrc/autograd/functions/accumulate_grad.h [1.13.1], [2.4]: the first gradient becomes .grad itself if
  /// nothing else references the tensor and its layout is the leaf's, else a clone does; later ones are added in place.
  void accumulate(graph::TensorId leaf, Gradient gradient);
  const Gradient& operator[](graph::TensorId leaf) const { return gradients_[leaf]; }
  void clear(graph::TensorId leaf) { gradients_[leaf].reset(); }

 private:
  const graph::Graph& graph_;
  StorageTable& storages_;
  Scenario scenario_;
  std::vector<Gradient> gradients_;  // by tensor
};

}  // namespace vramlint::memory
