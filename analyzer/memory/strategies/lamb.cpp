// LAMB (You et al. 2020; the form of OpenMMLab's mmpretrain 1.2, engine/optimizers/lamb.py): Adam's two states, and an
// update of its own that is scaled by the layer. `denom` and `update` live until those of the next parameter are bound.
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {
namespace lamb_strategy {

void step(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) play.temporary(parameter, "squared gradient").reset();
  StorageRef denominator, update;
  for (const Trained& parameter : play.parameters()) {
    play.state(parameter, "exp_avg");
    play.state(parameter, "exp_avg_sq");
    StorageRef root = play.temporary(parameter, "square root of exp_avg_sq");
    denominator = play.temporary(parameter, "denominator of the update");
    root.reset();
    update = play.temporary(parameter, "update");
  }
}

constexpr std::string_view kNames[] = {"lamb"};

}  // namespace lamb_strategy
}  // namespace

const OptimizerStrategy kLamb = {lamb_strategy::kNames, nullptr, lamb_strategy::step};

}  // namespace vramlint::memory
