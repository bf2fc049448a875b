// Runs the backward of one node: what its GradSteps allocate, release and hand on.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"
#include "memory/gradient.h"
#include "memory/libraries/aten_reduction.h"
#include "memory/libraries/cublas.h"
#include "memory/libraries/cudnn_convolution.h"
#include "memory/libraries/platform.h"

namespace vramlint::memory {

struct GradientProgram {
  const graph::Graph& graph;
  const graph::TorchProfile& torch;
  StorageTable& storages;
  const Platform& platform;
  CublasWorkspaces& products;
  /// What a node's backward was the last time, for gradients of these types: a step is played twice.
  struct Known {
    std::vector<std::optional<graph::TensorType>> incoming;
    std::vector<graph::GradStep> steps;
  };
  mutable std::unordered_map<const graph::Node*, Known> known = {};
  /// Likewise what a convolution takes beside its operands.
  mutable std::map<std::pair<const graph::Node*, ConvolutionPass>, Interval> convolutions = {};

  /// A workspace that the operator asks for: as its library's model says, else as the operator itself does.
  [[nodiscard]] StorageRef workspace(const graph::Node& node, ConvolutionPass pass, const Interval& asked,
                                     const Label& label) const;
  /// A reduction runs that needs these.
  void take_and_leave(const ReductionBuffers& buffers, Label label) const;

  /// `incoming`: one per output. Returns one gradient per operand. Temporaries are gone when it returns. `saved`: what
  /// the node keeps, of which a composition lets go part by part; null where the graph is retained.
  std::vector<Gradient> run(const graph::Node& node, std::vector<Gradient> incoming,
                            std::vector<StorageRef>* saved) const;

 private:
  const std::vector<graph::GradStep>& steps_of(const graph::Node& node, const std::vector<Gradient>& incoming) const;
};

}  // namespace vramlint::memory
