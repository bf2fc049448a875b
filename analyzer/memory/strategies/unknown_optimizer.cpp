// An optimizer we do not know, counted as the most common kind: two states of the parameter's size and, for every
// parameter in turn, two temporaries. The trace says so in its unknowns.
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {
namespace unknown_optimizer_strategy {

void step(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    play.state(parameter, "first state of an unknown optimizer");
    play.state(parameter, "second state of an unknown optimizer");
  }
  for (const Trained& parameter : play.parameters()) {
    const StorageRef first = play.temporary(parameter, "update");
    const StorageRef second = play.temporary(parameter, "update");
  }
}

}  // namespace unknown_optimizer_strategy
}  // namespace

const OptimizerStrategy kUnknownOptimizer = {{}, nullptr, unknown_optimizer_strategy::step};

}  // namespace vramlint::memory
