// SGD: torch/optim/sgd.py [1.13.1], [2.0], [2.4]. The momentum buffer is a clone of the first gradient; from then on it
// takes the gradient's place, but with Nesterov's look-ahead, which is a new tensor in the loop and in place in lists.
#include "memory/strategies/optimizer_gradients.h"

namespace vramlint::memory {

namespace {
namespace sgd_strategy {

constexpr std::string_view kMomentum = "momentum buffer";

/// An addition multiplies the values of a sparse gradient first (SparseCUDATensorMath.cu, add_out_dense_sparse_cuda).
void add_sparse(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    if (!parameter.rows) continue;
    const StorageRef scaled = play.temporary(parameter, "scaled rows");
  }
}

void step_foreach(OptimizerPlay& play) {
  const bool decays = play.facts().weight_decay;
  const TensorTuple gradients = take_gradients(play, decays ? Decay::always_made : Decay::none);
  if (!play.facts().momentum) return;
  for (const Trained& parameter : play.parameters()) play.state(parameter, kMomentum);
}

void step_each(OptimizerPlay& play) {
  StorageRef gradient;
  for (const Trained& parameter : play.parameters()) {
    take_gradient(play, parameter, play.facts().weight_decay, false, gradient);
    if (!play.facts().momentum) continue;
    play.state(parameter, kMomentum);
    gradient = play.facts().nesterov ? play.temporary(parameter, "look-ahead gradient") : StorageRef();
  }
}

void step_fused(OptimizerPlay& play) {
  if (!play.facts().momentum) return;
  for (const Trained& parameter : play.parameters()) play.state(parameter, kMomentum);
}

void step(OptimizerPlay& play) {
  if (play.fused()) return step_fused(play);
  add_sparse(play);
  play.foreach () ? step_foreach(play) : step_each(play);
}

constexpr std::string_view kNames[] = {"sgd"};

}  // namespace sgd_strategy
}  // namespace

const OptimizerStrategy kSgd = {sgd_strategy::kNames, nullptr, sgd_strategy::step};

}  // namespace vramlint::memory
