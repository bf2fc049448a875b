// Lion (Chen et al. 2023; the form of google/automl's lion_pytorch.py): one momentum a parameter. The update is the
// sign of a sum of two products, each a tensor of its own.
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {
namespace lion_strategy {

void step(OptimizerPlay& play) {
  StorageRef update;
  for (const Trained& parameter : play.parameters()) {
    play.state(parameter, "exp_avg");
    const StorageRef average = play.temporary(parameter, "weighted average");
    const StorageRef gradient = play.temporary(parameter, "weighted gradient");
    update = play.temporary(parameter, "update");
  }
}

constexpr std::string_view kNames[] = {"lion"};

}  // namespace lion_strategy
}  // namespace

const OptimizerStrategy kLion = {lion_strategy::kNames, nullptr, lion_strategy::step};

}  // namespace vramlint::memory
