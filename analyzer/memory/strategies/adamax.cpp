// Adamax: torch/optim/adamax.py [1.13.1], [2.0], [2.4]. Up to 2.0 the infinity norm is the maximum over a concatenation
// of two rows, and the list implementation asks for the maximum's indices too.
#include "memory/strategies/optimizer_gradients.h"

namespace vramlint::memory {

namespace {
namespace adamax_strategy {

constexpr std::string_view kMagnitude = "magnitude of the gradient";

void make_states(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    play.capturable_state(parameter, "step");
    play.state(parameter, "exp_avg");
    play.state(parameter, "exp_inf");
  }
}

/// `rows` lives until the next parameter's are made.
void concatenate(OptimizerPlay& play, const Trained& parameter, bool indices, StorageRef& rows) {
  StorageRef magnitude = play.temporary(parameter, kMagnitude);
  rows = play.temporary(parameter, "rows of the infinity norm", parameter.bytes + parameter.bytes);
  magnitude.reset();
  if (indices) play.temporary(parameter, "indices of the maximum", Bytes(parameter.type.numel() * 8)).reset();
}

void step_each(OptimizerPlay& play) {
  StorageRef gradient, rows, denominator;
  for (const Trained& parameter : play.parameters()) {
    take_gradient(play, parameter, play.facts().weight_decay, true, gradient);
    if (play.at_least(2, 1)) {
      play.temporary(parameter, kMagnitude).reset();
    } else {
      concatenate(play, parameter, false, rows);
    }
    if (play.facts().capturable) denominator = play.temporary(parameter, "denominator of the update");
  }
}

void step_foreach(OptimizerPlay& play) {
  TensorTuple gradients = take_gradients(play, play.facts().weight_decay ? Decay::in_place_first : Decay::none);
  if (!play.at_least(2, 1)) {
    StorageRef rows;
    for (const Trained& parameter : play.parameters()) concatenate(play, parameter, true, rows);
    return;
  }
  if (gradients.empty()) gradients = play.temporaries(kMagnitude);
  TensorTuple denominator;
  if (play.facts().capturable) denominator = play.temporaries("denominator of the update");
}

void step(OptimizerPlay& play) {
  make_states(play);
  play.foreach () ? step_foreach(play) : step_each(play);
}

constexpr std::string_view kNames[] = {"adamax"};

}  // namespace adamax_strategy
}  // namespace

const OptimizerStrategy kAdamax = {adamax_strategy::kNames, nullptr, adamax_strategy::step};

}  // namespace vramlint::memory
