#include "memory/strategies/optimizer_gradients.h"

namespace vramlint::memory {

namespace {

constexpr std::string_view kNegated = "negated gradient";
constexpr std::string_view kDecayed = "gradient with weight decay";

}  // namespace

void take_gradient(OptimizerPlay& play, const Trained& parameter, bool decays, bool rebound, StorageRef& gradient) {
  if (rebound) gradient.reset();
  gradient = play.facts().maximize ? play.temporary(parameter, kNegated) : StorageRef();
  if (decays) gradient = play.temporary(parameter, kDecayed);
}

TensorTuple take_gradients(OptimizerPlay& play, Decay decay) {
  const bool maximize = play.facts().maximize;
  TensorTuple gradients;
  if (maximize) gradients = play.temporaries(kNegated);
  bool makes = decay != Decay::none;
  if (play.at_least(2, 1)) {
    makes = makes && !maximize;
  } else if (!play.at_least(2, 0)) {
    makes = decay == Decay::always_made;
  }
  if (makes) gradients = play.temporaries(kDecayed);
  return gradients;
}

}  // namespace vramlint::memory
