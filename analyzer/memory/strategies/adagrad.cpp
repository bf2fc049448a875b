// Adagrad: torch/optim/adagrad.py [1.13.1], [2.0], [2.4]. The state is made by the constructor, for every parameter.
#include "memory/strategies/optimizer_gradients.h"

namespace vramlint::memory {

namespace {
namespace adagrad_strategy {

constexpr std::string_view kRoot = "square root of sum";
constexpr std::string_view kScaled = "scaled gradient";

void construct(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) play.state(parameter, "sum");
}

void step_each(OptimizerPlay& play) {
  StorageRef gradient, root;
  for (const Trained& parameter : play.parameters()) {
    take_gradient(play, parameter, play.facts().weight_decay, true, gradient);
    root = play.temporary(parameter, kRoot);
  }
}

/// Up to [2.0] the root, its sum with eps, the scaled gradient and their quotient are lists of their own; later the
/// root is added to in place, and gradients that were made anyway are scaled in place.
void step_foreach(OptimizerPlay& play) {
  TensorTuple gradients = take_gradients(play, play.facts().weight_decay ? Decay::in_place_first : Decay::none);
  TensorTuple root = play.temporaries(kRoot);
  if (play.at_least(2, 1)) {
    if (gradients.empty()) gradients = play.temporaries(kScaled);
    return;
  }
  const TensorTuple shifted = play.temporaries(kRoot);
  root.clear();
  const TensorTuple scaled = play.temporaries(kScaled);
  const TensorTuple update = play.temporaries("update");
}

void step(OptimizerPlay& play) {
  if (play.fused()) return;
  play.foreach () ? step_foreach(play) : step_each(play);
}

constexpr std::string_view kNames[] = {"adagrad"};

}  // namespace adagrad_strategy
}  // namespace

const OptimizerStrategy kAdagrad = {adagrad_strategy::kNames, adagrad_strategy::construct, adagrad_strategy::step};

}  // namespace vramlint::memory
