// Rprop: torch/optim/rprop.py [1.13.1], [2.0], [2.4]. The masks of the sign, one byte an element, are read by
// masked_fill_ and gone.
#include "memory/strategies/optimizer_gradients.h"

namespace vramlint::memory {

namespace {
namespace rprop_strategy {

constexpr std::string_view kSign = "sign of the change";
constexpr std::string_view kGradientSign = "sign of the gradient";

void make_states(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    play.capturable_state(parameter, "step");
    play.state(parameter, "prev");
    play.state(parameter, "step_size");
  }
}

void mask(OptimizerPlay& play, const Trained& parameter) {
  const StorageRef mask = play.temporary(parameter, "mask", Bytes(parameter.type.numel()));
}

void step_each(OptimizerPlay& play) {
  StorageRef gradient, sign;
  for (const Trained& parameter : play.parameters()) {
    take_gradient(play, parameter, false, true, gradient);
    StorageRef product = play.temporary(parameter, "change of the gradient");
    sign = play.temporary(parameter, kSign);
    product.reset();
    mask(play, parameter);
    gradient = play.temporary(parameter, "clone of the gradient");
    mask(play, parameter);
    const StorageRef direction = play.temporary(parameter, kGradientSign);
  }
}

void step_foreach_first(OptimizerPlay& play) {
  TensorTuple gradients = take_gradients(play, Decay::none);
  TensorTuple signs = play.temporaries("change of the gradient");
  signs = play.temporaries(kSign);
  for (const Trained& parameter : play.parameters()) mask(play, parameter);
  for (size_t i = 0; i < play.parameters().size(); ++i) {
    const Trained& parameter = play.parameters()[i];
    gradients.replace(i, play.temporary(parameter, "clone of the gradient"));
    mask(play, parameter);
  }
  const TensorTuple directions = play.temporaries(kGradientSign);
}

/// [2.1] and later: signs in place, gradients in the place of the previous ones.
void step_foreach(OptimizerPlay& play) {
  if (!play.at_least(2, 1)) return step_foreach_first(play);
  TensorTuple signs = play.temporaries(kSign);
  for (const Trained& parameter : play.parameters()) {
    StorageRef mask = play.temporary(parameter, "mask", Bytes(parameter.type.numel()));
    const StorageRef chosen = play.temporary(parameter, "chosen gradient");
  }
  signs.clear();
  const TensorTuple directions = play.temporaries(kGradientSign);
}

void step(OptimizerPlay& play) {
  make_states(play);
  play.foreach () ? step_foreach(play) : step_each(play);
}

constexpr std::string_view kNames[] = {"rprop"};

}  // namespace rprop_strategy
}  // namespace

const OptimizerStrategy kRprop = {rprop_strategy::kNames, nullptr, rprop_strategy::step};

}  // namespace vramlint::memory
