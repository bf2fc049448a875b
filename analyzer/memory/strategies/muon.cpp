// Muon: torch/optim/_muon.py [2.9], one momentum a matrix and five steps of Newton and Schulz in bfloat16. Parameters
// that are no matrices go to AdamW beside it, as its authors have it (PyTorch's takes matrices only).
#include <algorithm>

#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {
namespace muon_strategy {

constexpr int64_t kHalf = 2;
constexpr int kSteps = 5;

/// gram = X Xᵀ; update = b gram + c gram gram; X = a X + update X: each a product with its sum at once. Four of them
/// live together beside the look-ahead gradient, as measured on an H100 with 2.11.
StorageRef orthogonalise(OptimizerPlay& play, const Trained& parameter) {
  const int64_t rows = parameter.type.size(0), columns = parameter.type.numel() / std::max<int64_t>(rows, 1);
  const int64_t less = std::min(rows, columns);
  const Bytes matrix(parameter.type.numel() * kHalf), square(less * less * kHalf);
  StorageRef result = play.temporary(parameter, "orthogonal gradient", matrix), gram, update;
  for (int i = 0; i < kSteps; ++i) {
    gram = play.temporary(parameter, "Gram matrix", square);
    update = play.temporary(parameter, "Gram matrix", square);
    result = play.temporary(parameter, "orthogonal gradient", matrix);
  }
  return result;
}

void step_matrix(OptimizerPlay& play, const Trained& parameter, StorageRef& update) {
  play.state(parameter, "momentum buffer");
  update = play.temporary(parameter, "look-ahead gradient");
  update = orthogonalise(play, parameter);
}

void step(OptimizerPlay& play) {
  StorageRef update;
  for (const Trained& parameter : play.parameters()) {
    if (parameter.type.rank() >= 2) step_matrix(play, parameter, update);
  }
  update.reset();
  for (const Trained& parameter : play.parameters()) {
    if (parameter.type.rank() >= 2) continue;
    play.state(parameter, "exp_avg");
    play.state(parameter, "exp_avg_sq");
    const StorageRef root = play.temporary(parameter, "square root of exp_avg_sq");
    const StorageRef denominator = play.temporary(parameter, "denominator of the update");
  }
}

constexpr std::string_view kNames[] = {"muon"};

}  // namespace muon_strategy
}  // namespace

const OptimizerStrategy kMuon = {muon_strategy::kNames, nullptr, muon_strategy::step};

}  // namespace vramlint::memory
