#include "probes/steps/optimizers.h"

#include <ATen/core/ivalue.h>  // first: clang 14 wants it complete in what follows

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include "probes/command_line.h"
#include "probes/device_choice.h"
#include "probes/steps/listed_optimizers.h"
#include "probes/torch_build.h"

namespace vramlint::probes {

namespace {

// The figures do not matter to memory: small ones keep the numbers finite.
constexpr double kRate = 1e-4, kDecay = 1e-4, kBeta = 0.9, kEpsilon = 1e-8;

using Tensors = std::vector<at::Tensor>;

/// torch/optim/sgd.py, _single_tensor_sgd [1.13.1], [2.4].
void step_sgd(OptimizerRun& run) {
  at::Tensor gradient;
  for (const at::Tensor& parameter : run.with_gradient()) {
    gradient = run.gradient(parameter);
    if (run.facts().weight_decay) gradient = gradient.add(parameter, kDecay);
    if (run.facts().momentum) {
      at::Tensor& buffer = run.state(parameter, "momentum");
      if (!buffer.defined()) {
        buffer = gradient.clone().detach();
      } else {
        buffer.mul_(kBeta).add_(gradient);
      }
      gradient = run.facts().nesterov ? gradient.add(buffer, kBeta) : buffer;
    }
    parameter.add_(gradient, -kRate);
  }
}

at::Tensor second_moment(OptimizerRun& run, const at::Tensor& parameter, const at::Tensor& square) {
  if (!run.facts().amsgrad) return square;
  at::Tensor& most = run.state(parameter, "max_exp_avg_sq");
  at::maximum_out(most, most, square);
  return most;
}

/// torch/optim/adam.py and adamw.py, _single_tensor_adam [1.13.1], [2.4].
void step_adam(OptimizerRun& run) {
  const bool decays_parameter = run.facts().name == "adamw";
  for (const at::Tensor& parameter : run.with_gradient()) {
    run.zeros(parameter, "exp_avg");
    run.zeros(parameter, "exp_avg_sq");
    if (run.facts().amsgrad) run.zeros(parameter, "max_exp_avg_sq");
  }
  at::Tensor gradient, denominator;
  for (const at::Tensor& parameter : run.with_gradient()) {
    gradient = run.gradient(parameter);
    if (run.facts().weight_decay && !decays_parameter) gradient = gradient.add(parameter, kDecay);
    if (decays_parameter) parameter.mul_(1 - kRate * kDecay);
    const at::Tensor mean = run.state(parameter, "exp_avg"), square = run.state(parameter, "exp_avg_sq");
    mean.mul_(kBeta).add_(gradient, 1 - kBeta);
    square.mul_(kBeta).addcmul_(gradient, gradient.conj(), 1 - kBeta);
    denominator = (second_moment(run, parameter, square).sqrt() / 0.5).add_(kEpsilon);
    parameter.addcdiv_(mean, denominator, -kRate);
  }
}

/// torch/optim/rmsprop.py, _single_tensor_rmsprop [1.13.1], [2.4].
void step_rmsprop(OptimizerRun& run) {
  for (const at::Tensor& parameter : run.with_gradient()) {
    run.zeros(parameter, "square_avg");
    if (run.facts().momentum) run.zeros(parameter, "momentum");
    if (run.facts().centered) run.zeros(parameter, "grad_avg");
  }
  at::Tensor gradient, root;
  for (const at::Tensor& parameter : run.with_gradient()) {
    gradient = parameter.grad();
    gradient = run.gradient(parameter);
    if (run.facts().weight_decay) gradient = gradient.add(parameter, kDecay);
    const at::Tensor square = run.state(parameter, "square_avg");
    square.mul_(kBeta).addcmul_(gradient, gradient, 1 - kBeta);
    if (run.facts().centered) {
      const at::Tensor mean = run.state(parameter, "grad_avg");
      mean.mul_(kBeta).add_(gradient, 1 - kBeta);
      root = square.addcmul(mean, mean, -1).sqrt_().add_(kEpsilon);
    } else {
      root = square.sqrt().add_(kEpsilon);
    }
    if (run.facts().momentum) {
      const at::Tensor buffer = run.state(parameter, "momentum");
      buffer.mul_(kBeta).addcdiv_(gradient, root);
      parameter.add_(buffer, -kRate);
    } else {
      parameter.addcdiv_(gradient, root, -kRate);
    }
  }
}

void construct_adagrad(OptimizerRun& run) {
  for (const at::Tensor& parameter : run.parameters()) run.zeros(parameter, "sum");
}

/// torch/optim/adagrad.py, _single_tensor_adagrad [1.13.1], [2.4].
void step_adagrad(OptimizerRun& run) {
  at::Tensor gradient, root;
  for (const at::Tensor& parameter : run.with_gradient()) {
    gradient = parameter.grad();
    gradient = run.gradient(parameter);
    if (run.facts().weight_decay) gradient = gradient.add(parameter, kDecay);
    const at::Tensor sum = run.state(parameter, "sum");
    sum.addcmul_(gradient, gradient, 1);
    root = sum.sqrt().add_(kEpsilon);
    parameter.addcdiv_(gradient, root, -kRate);
  }
}

void step_none(OptimizerRun&) {}

struct Written {
  const char* name;
  void (*construct)(OptimizerRun&);
  void (*step)(OptimizerRun&);
};

constexpr Written kWritten[] = {
    {"sgd", nullptr, step_sgd},
    {"adam", nullptr, step_adam},
    {"adamw", nullptr, step_adam},
    {"rmsprop", nullptr, step_rmsprop},
    {"adagrad", construct_adagrad, step_adagrad},
    {"none", nullptr, step_none},
};

const Written& written(const std::string& name) {
  for (const Written& one : kWritten) {
    if (one.name == name) return one;
  }
  std::string all;
  for (const Written& one : kWritten) all += std::string(all.empty() ? "" : ", ") + one.name;
  throw UsageError("the probe does not run the optimizer '" + name + "'; it runs " + all);
}

/// Asked for on a CPU, lists are taken there too.
bool takes_lists(const config::OptimizerFacts& facts) {
  if (facts.foreach) return *facts.foreach;
  return chosen_device().cuda && torch_profile().foreach_by_default;
}

OptimizerStep step_of(const config::OptimizerFacts& facts) {
  const Written& optimizer = written(facts.name);
  if (facts.name == "none") return optimizer.step;
  if (facts.capturable) throw UsageError("the probe does not run optimizers with capturable=True");
  if (facts.fused.value_or(false)) {
    if (!chosen_device().cuda) throw UsageError("fused " + facts.name + " runs with --device cuda only");
    const OptimizerStep step = fused_step(facts.name);
    if (!step) throw UsageError("the probe does not run fused " + facts.name + " on torch " + torch_version());
    return step;
  }
  if (!takes_lists(facts)) return optimizer.step;
  const OptimizerStep step = foreach_step(facts.name);
  if (!step) throw UsageError("the probe does not run " + facts.name + " with foreach=True");
  return step;
}

}  // namespace

OptimizerRun::OptimizerRun(config::OptimizerFacts facts, std::vector<at::Tensor> parameters)
    : facts_(std::move(facts)), parameters_(std::move(parameters)), step_(step_of(facts_)) {}

at::Tensor OptimizerRun::gradient(const at::Tensor& parameter) const {
  return facts_.maximize ? parameter.grad().neg() : parameter.grad();
}

Tensors OptimizerRun::with_gradient() const {
  Tensors result;
  for (const at::Tensor& parameter : parameters_) {
    if (parameter.grad().defined()) result.push_back(parameter);
  }
  return result;
}

at::Tensor& OptimizerRun::state(const at::Tensor& parameter, const std::string& name) {
  return states_[{parameter.unsafeGetTensorImpl(), name}];
}

at::Tensor& OptimizerRun::zeros(const at::Tensor& parameter, const std::string& name) {
  at::Tensor& held = state(parameter, name);
  if (!held.defined()) held = at::zeros_like(parameter, at::MemoryFormat::Preserve);
  return held;
}

void OptimizerRun::construct() {
  const c10::AutoGradMode off(false);
  const Written& optimizer = written(facts_.name);
  if (optimizer.construct) optimizer.construct(*this);
}

void OptimizerRun::step() {
  const c10::AutoGradMode off(false);
  if (!with_gradient().empty()) step_(*this);
}

}  // namespace vramlint::probes
