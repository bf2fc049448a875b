// Backward: torch/csrc/autograd/engine.cpp on one device.
#pragma once

#include <vector>

#include "memory/autograd_graph.h"
#include "memory/gradient.h"
#include "memory/gradient_program.h"
#include "memory/leaf_gradients.h"

namespace vramlint::memory {

/// What runs the parts of a backward that are Python: see graph::Program.
class ProgramPlayer {
 public:
  virtual ~ProgramPlayer() = default;
  /// The backward of a node that has a program. `incoming`: one per output. Returns one gradient per operand.
  virtual std::vector<Gradient> play_backward(NodeIndex node, std::vector<Gradient> incoming) = 0;
  /// Makes again what the nodes of the segment save, unless it is there already, and gives `node` its own.
  virtual void recompute(NodeIndex node) = 0;
  /// The backward of an operator is about to run.
  virtual void before_backward(const graph::Node& node) = 0;
};

/// One backward: where it begins, and what it is for.
struct BackwardPass {
  struct Root {
    Edge edge;
    Gradient gradient;
  };
  std::vector<Root> roots;
  std::vector<Edge> wanted;  ///< torch.autograd.grad: only what leads there runs; empty: the leaves' .grad
  bool retain_graph = false;
  bool create_graph = false;  ///< the gradients wanted have a history
};

/// May be entered again from a node's program.
class Engine {
 public:
  Engine(const GradientProgram& program, AutogradGraph& autograd, LeafGradients& leaves, ProgramPlayer& player)
      : program_(program), autograd_(autograd), leaves_(leaves), player_(player) {}

  /// Runs every node that the roots lead to, in the order of PyTorch's ready queue: of the nodes all of whose gradients
  /// have come, the one recorded last. Returns the gradients wanted.
  std::vector<Gradient> run(BackwardPass pass);
  /// Of gradients with a history whoever wants it has taken it.
  void let_go_of_histories();

 private:
  struct Task {
    uint64_t sequence;
    NodeIndex node;
    bool operator<(const Task& other) const { return sequence < other.sequence; }
  };
  /// The state of one graph task (torch/csrc/autograd/graph_task.h).
  struct Run {
    const BackwardPass& pass;
    std::vector<int> dependencies;               // by node
    std::vector<std::vector<Gradient>> arrived;  // by node: one gradient per output
    std::vector<Task> ready;                     // a heap
    std::vector<bool> needed;                    // by node: leads to what is wanted; empty: all are
    std::vector<Gradient> wanted;                // one per pass.wanted
  };

  std::vector<NodeIndex> count_dependencies(Run& run) const;
  void find_needed(Run& run, const std::vector<NodeIndex>& reached) const;
  static void keep_wanted(Run& run, NodeIndex node, const std::vector<Gradient>& incoming);
  void run_node(Run& run, NodeIndex node);
  std::vector<Gradient> gradients_of(NodeIndex node, std::vector<Gradient> incoming, bool retain);
  Gradient whole_of_view(NodeIndex node, const std::vector<Gradient>& incoming);
  std::vector<Gradient> through_view(NodeIndex node, std::vector<Gradient> incoming);
  void hand_on(Run& run, const Edge& edge, Gradient gradient);
  void accumulate(Run& run, Gradient& held, Gradient incoming);
  std::vector<Gradient> with_history(NodeIndex node, const std::vector<Gradient>& incoming,
                                     std::vector<Gradient> outgoing);
  NodeIndex record(NodeIndex like, Recorded recorded, std::vector<Edge> edges, std::vector<StorageRef> saved);
  std::vector<Gradient> again(NodeIndex node, const std::vector<Gradient>& incoming);
  void push(Run& run, NodeIndex node);

  const GradientProgram& program_;
  AutogradGraph& autograd_;
  LeafGradients& leaves_;
  ProgramPlayer& player_;
  std::vector<NodeIndex> histories_;  ///< that are kept alive here
};

}  // namespace vramlint::memory
