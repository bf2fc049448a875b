// NAdam: torch/optim/nadam.py [1.13.1], [2.0], [2.4].
#include "memory/strategies/optimizer_gradients.h"

namespace vramlint::memory {

namespace {
namespace nadam_strategy {

constexpr std::string_view kRoot = "square root of exp_avg_sq";
constexpr std::string_view kDenominator = "denominator of the update";

void make_states(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    play.capturable_state(parameter, "step");
    play.capturable_state(parameter, "mu_product");
    play.state(parameter, "exp_avg");
    play.state(parameter, "exp_avg_sq");
  }
}

void step_each(OptimizerPlay& play) {
  StorageRef gradient, denominator, average;
  for (const Trained& parameter : play.parameters()) {
    take_gradient(play, parameter, play.facts().weight_decay, !play.at_least(2, 1), gradient);
    average.reset();
    StorageRef quotient = play.temporary(parameter, "corrected exp_avg_sq");
    StorageRef root = play.temporary(parameter, kRoot);
    quotient.reset();
    denominator = std::move(root);
    if (!play.facts().capturable) continue;
    denominator = play.temporary(parameter, kDenominator);
    gradient = play.temporary(parameter, "scaled gradient");
    average = play.temporary(parameter, "scaled exp_avg");
  }
}

/// Up to [2.0] the denominator is a list of its own; later the root becomes it.
void step_foreach(OptimizerPlay& play) {
  const TensorTuple gradients = take_gradients(play, play.facts().weight_decay ? Decay::in_place_first : Decay::none);
  const TensorTuple root = play.temporaries(kRoot);
  TensorTuple denominator, scalars, numerator;
  if (!play.at_least(2, 1)) denominator = play.temporaries(kDenominator);
  if (!play.facts().capturable) return;
  scalars = play.scalars(2, "step size");
  numerator = play.temporaries("numerator of the update");
}

void step(OptimizerPlay& play) {
  make_states(play);
  play.foreach () ? step_foreach(play) : step_each(play);
}

constexpr std::string_view kNames[] = {"nadam"};

}  // namespace nadam_strategy
}  // namespace

const OptimizerStrategy kNadam = {nadam_strategy::kNames, nullptr, nadam_strategy::step};

}  // namespace vramlint::memory
