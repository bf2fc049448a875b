// Autograd nodes whose backward, or whose saved tensors, are a program of the graph.
#pragma once

#include <torch/csrc/autograd/function.h>

#include <functional>
#include <memory>
#include <vector>

#include "graph/graph.h"
#include "probes/meter/saved_tensors.h"

namespace vramlint::probes {

/// What plays the events of a program.
class ProgramRunner {
 public:
  virtual ~ProgramRunner() = default;
  virtual torch::autograd::variable_list play_backward(const graph::Program& program, std::vector<at::Tensor> captured,
                                                       torch::autograd::variable_list incoming) = 0;
  /// Plays the events for what their nodes save, until `enough` says so.
  virtual void play_again(const graph::Program& program, const std::vector<at::Tensor>& captured,
                          const std::function<bool()>& enough) = 0;
};

using Kept = std::vector<std::unique_ptr<KeptTensor>>;
Kept keep(const std::vector<at::Tensor>& tensors);

/// The same tensors without their history: held, not counted as saved.
std::vector<at::Tensor> hold(const std::vector<at::Tensor>& tensors);

/// Stands for the backward of a torch.autograd.Function. `held`: what the program takes from outside.
class ProgramNode : public torch::autograd::Node {
 public:
  ProgramNode(ProgramRunner& runner, const graph::Program& program, std::vector<at::Tensor> held, Kept saved)
      : runner_(runner), program_(&program), held_(std::move(held)), saved_(std::move(saved)) {}
  torch::autograd::variable_list apply(torch::autograd::variable_list&& incoming) override;
  void release_variables() override;

 private:
  ProgramRunner& runner_;
  const graph::Program* program_;
  std::vector<at::Tensor> held_;
  Kept saved_;
};

/// Stands for a torch.autograd.Function whose backward is not known: a fresh gradient for every operand among `like`;
/// an undefined tensor there gets none.
class OpaqueNode : public torch::autograd::Node {
 public:
  OpaqueNode(const std::vector<at::Tensor>& like, Kept saved);
  torch::autograd::variable_list apply(torch::autograd::variable_list&& incoming) override;
  void release_variables() override { saved_.clear(); }

 private:
  struct Shape {
    std::vector<int64_t> sizes;
    at::TensorOptions options;
  };
  std::vector<Shape> shapes_;
  std::vector<bool> wanted_;
  Kept saved_;
};

/// A part of the forward that is made again in backward: torch.utils.checkpoint with use_reentrant=False.
class SegmentRun {
 public:
  SegmentRun(ProgramRunner& runner, const graph::Program& again, bool stops_early);

  /// What the segment was called with, and what else it needs to run again. Only the first call counts.
  void enter(const std::vector<at::Tensor>& arguments, const std::vector<at::Tensor>& captured);
  HookMaker hooks() const;  ///< those of a node of the segment

  struct State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace vramlint::probes
