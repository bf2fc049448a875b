#include "probes/steps/listed_optimizers.h"

#include <ATen/core/ivalue.h>  // first: clang 14 wants it complete in what follows

#include <ATen/ATen.h>
#include <torch/version.h>

#define VRAMLINT_TORCH_2 (TORCH_VERSION_MAJOR >= 2)
#define VRAMLINT_TORCH_2_1 (TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 1))

namespace vramlint::probes {

namespace {

// The figures do not matter to memory: small ones keep the numbers finite.
constexpr double kRate = 1e-4, kDecay = 1e-4, kBeta = 0.9, kEpsilon = 1e-8;
constexpr bool kLeaner = VRAMLINT_TORCH_2_1;  // lists that 2.1 works on in place

using Tensors = std::vector<at::Tensor>;

Tensors gradients_of(const Tensors& parameters) {
  Tensors result;
  for (const at::Tensor& parameter : parameters) result.push_back(parameter.grad());
  return result;
}

Tensors states_of(OptimizerRun& run, const Tensors& parameters, const char* name) {
  Tensors result;
  for (const at::Tensor& parameter : parameters) result.push_back(run.zeros(parameter, name));
  return result;
}

/// One number for each tensor of the list.
std::vector<at::Scalar> numbers(const Tensors& list, double value) {
  return std::vector<at::Scalar>(list.size(), at::Scalar(value));
}

enum class Decay : uint8_t { none, in_place_first, always_made };

/// [1.13.1] decays .grad itself, but for SGD; [2.0] makes new gradients; [2.4] makes them unless maximizing has.
Tensors prepared(const OptimizerRun& run, const Tensors& parameters, Decay decay) {
  Tensors gradients = gradients_of(parameters);
  const bool negates = run.facts().maximize;
  if (negates) gradients = at::_foreach_neg(gradients);
  if (decay == Decay::none) return gradients;
  const bool in_place = kLeaner ? negates : !VRAMLINT_TORCH_2 && decay == Decay::in_place_first;
  if (in_place) {
    at::_foreach_add_(gradients, parameters, kDecay);
  } else {
    gradients = at::_foreach_add(gradients, parameters, kDecay);
  }
  return gradients;
}

Decay decay_of(const OptimizerRun& run, Decay kind) { return run.facts().weight_decay ? kind : Decay::none; }

/// torch/optim/sgd.py, _multi_tensor_sgd [1.13.1], [2.4].
void step_sgd(OptimizerRun& run) {
  const Tensors parameters = run.with_gradient();
  Tensors gradients = prepared(run, parameters, decay_of(run, Decay::always_made));
  if (run.facts().momentum) {
    Tensors buffers;
    bool fresh = false;
    for (size_t i = 0; i < parameters.size(); ++i) {
      at::Tensor& buffer = run.state(parameters[i], "momentum");
      fresh = fresh || !buffer.defined();
      if (!buffer.defined()) buffer = gradients[i].clone().detach();
      buffers.push_back(buffer);
    }
    if (!fresh) {
      at::_foreach_mul_(buffers, kBeta);
      at::_foreach_add_(buffers, gradients, 1);
    }
    if (run.facts().nesterov) {
      at::_foreach_add_(gradients, buffers, kBeta);
    } else {
      gradients = buffers;
    }
  }
  at::_foreach_add_(parameters, gradients, -kRate);
}

/// torch/optim/adam.py and adamw.py, _multi_tensor_adam [1.13.1], [2.4].
void step_adam(OptimizerRun& run) {
  const Tensors parameters = run.with_gradient();
  const bool decays_parameter = run.facts().name == "adamw";
  const Tensors means = states_of(run, parameters, "exp_avg"), squares = states_of(run, parameters, "exp_avg_sq");
  Tensors most;
  if (run.facts().amsgrad) most = states_of(run, parameters, "max_exp_avg_sq");
  Tensors gradients = prepared(run, parameters, decays_parameter ? Decay::none : decay_of(run, Decay::in_place_first));
  if (decays_parameter) at::_foreach_mul_(parameters, 1 - kRate * kDecay);
  at::_foreach_mul_(means, kBeta);
  at::_foreach_add_(means, gradients, 1 - kBeta);
  at::_foreach_mul_(squares, kBeta);
  at::_foreach_addcmul_(squares, gradients, gradients, 1 - kBeta);
  if (kLeaner) gradients.clear();
  if (!most.empty()) at::_foreach_maximum_(most, squares);
  Tensors root = at::_foreach_sqrt(most.empty() ? squares : most);
  at::_foreach_div_(root, numbers(root, 0.5));
  Tensors denominator;
  if (kLeaner) {
    at::_foreach_add_(root, kEpsilon);
  } else {
    denominator = at::_foreach_add(root, kEpsilon);
  }
  at::_foreach_addcdiv_(parameters, means, kLeaner ? root : denominator, numbers(root, -kRate));
}

/// torch/optim/rmsprop.py, _multi_tensor_rmsprop [1.13.1], [2.4].
void step_rmsprop(OptimizerRun& run) {
  const Tensors parameters = run.with_gradient();
  const Tensors squares = states_of(run, parameters, "square_avg");
  Tensors buffers, means;
  if (run.facts().momentum) buffers = states_of(run, parameters, "momentum");
  if (run.facts().centered) means = states_of(run, parameters, "grad_avg");
  const Tensors gradients = prepared(run, parameters, decay_of(run, Decay::in_place_first));
  at::_foreach_mul_(squares, kBeta);
  at::_foreach_addcmul_(squares, gradients, gradients, 1 - kBeta);
  Tensors root;
  if (means.empty()) {
    root = at::_foreach_sqrt(squares);
  } else {
    at::_foreach_mul_(means, kBeta);
    at::_foreach_add_(means, gradients, 1 - kBeta);
    root = at::_foreach_addcmul(squares, means, means, -1);
    at::_foreach_sqrt_(root);
  }
  at::_foreach_add_(root, kEpsilon);
  if (buffers.empty()) return at::_foreach_addcdiv_(parameters, gradients, root, -kRate);
  at::_foreach_mul_(buffers, kBeta);
  at::_foreach_addcdiv_(buffers, gradients, root, 1);
  at::_foreach_add_(parameters, buffers, -kRate);
}

/// torch/optim/adagrad.py, _multi_tensor_adagrad [1.13.1], [2.4].
void step_adagrad(OptimizerRun& run) {
  const Tensors parameters = run.with_gradient();
  const Tensors sums = states_of(run, parameters, "sum");
  Tensors gradients = prepared(run, parameters, decay_of(run, Decay::in_place_first));
  const std::vector<at::Scalar> rates = numbers(gradients, -kRate);
  at::_foreach_addcmul_(sums, gradients, gradients, 1);
  if (!kLeaner) {
    const Tensors root = at::_foreach_add(at::_foreach_sqrt(sums), kEpsilon);
    return at::_foreach_add_(parameters, at::_foreach_div(at::_foreach_mul(gradients, rates), root), 1);
  }
  const Tensors root = at::_foreach_sqrt(sums);
  at::_foreach_add_(root, kEpsilon);
  if (run.facts().weight_decay || run.facts().maximize) {
    at::_foreach_mul_(gradients, rates);
  } else {
    gradients = at::_foreach_mul(gradients, rates);
  }
  at::_foreach_addcdiv_(parameters, gradients, root, 1);
}

struct FusedLists {
  Tensors parameters, gradients, means, squares, most, steps;
};

FusedLists fused_lists(OptimizerRun& run) {
  FusedLists lists;
  lists.parameters = run.with_gradient();
  for (const at::Tensor& parameter : lists.parameters) {
    at::Tensor& step = run.state(parameter, "step");
    if (!step.defined()) step = at::zeros({}, parameter.options().dtype(at::kFloat));
    lists.steps.push_back(step);
    lists.means.push_back(run.zeros(parameter, "exp_avg"));
    lists.squares.push_back(run.zeros(parameter, "exp_avg_sq"));
    if (run.facts().amsgrad) lists.most.push_back(run.zeros(parameter, "max_exp_avg_sq"));
  }
  lists.gradients = gradients_of(lists.parameters);
  at::_foreach_add_(lists.steps, 1);
  return lists;
}

/// torch/optim/adam.py, _fused_adam [1.13.1], [2.4].
void step_fused_adam(OptimizerRun& run) {
  const FusedLists lists = fused_lists(run);
  const double decay = run.facts().weight_decay ? kDecay : 0;
  at::_fused_adam_(lists.parameters, lists.gradients, lists.means, lists.squares, lists.most, lists.steps, kRate, kBeta,
                   kBeta, decay, kEpsilon, run.facts().amsgrad, run.facts().maximize);
}

#if VRAMLINT_TORCH_2
/// torch/optim/adamw.py, _fused_adamw [2.4].
void step_fused_adamw(OptimizerRun& run) {
  const FusedLists lists = fused_lists(run);
  at::_fused_adamw_(lists.parameters, lists.gradients, lists.means, lists.squares, lists.most, lists.steps, kRate,
                    kBeta, kBeta, kDecay, kEpsilon, run.facts().amsgrad, run.facts().maximize);
}
#endif

struct Written {
  std::string_view name;
  OptimizerStep step;
};

constexpr Written kForeach[] = {
    {"sgd", step_sgd}, {"adam", step_adam}, {"adamw", step_adam}, {"rmsprop", step_rmsprop}, {"adagrad", step_adagrad},
};

constexpr Written kFused[] = {
    {"adam", step_fused_adam},
#if VRAMLINT_TORCH_2
    {"adamw", step_fused_adamw},
#endif
};

template <size_t count>
OptimizerStep find(const Written (&list)[count], std::string_view name) {
  for (const Written& one : list) {
    if (one.name == name) return one.step;
  }
  return nullptr;
}

}  // namespace

OptimizerStep foreach_step(std::string_view name) { return find(kForeach, name); }

OptimizerStep fused_step(std::string_view name) { return find(kFused, name); }

}  // namespace vramlint::probes
