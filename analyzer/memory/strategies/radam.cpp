// RAdam: torch/optim/radam.py [1.13.1], [2.0], [2.4], as it steps once the variance is rectified (from the sixth step
// on with the default betas). A number divided by a tensor is the reciprocal times the number: two tensors.
#include "memory/strategies/optimizer_gradients.h"

namespace vramlint::memory {

namespace {
namespace radam_strategy {

constexpr std::string_view kRoot = "square root of exp_avg_sq";
constexpr std::string_view kRate = "adaptive rate";
constexpr std::string_view kProduct = "update";

void make_states(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    play.capturable_state(parameter, "step");
    play.state(parameter, "exp_avg");
    play.state(parameter, "exp_avg_sq");
  }
}

StorageRef adaptive_rate(OptimizerPlay& play, const Trained& parameter) {
  const StorageRef root = play.temporary(parameter, kRoot);
  const StorageRef reciprocal = play.temporary(parameter, kRate);
  return play.temporary(parameter, kRate);
}

/// average * lr * rate * rect, each product a tensor that replaces the one before. [2.1] and later work the rate out
/// between the first two products, and let it go with the expression.
void multiply(OptimizerPlay& play, const Trained& parameter, StorageRef& rate) {
  StorageRef product;
  if (play.at_least(2, 1)) {
    product = play.temporary(parameter, kProduct);
    StorageRef own = adaptive_rate(play, parameter);
    product = play.temporary(parameter, kProduct);
  } else {
    rate = adaptive_rate(play, parameter);
    product = play.temporary(parameter, kProduct);
    product = play.temporary(parameter, kProduct);
  }
  product = play.temporary(parameter, kProduct);
}

void step_each(OptimizerPlay& play) {
  StorageRef gradient, average, rate;
  for (const Trained& parameter : play.parameters()) {
    take_gradient(play, parameter, play.facts().weight_decay, !play.at_least(2, 1), gradient);
    average = play.temporary(parameter, "corrected exp_avg");
    multiply(play, parameter, rate);
  }
}

/// Up to [2.0] root, denominator, and then a list of ones while the denominator is still bound.
void step_foreach(OptimizerPlay& play) {
  TensorTuple gradients = take_gradients(play, play.facts().weight_decay ? Decay::in_place_first : Decay::none);
  if (play.at_least(2, 1)) {
    gradients.clear();
    TensorTuple scalars;
    if (play.facts().capturable) scalars = play.scalars(2, "step size");
    const TensorTuple buffer = play.temporaries(kRoot);
    return;
  }
  const TensorTuple root = play.temporaries(kRoot);
  TensorTuple denominator = play.temporaries("denominator of the update");
  denominator = play.temporaries("ones");
}

void step(OptimizerPlay& play) {
  make_states(play);
  play.foreach () ? step_foreach(play) : step_each(play);
}

constexpr std::string_view kNames[] = {"radam"};

}  // namespace radam_strategy
}  // namespace

const OptimizerStrategy kRadam = {radam_strategy::kNames, nullptr, radam_strategy::step};

}  // namespace vramlint::memory
