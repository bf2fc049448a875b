// Plays a graph in LibTorch, event by event, as memory::Step plays it into a trace.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <stdexcept>
#include <vector>

#include "graph/graph.h"
#include "memory/strategies/accumulation.h"
#include "memory/trace.h"
#include "probes/meter/meter.h"
#include "probes/meter/saved_tensors.h"
#include "probes/steps/optimizers.h"
#include "probes/steps/programs.h"

namespace vramlint::probes {

/// What LibTorch refused, and at which event.
struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Run : private ProgramRunner {
 public:
  /// `meter` is told where the run is.
  Run(const graph::Graph& graph, const config::Experiment& experiment, const graph::TorchProfile& torch, Meter& meter);

  void set_up();  ///< parameters, buffers, inputs, and what optimizers make when they are constructed
  void iterate(const memory::Pass& pass);  ///< all events once. Throws RunError

  const std::vector<Reached>& places() const { return places_; }
  int64_t saved_for_backward() const { return saved_; }  ///< the most that any backward found

 private:
  struct CarriedOver {
    size_t dropped_at;
    at::Tensor tensor;
  };

  void play(const graph::Node& node);
  void play(const graph::Input& input);
  void play(const graph::Drop& drop) { this->drop(drop.tensor); }
  void play(const graph::Backward& backward);
  void play(const graph::ZeroGrad& zero);
  void play(const graph::ReadGradient& read);
  void play(const graph::SetGradient& set);
  void play(const graph::ClipGradients& clip);
  void play(const graph::OptimizerStep& step);
  void play(const graph::EmptyCache& empty);
  void play(const graph::Event& event);

  // Programs that run inside of a backward.
  torch::autograd::variable_list play_backward(const graph::Program& program, std::vector<at::Tensor> captured,
                                               torch::autograd::variable_list incoming) override;
  void play_again(const graph::Program& program, const std::vector<at::Tensor>& captured,
                  const std::function<bool()>& enough) override;
  std::vector<graph::TensorId> lend(const graph::Program& program, const std::vector<at::Tensor>& captured);
  void leave(const graph::Program& program, const std::vector<graph::TensorId>& lent);

  std::vector<at::Tensor> operands(const graph::Node& node) const;
  std::vector<at::Tensor> call(const graph::Node& node, const std::vector<at::Tensor>& operands);
  std::vector<at::Tensor> function(const graph::Node& node, const std::vector<at::Tensor>& operands);
  std::vector<at::Tensor> tensors(const std::vector<graph::TensorId>& ids) const;
  void expect_dtypes(const graph::Node& node, const std::vector<at::Tensor>& results) const;
  void watch_backward(const graph::Node& node, const std::vector<at::Tensor>& results, uint64_t first_sequence);
  at::Tensor permanent(graph::TensorId tensor);
  void bring_inputs();
  void drop(graph::TensorId tensor);
  void drop_carried(size_t event);
  void carry();
  void reach(const graph::Node* node);
  void make_optimizers();
  void copy_model();
  void update_average();
  std::vector<at::Tensor> trained(const std::vector<graph::TensorId>& parameters) const;
  StorageSet persistent_storages() const;

  const graph::Graph& graph_;
  const config::Experiment& experiment_;
  const graph::TorchProfile& torch_;
  Meter& meter_;
  memory::Accumulation accumulation_;
  memory::Pass pass_;
  std::vector<at::Tensor> live_;       // by tensor: what Python references
  std::vector<bool> persistent_;       // by tensor
  std::vector<bool> brought_;          // by tensor: inputs that an event brings
  std::vector<at::Tensor> permanent_;  // by graph storage
  std::vector<CarriedOver> carried_;
  std::vector<OptimizerRun> optimizers_;
  std::vector<std::pair<at::Tensor, at::Tensor>> average_;  // of the model: a parameter or buffer, and its copy
  std::vector<SegmentRun> segments_;
  std::vector<Reached> places_;
  size_t event_ = 0;
  int depth_ = 0;
  int64_t saved_ = 0;
};

}  // namespace vramlint::probes
