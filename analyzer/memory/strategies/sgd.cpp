// SGD: torch/optim/sgd.py [1.13.1], [2.4]. The momentum buffer is a clone of the first gradient; weight decay makes a
// new gradient, which the buffer then replaces.
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {

constexpr std::string_view kMomentum = "momentum buffer";
constexpr std::string_view kDecayed = "gradient with weight decay";

void step_foreach(OptimizerPlay& play) {
  std::vector<StorageRef> decayed;
  if (play.facts().weight_decay) decayed = play.temporaries(kDecayed);
  if (!play.facts().momentum) return;
  for (const Trained& parameter : play.parameters()) play.state(parameter, kMomentum);
}

void step_each(OptimizerPlay& play) {
  StorageRef decayed;
  for (const Trained& parameter : play.parameters()) {
    decayed.reset();
    if (play.facts().weight_decay) decayed = play.temporary(parameter, kDecayed);
    if (!play.facts().momentum) continue;
    play.state(parameter, kMomentum);
    decayed.reset();
  }
}

void step_fused(OptimizerPlay& play) {
  if (!play.facts().momentum) return;
  for (const Trained& parameter : play.parameters()) play.state(parameter, kMomentum);
}

void step(OptimizerPlay& play) {
  if (play.fused()) return step_fused(play);
  play.foreach () ? step_foreach(play) : step_each(play);
}

constexpr std::string_view kNames[] = {"sgd"};

}  // namespace

const OptimizerStrategy kSgd = {kNames, nullptr, step};

}  // namespace vramlint::memory
