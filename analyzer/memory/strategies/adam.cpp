// Adam and AdamW: torch/optim/adam.py and adamw.py [1.13.1], [2.0], [2.4]. Two states of the parameter's size, made for
// all parameters before the first is updated; a third with amsgrad. AdamW decays the parameter in place.
#include "memory/strategies/optimizer_gradients.h"

namespace vramlint::memory {

namespace {
namespace adam_strategy {

constexpr std::string_view kRoot = "square root of exp_avg_sq";
constexpr std::string_view kDenominator = "denominator of the update";
constexpr std::string_view kScalar = "bias correction";

bool decays_gradient(const OptimizerPlay& play) { return play.facts().weight_decay && play.facts().name != "adamw"; }

void make_states(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    play.capturable_state(parameter, "step");
    play.state(parameter, "exp_avg");
    play.state(parameter, "exp_avg_sq");
    if (play.facts().amsgrad) play.state(parameter, "max_exp_avg_sq");
  }
}

/// [2.1] frees the gradients before it takes the root, which then becomes the denominator in place; before that both
/// lists are made, and the gradients stay to the end.
void step_foreach(OptimizerPlay& play) {
  const bool slim = play.at_least(2, 1);
  TensorTuple gradients = take_gradients(play, decays_gradient(play) ? Decay::in_place_first : Decay::none);
  if (slim) gradients.clear();
  TensorTuple corrections, denominator;
  if (play.facts().capturable) corrections = play.scalars(slim ? 2 : 6, kScalar);
  const TensorTuple root = play.temporaries(kRoot);
  if (!slim) denominator = play.temporaries(kDenominator);
}

/// `denom` of one parameter lives until that of the next one is bound.
void step_each(OptimizerPlay& play) {
  StorageRef gradient, denominator;
  for (const Trained& parameter : play.parameters()) {
    take_gradient(play, parameter, decays_gradient(play), false, gradient);
    if (play.facts().capturable && play.facts().amsgrad) play.temporary(parameter, "maximum of exp_avg_sq").reset();
    StorageRef root = play.temporary(parameter, kRoot);
    StorageRef quotient = play.temporary(parameter, kDenominator);
    root.reset();
    denominator = std::move(quotient);
  }
}

void step(OptimizerPlay& play) {
  make_states(play);
  if (play.fused()) return;
  play.foreach () ? step_foreach(play) : step_each(play);
}

constexpr std::string_view kNames[] = {"adam", "adamw"};

}  // namespace adam_strategy
}  // namespace

const OptimizerStrategy kAdam = {adam_strategy::kNames, nullptr, adam_strategy::step};

}  // namespace vramlint::memory
