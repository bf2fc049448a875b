// Adafactor (Shazeer and Stern 2018): a matrix keeps one number a row and one a column of its last two dimensions, a
// vector one number an element. transformers.Adafactor has them in fp32, with the scalar RMS and, given `beta1`, a
// first moment; torch.optim.Adafactor (torch/optim/_adafactor.py [2.5]) has them in the parameter's type.
#include <algorithm>

#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {
namespace adafactor_strategy {

constexpr int64_t kElement = 4;

void make_variances(OptimizerPlay& play, const Trained& parameter, int64_t element) {
  const graph::TensorType& type = parameter.type;
  if (type.rank() < 2) {
    play.state(parameter, "exp_avg_sq", Bytes(type.numel() * element));
  } else {
    play.state(parameter, "exp_avg_sq_row", Bytes(type.numel() / std::max<int64_t>(type.size(-1), 1) * element));
    play.state(parameter, "exp_avg_sq_col", Bytes(type.numel() / std::max<int64_t>(type.size(-2), 1) * element));
  }
}

/// The squared gradient, then the update in its place.
void update_each(OptimizerPlay& play) {
  StorageRef update;
  for (const Trained& parameter : play.parameters()) {
    StorageRef square = play.temporary(parameter, "squared gradient");
    update = play.temporary(parameter, "update");
  }
}

void step(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    if (play.facts().beta1) play.state(parameter, "exp_avg", Bytes(parameter.type.numel() * kElement));
    play.state(parameter, "RMS", Bytes(kElement));
    make_variances(play, parameter, kElement);
  }
  update_each(play);
}

void step_of_torch(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters())
    make_variances(play, parameter, static_cast<int64_t>(graph::size_of(parameter.type.dtype)));
  update_each(play);
}

constexpr std::string_view kNames[] = {"adafactor"};
constexpr std::string_view kNamesInTorch[] = {"torch.optim.adafactor"};

}  // namespace adafactor_strategy
}  // namespace

const OptimizerStrategy kAdafactor = {adafactor_strategy::kNames, nullptr, adafactor_strategy::step};
const OptimizerStrategy kAdafactorOfTorch = {adafactor_strategy::kNamesInTorch, nullptr,
                                             adafactor_strategy::step_of_torch};

}  // namespace vramlint::memory
