// Adagrad: torch/optim/adagrad.py [1.13.1]. The state is made by the constructor, for every parameter.
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {

constexpr std::string_view kDecayed = "gradient with weight decay";
constexpr std::string_view kRoot = "square root of sum";

void construct(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) play.state(parameter, "sum");
}

void step_each(OptimizerPlay& play) {
  StorageRef decayed, root;
  for (const Trained& parameter : play.parameters()) {
    decayed.reset();
    if (play.facts().weight_decay) decayed = play.temporary(parameter, kDecayed);
    root = play.temporary(parameter, kRoot);
  }
}

/// [1.13.1] keeps the root, its sum with eps, the scaled gradient and their quotient apart.
void step_foreach(OptimizerPlay& play) {
  std::vector<StorageRef> decayed;
  if (play.facts().weight_decay && play.at_least(2, 0)) decayed = play.temporaries(kDecayed);
  std::vector<StorageRef> root = play.temporaries(kRoot);
  if (play.at_least(2, 4)) {
    const auto numerator = decayed.empty() ? play.temporaries("scaled gradient") : std::vector<StorageRef>();
    return;
  }
  const std::vector<StorageRef> shifted = play.temporaries(kRoot);
  root.clear();
  const std::vector<StorageRef> scaled = play.temporaries("scaled gradient");
  const std::vector<StorageRef> update = play.temporaries("update");
}

void step(OptimizerPlay& play) { play.foreach () ? step_foreach(play) : step_each(play); }

constexpr std::string_view kNames[] = {"adagrad"};

}  // namespace

const OptimizerStrategy kAdagrad = {kNames, construct, step};

}  // namespace vramlint::memory
