// Runs the backward of one node: what its GradSteps allocate, release and hand on.
#pragma once

#include <vector>

#include "graph/graph.h"
#include "memory/gradient.h"
#include "memory/libraries/platform.h"

namespace vramlint::memory {

struct GradientProgram {
  const graph::Graph& graph;
  const graph::TorchProfile& torch;
  StorageTable& storages;
  const Platform& platform;

  /// `incoming`: one per output. Returns one gradient per operand. Temporaries are gone when it returns. `saved`: what
  /// the node keeps, of which a composition lets go part by part; null where the graph is retained.
  std::vector<Gradient> run(const graph::Node& node, std::vector<Gradient> incoming,
                            std::vector<StorageRef>* saved) const;
};

}  // namespace vramlint::memory
