// Adadelta: torch/optim/adadelta.py [1.13.1].
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {

constexpr std::string_view kDecayed = "gradient with weight decay";

void make_states(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    play.state(parameter, "square_avg");
    play.state(parameter, "acc_delta");
  }
}

void step_each(OptimizerPlay& play) {
  StorageRef decayed, deviation, delta;
  for (const Trained& parameter : play.parameters()) {
    decayed.reset();
    if (play.facts().weight_decay) decayed = play.temporary(parameter, kDecayed);
    deviation = play.temporary(parameter, "std");
    delta = play.temporary(parameter, "delta");
  }
}

void step(OptimizerPlay& play) {
  make_states(play);
  if (!play.foreach ()) return step_each(play);
  std::vector<StorageRef> decayed;
  if (play.facts().weight_decay && play.at_least(2, 0)) decayed = play.temporaries(kDecayed);  // in place in 1.13
  const std::vector<StorageRef> deviation = play.temporaries("std");
  const std::vector<StorageRef> delta = play.temporaries("delta");
}

constexpr std::string_view kNames[] = {"adadelta"};

}  // namespace

const OptimizerStrategy kAdadelta = {kNames, nullptr, step};

}  // namespace vramlint::memory
