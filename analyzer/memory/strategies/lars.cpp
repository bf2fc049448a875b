// LARS (You et al. 2017; the form of OpenMMLab's mmpretrain 1.2, engine/optimizers/lars.py): SGD whose gradient is
// scaled by the layer. The decayed gradient and the scaled one are tensors of their own; norms are read back to the
// host.
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {
namespace lars_strategy {

void step(OptimizerPlay& play) {
  const bool momentum = play.facts().momentum;
  StorageRef scaled;
  for (const Trained& parameter : play.parameters()) {
    scaled = StorageRef();
    StorageRef decayed = play.temporary(parameter, "decayed gradient");
    scaled = play.temporary(parameter, "scaled gradient");
    decayed.reset();
    if (momentum) play.state(parameter, "momentum buffer");
    if (play.facts().nesterov)
      scaled = play.temporary(parameter, "look-ahead gradient");
    else if (momentum)
      scaled = StorageRef();
    const StorageRef update = play.temporary(parameter, "update");
  }
}

constexpr std::string_view kNames[] = {"lars"};

}  // namespace lars_strategy
}  // namespace

const OptimizerStrategy kLars = {lars_strategy::kNames, nullptr, lars_strategy::step};

}  // namespace vramlint::memory
