// RMSprop: torch/optim/rmsprop.py [1.13.1], [2.4].
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {

constexpr std::string_view kDecayed = "gradient with weight decay";
constexpr std::string_view kRoot = "square root of square_avg";

void make_states(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    play.state(parameter, "square_avg");
    if (play.facts().momentum) play.state(parameter, "momentum buffer");
  }
}

void step_each(OptimizerPlay& play) {
  StorageRef decayed, root;
  for (const Trained& parameter : play.parameters()) {
    decayed.reset();
    if (play.facts().weight_decay) decayed = play.temporary(parameter, kDecayed);
    root = play.temporary(parameter, kRoot);
  }
}

void step(OptimizerPlay& play) {
  make_states(play);
  if (!play.foreach ()) return step_each(play);
  std::vector<StorageRef> decayed;
  if (play.facts().weight_decay && play.at_least(2, 0)) decayed = play.temporaries(kDecayed);  // in place in 1.13
  const std::vector<StorageRef> root = play.temporaries(kRoot);
}

constexpr std::string_view kNames[] = {"rmsprop"};

}  // namespace

const OptimizerStrategy kRmsprop = {kNames, nullptr, step};

}  // namespace vramlint::memory
