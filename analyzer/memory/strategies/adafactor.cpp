// Adafactor (Shazeer and Stern 2018; the form of transformers.Adafactor, whose temporaries exceed those of
// torch.optim.Adafactor): a matrix keeps one number a row and one a column of its last two dimensions, a vector one
// number an element, in fp32; with `beta1` a first moment too.
#include <algorithm>

#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {
namespace adafactor_strategy {

constexpr int64_t kElement = 4;

void make_states(OptimizerPlay& play) {
  for (const Trained& parameter : play.parameters()) {
    const graph::TensorType& type = parameter.type;
    if (play.facts().beta1) play.state(parameter, "exp_avg", Bytes(type.numel() * kElement));
    play.state(parameter, "RMS", Bytes(kElement));
    if (type.rank() < 2) {
      play.state(parameter, "exp_avg_sq", Bytes(type.numel() * kElement));
    } else {
      play.state(parameter, "exp_avg_sq_row", Bytes(type.numel() / std::max<int64_t>(type.size(-1), 1) * kElement));
      play.state(parameter, "exp_avg_sq_col", Bytes(type.numel() / std::max<int64_t>(type.size(-2), 1) * kElement));
    }
  }
}

/// The squared gradient, then the update in its place.
void step(OptimizerPlay& play) {
  make_states(play);
  StorageRef update;
  for (const Trained& parameter : play.parameters()) {
    StorageRef square = play.temporary(parameter, "squared gradient");
    update = play.temporary(parameter, "update");
  }
}

constexpr std::string_view kNames[] = {"adafactor"};

}  // namespace adafactor_strategy
}  // namespace

const OptimizerStrategy kAdafactor = {adafactor_strategy::kNames, nullptr, adafactor_strategy::step};

}  // namespace vramlint::memory
