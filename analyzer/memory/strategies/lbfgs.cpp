// LBFGS: torch/optim/lbfgs.py [1.13.1], [2.4], without line search, once its history is full. It works on all
// parameters as one flat vector. Forward and backward run inside of step(), at its second and further evaluations
// beside the flat gradient, the vector that the direction was made from, and the direction before; these are
// therefore counted as states.
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {
namespace lbfgs_strategy {

constexpr int64_t kDefaultHistory = 100;
constexpr std::string_view kFlat = "flat vector";

Trained flat_vector(const OptimizerPlay& play) {
  Trained flat = play.parameters().front();
  flat.module = 0;
  flat.bytes = Bytes(0);
  for (const Trained& parameter : play.parameters()) flat.bytes += parameter.bytes;
  return flat;
}

void make_states(OptimizerPlay& play, const Trained& flat) {
  const int64_t history = play.facts().history.value_or(kDefaultHistory);
  const Bytes all = Bytes(std::min(history, int64_t{1} << 16) * flat.bytes.count);
  play.state(flat, "d");
  play.state(flat, "prev_flat_grad");
  play.state(flat, "old_dirs", all);
  play.state(flat, "old_stps", all);
  play.state(flat, "flat_grad");
  play.state(flat, "q");
  play.state(flat, "d of the step before");
}

/// Of one iteration: the new pair of vectors is there before the oldest goes; then the new direction before the one
/// that it replaces; at the end the sizes of the step are looked at.
void step(OptimizerPlay& play) {
  if (play.parameters().empty()) return;
  const Trained flat = flat_vector(play);
  make_states(play, flat);
  StorageRef change = play.temporary(flat, kFlat), taken = play.temporary(flat, kFlat);
  change.reset();
  taken.reset();
  StorageRef direction = play.temporary(flat, kFlat);
  direction.reset();
  const StorageRef moved = play.temporary(flat, kFlat);
  const StorageRef magnitude = play.temporary(flat, kFlat);
}

constexpr std::string_view kNames[] = {"lbfgs"};

}  // namespace lbfgs_strategy
}  // namespace

const OptimizerStrategy kLbfgs = {lbfgs_strategy::kNames, nullptr, lbfgs_strategy::step};

}  // namespace vramlint::memory
