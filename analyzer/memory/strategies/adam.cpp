// Adam, AdamW, NAdam, RAdam and Adamax: torch/optim/adam.py, adamw.py and siblings [1.13.1], [2.0], [2.4]. Two states
// of the parameter's size, made for all parameters before the first is updated; a third with amsgrad. Only Adam's
// weight decay makes new gradients, and in 1.13's list implementation not even that one; AdamW decays the parameter in
// place.
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {

constexpr std::string_view kRoot = "square root of exp_avg_sq";
constexpr std::string_view kDenominator = "denominator of the update";
constexpr std::string_view kDecayed = "gradient with weight decay";

bool decays_gradient(const OptimizerPlay& play) { return play.facts().weight_decay && play.facts().name != "adamw"; }

void make_states(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    if (play.fused()) play.state(parameter, "step", Bytes(4));  // on the device only when fused
    play.state(parameter, "exp_avg");
    play.state(parameter, play.facts().name == "adamax" ? "exp_inf" : "exp_avg_sq");
    if (play.facts().amsgrad) play.state(parameter, "max_exp_avg_sq");
  }
}

/// [2.4] frees the decayed gradients before it takes the root, which then becomes the denominator in place; before that
/// both lists are made, and the gradients stay to the end.
void step_foreach(OptimizerPlay& play) {
  std::vector<StorageRef> decayed, denominator;
  if (decays_gradient(play) && play.at_least(2, 0)) decayed = play.temporaries(kDecayed);
  if (play.at_least(2, 4)) decayed.clear();
  const std::vector<StorageRef> root = play.temporaries(kRoot);
  if (!play.at_least(2, 4)) denominator = play.temporaries(kDenominator);
}

/// `denom` of one parameter lives until that of the next one is bound.
void step_each(OptimizerPlay& play) {
  StorageRef decayed, denominator;
  for (const Trained& parameter : play.parameters()) {
    decayed.reset();
    if (decays_gradient(play)) decayed = play.temporary(parameter, kDecayed);
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

constexpr std::string_view kNames[] = {"adam", "adamw", "nadam", "radam", "adamax"};

}  // namespace

const OptimizerStrategy kAdam = {kNames, nullptr, step};

}  // namespace vramlint::memory
