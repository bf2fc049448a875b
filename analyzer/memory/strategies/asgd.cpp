// ASGD: torch/optim/asgd.py [1.13.1], [2.0], [2.4], before averaging begins: with the default t0 of a million steps the
// average is a copy of the parameter. [2.1] and later average in lists at every step all the same.
#include "memory/strategies/optimizer_gradients.h"

namespace vramlint::memory {

namespace {
namespace asgd_strategy {

void make_states(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    if (play.at_least(2, 1)) {
      for (const std::string_view scalar : {"step", "eta", "mu"}) play.state(parameter, scalar, Bytes(4));
    }
    play.state(parameter, "ax");
  }
}

void step_each(OptimizerPlay& play) {
  StorageRef gradient;
  for (const Trained& parameter : play.parameters()) {
    take_gradient(play, parameter, play.facts().weight_decay, true, gradient);
    if (play.facts().capturable) {
      const StorageRef difference = play.temporary(parameter, "difference from the average");
    }
  }
}

void step_foreach(OptimizerPlay& play) {
  const bool decays = play.facts().weight_decay;
  TensorTuple gradients = take_gradients(play, decays ? Decay::always_made : Decay::none);
  if (!play.at_least(2, 1)) return;
  TensorTuple negated;  // the loop variable keeps them where weight decay makes no use of them
  if (play.facts().maximize) std::swap(negated, gradients);
  TensorTuple intermediate;
  std::swap(intermediate, gradients);
  if (intermediate.empty() && !(decays && play.facts().maximize)) intermediate = play.temporaries("decayed gradient");
  intermediate.clear();
  intermediate = play.temporaries("difference from the average");
  intermediate.clear();
  const TensorTuple scalars = play.scalars(2, "eta and mu");
}

void step(OptimizerPlay& play) {
  make_states(play);
  play.foreach () ? step_foreach(play) : step_each(play);
}

constexpr std::string_view kNames[] = {"asgd"};

}  // namespace asgd_strategy
}  // namespace

const OptimizerStrategy kAsgd = {asgd_strategy::kNames, nullptr, asgd_strategy::step};

}  // namespace vramlint::memory
