// Backward: torch/csrc/autograd/engine.cpp on one device.
#pragma once

#include <vector>

#include "memory/autograd_graph.h"
#include "memory/gradient.h"
#include "memory/gradient_program.h"
#include "memory/leaf_gradients.h"
#include "memory/workspaces.h"

namespace vramlint::memory {

class Engine {
 public:
  Engine(const GradientProgram& program, AutogradGraph& autograd, LeafGradients& leaves, CublasWorkspaces& workspaces)
      : program_(program), autograd_(autograd), leaves_(leaves), workspaces_(workspaces) {}

  /// Runs every node that `root` leads to, in the order of PyTorch's ready queue: of the nodes all of whose gradients
  /// have come, the one recorded last.
  void run(Edge root, Gradient gradient);

 private:
  struct Task {
    uint64_t sequence;
    NodeIndex node;
    bool operator<(const Task& other) const { return sequence < other.sequence; }
  };

  void count_dependencies(NodeIndex root);
  void run_node(NodeIndex node);
  void hand_on(const Edge& edge, Gradient gradient);
  void accumulate(Gradient& held, Gradient incoming);
  void push(NodeIndex node);

  const GradientProgram& program_;
  AutogradGraph& autograd_;
  LeafGradients& leaves_;
  CublasWorkspaces& workspaces_;
  std::vector<int> dependencies_;               // by node
  std::vector<std::vector<Gradient>> arrived_;  // by node: one gradient per output
  std::vector<Task> ready_;                     // a heap
};

}  // namespace vramlint::memory
