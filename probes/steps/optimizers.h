// Optimizers in ATen calls, in the order of torch/optim's Python, so that each temporary lives as long as there.
//
// Always the implementation that takes one parameter after the other: what torch/optim does on a CPU in every version.
#pragma once

#include <ATen/core/Tensor.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graph/torch_profile.h"
#include "memory/strategies/optimizer.h"

namespace vramlint::probes {

class OptimizerRun {
 public:
  OptimizerRun(config::OptimizerFacts facts, std::vector<at::Tensor> parameters)
      : facts_(std::move(facts)), parameters_(std::move(parameters)) {}

  void construct();  ///< what __init__ makes
  void step();       ///< throws std::runtime_error for an optimizer that is not written here

  const config::OptimizerFacts& facts() const { return facts_; }
  const std::vector<at::Tensor>& parameters() const { return parameters_; }
  std::vector<at::Tensor> with_gradient() const;
  /// The state of that parameter; undefined before it is made.
  at::Tensor& state(const at::Tensor& parameter, const std::string& name);
  /// Made of zeros unless it is there.
  at::Tensor& zeros(const at::Tensor& parameter, const std::string& name);

 private:
  config::OptimizerFacts facts_;
  std::vector<at::Tensor> parameters_;
  std::map<std::pair<const c10::TensorImpl*, std::string>, at::Tensor> states_;
};

}  // namespace vramlint::probes
