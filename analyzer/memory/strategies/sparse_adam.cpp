// SparseAdam: torch/optim/sparse_adam.py and _functional.py [1.13.1], [2.4]. The states are dense; of what a step
// makes, all is as large as the rows that have a gradient.
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {
namespace sparse_adam_strategy {

void update(OptimizerPlay& play, const Trained& parameter) {
  const StorageRef values = play.temporary(parameter, "coalesced gradient");
  const StorageRef old_average = play.temporary(parameter, "exp_avg of the rows");
  const StorageRef average = play.temporary(parameter, "update of exp_avg");
  const StorageRef old_square = play.temporary(parameter, "exp_avg_sq of the rows");
  const StorageRef square = play.temporary(parameter, "update of exp_avg_sq");
  const StorageRef root = play.temporary(parameter, "square root of exp_avg_sq");
  const StorageRef denominator = play.temporary(parameter, "denominator");
}

void step(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    play.state(parameter, "exp_avg");
    play.state(parameter, "exp_avg_sq");
  }
  for (const Trained& parameter : play.parameters()) update(play, parameter);
}

constexpr std::string_view kNames[] = {"sparseadam"};

}  // namespace sparse_adam_strategy
}  // namespace

const OptimizerStrategy kSparseAdam = {sparse_adam_strategy::kNames, nullptr, sparse_adam_strategy::step};

}  // namespace vramlint::memory
