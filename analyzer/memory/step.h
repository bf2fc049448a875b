// Plays the events of a graph, iteration after iteration, into one trace.
#pragma once

#include <vector>

#include "memory/autograd_graph.h"
#include "memory/engine.h"
#include "memory/gradient_program.h"
#include "memory/leaf_gradients.h"
#include "memory/storage_table.h"
#include "memory/strategies/accumulation.h"
#include "memory/strategies/optimizer.h"
#include "memory/workspaces.h"

namespace vramlint::memory {

struct StepContext {
  const graph::Graph& graph;
  const config::Experiment& experiment;
  const graph::TorchProfile& torch;
  Scenario scenario = Scenario::point;
  const Device* device = nullptr;
};

class Step {
 public:
  Step(const StepContext& context, Trace& trace);

  void set_up();                       ///< parameters, buffers, and inputs that no event brings
  void iterate(const Pass& pass);      ///< all events once
  void close() { storages_.close(); }  ///< nothing that is still alive is freed in the trace
  Bytes saved_for_backward() const { return saved_; }

 private:
  /// A tensor that Python references.
  struct Live {
    StorageRef storage;
    Edge made_by;  ///< the node that made it and its output number; none for a leaf
  };
  struct CarriedOver {
    size_t dropped_at;
    Live tensor;
  };

  void play(const graph::Node& node);
  void play(const graph::Input& input);
  void play(const graph::Drop& drop) { this->drop(drop.tensor); }
  void play(const graph::Backward& backward);
  void play(const graph::ZeroGrad& zero);
  void play(const graph::OptimizerStep& step);

  std::vector<StorageRef> temporaries(const graph::Node& node, const std::vector<graph::Temporary>& list, bool before);
  void make_results(const graph::Node& node);
  void record(const graph::Node& node);
  Edge edge_of(graph::TensorId tensor);
  StorageRef storage_of(graph::TensorId tensor);
  StorageRef fresh(graph::TensorId tensor, const Label& label);
  StorageRef permanent(graph::TensorId tensor, const Label& label);
  bool history_kept(const graph::Node& node, const graph::Output& output, graph::TensorId result) const;
  void drop(graph::TensorId tensor);
  void drop(Live& tensor);
  void drop_carried(size_t event);
  void carry();
  void bring_inputs();
  std::vector<Trained> trained(bool with_gradient) const;
  OptimizerPlay optimizer_play(bool with_gradient);
  Label label(const graph::Node& node, Category category) const;
  Bytes size(const Interval& interval) const { return pick(interval, context_.scenario); }

  StepContext context_;
  const graph::Graph& graph_;
  StorageTable storages_;
  AutogradGraph autograd_;
  LeafGradients gradients_;
  CublasWorkspaces workspaces_;
  GradientProgram program_;
  Engine engine_;
  OptimizerStates optimizer_states_;
  Accumulation accumulation_;
  Pass pass_;
  size_t event_ = 0;
  std::vector<Live> live_;              // by tensor
  std::vector<bool> persistent_;        // by tensor: parameters, buffers, inputs that nothing brings or drops
  std::vector<bool> brought_;           // by tensor: inputs that an event brings
  std::vector<graph::ModuleId> owner_;  // by parameter
  std::vector<StorageRef> permanent_;   // by graph storage: those of parameters and buffers, which tensors may share
  std::vector<CarriedOver> carried_;
  Bytes saved_;
};

}  // namespace vramlint::memory
