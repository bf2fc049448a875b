// RMSprop: torch/optim/rmsprop.py [1.13.1], [2.0], [2.4].
#include "memory/strategies/optimizer_gradients.h"

namespace vramlint::memory {

namespace {
namespace rmsprop_strategy {

constexpr std::string_view kRoot = "square root of square_avg";

void make_states(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    play.capturable_state(parameter, "step");
    play.state(parameter, "square_avg");
    if (play.facts().momentum) play.state(parameter, "momentum buffer");
    if (play.facts().centered) play.state(parameter, "grad_avg");
  }
}

void step_each(OptimizerPlay& play) {
  StorageRef gradient, root;
  for (const Trained& parameter : play.parameters()) {
    take_gradient(play, parameter, play.facts().weight_decay, true, gradient);
    root = play.temporary(parameter, kRoot);
  }
}

void step(OptimizerPlay& play) {
  make_states(play);
  if (!play.foreach ()) return step_each(play);
  const TensorTuple gradients = take_gradients(play, play.facts().weight_decay ? Decay::in_place_first : Decay::none);
  const TensorTuple root = play.temporaries(kRoot);
}

constexpr std::string_view kNames[] = {"rmsprop"};

}  // namespace rmsprop_strategy
}  // namespace

const OptimizerStrategy kRmsprop = {rmsprop_strategy::kNames, nullptr, rmsprop_strategy::step};

}  // namespace vramlint::memory
