// A gradient on its way through the graph.
#pragma once

#include <memory>
#include <utility>

#include "graph/shape.h"
#include "memory/autograd_graph.h"
#include "memory/storage_table.h"

namespace vramlint::memory {

struct GradientTensor {
  StorageRef storage;
  graph::TensorType type;
  /// Of another tensor, which autograd keeps as long, also without recording (as_view, VariableTypeUtils.h [2.4]).
  bool view = false;
  Edge history = {};  ///< where it is to be differentiated again
};

/// Null where undefined. The pointer's use count is the tensor's, as PyTorch's rules on stealing and in-place addition
/// ask for it; the storage has its own.
using Gradient = std::shared_ptr<const GradientTensor>;

inline Gradient make_gradient(StorageRef storage, graph::TensorType type) {
  return std::make_shared<const GradientTensor>(GradientTensor{std::move(storage), std::move(type)});
}

inline Gradient make_view(StorageRef storage, graph::TensorType type) {
  return std::make_shared<const GradientTensor>(GradientTensor{std::move(storage), std::move(type), true});
}

}  // namespace vramlint::memory
