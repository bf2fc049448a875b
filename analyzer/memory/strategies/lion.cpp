// Lion (Chen et al. 2023): one momentum a parameter; the update is the sign of an interpolation, made per parameter.
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {

void step(OptimizerPlay& play) {
  StorageRef update;
  for (const Trained& parameter : play.parameters()) {
    play.state(parameter, "exp_avg");
    update = play.temporary(parameter, "update");
  }
}

constexpr std::string_view kNames[] = {"lion"};

}  // namespace

const OptimizerStrategy kLion = {kNames, nullptr, step};

}  // namespace vramlint::memory
