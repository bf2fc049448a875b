// Optimizers in ATen calls, in the order of torch/optim's Python, so that each temporary lives as long as there: one
// parameter after the other, in lists, or fused, as torch/optim itself would choose on the device.
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
  /// Throws UsageError for an optimizer, or an implementation of it, that is not written here.
  OptimizerRun(config::OptimizerFacts facts, std::vector<at::Tensor> parameters);

  void construct();  ///< what __init__ makes
  void step();

  const config::OptimizerFacts& facts() const { return facts_; }
  const std::vector<at::Tensor>& parameters() const { return parameters_; }
  std::vector<at::Tensor> with_gradient() const;
  at::Tensor gradient(const at::Tensor& parameter) const;  ///< .grad, negated where the optimizer maximizes
  /// The state of that parameter; undefined before it is made.
  at::Tensor& state(const at::Tensor& parameter, const std::string& name);
  /// Made of zeros unless it is there.
  at::Tensor& zeros(const at::Tensor& parameter, const std::string& name);

 private:
  config::OptimizerFacts facts_;
  std::vector<at::Tensor> parameters_;
  void (*step_)(OptimizerRun&);
  std::map<std::pair<const c10::TensorImpl*, std::string>, at::Tensor> states_;
};

}  // namespace vramlint::probes
