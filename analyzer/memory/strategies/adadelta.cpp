// Adadelta: torch/optim/adadelta.py [1.13.1], [2.0], [2.4].
#include "memory/strategies/optimizer_gradients.h"

namespace vramlint::memory {

namespace {
namespace adadelta_strategy {

void make_states(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    play.capturable_state(parameter, "step");
    play.state(parameter, "square_avg");
    play.state(parameter, "acc_delta");
  }
}

void step_each(OptimizerPlay& play) {
  StorageRef gradient, deviation, delta;
  for (const Trained& parameter : play.parameters()) {
    take_gradient(play, parameter, play.facts().weight_decay, true, gradient);
    deviation = play.temporary(parameter, "std");
    delta = play.temporary(parameter, "delta");
  }
}

void step(OptimizerPlay& play) {
  make_states(play);
  if (!play.foreach ()) return step_each(play);
  const TensorTuple gradients = take_gradients(play, play.facts().weight_decay ? Decay::in_place_first : Decay::none);
  const TensorTuple deviation = play.temporaries("std");
  const TensorTuple delta = play.temporaries("delta");
}

constexpr std::string_view kNames[] = {"adadelta"};

}  // namespace adadelta_strategy
}  // namespace

const OptimizerStrategy kAdadelta = {adadelta_strategy::kNames, nullptr, adadelta_strategy::step};

}  // namespace vramlint::memory
