// Tensor specs of a recipe (float32[cfg.batch_size, 3, 224, 224]) → shapes, and the keys that set them.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "model/build.h"
#include "model/dtype.h"

namespace vramlint::model {

struct InputShape {
  graph::TensorType type;
  std::vector<interp::Origin> origins;  ///< one per dimension
};

/// Throws Failed: a size is not known, or not positive, or the value is no spec.
InputShape input_shape(interp::Interpreter& interpreter, const interp::Value& spec,
                       const config::Expression& expression);

/// The key that alone sets the first dimension of every input.
std::optional<KeyFact> batch_key(interp::Interpreter& interpreter, const std::vector<InputShape>& inputs,
                                 const config::Config& config);
/// Keys that dimensions of the step's tensors came from: size_keys and file_keys. `sized`: bytes by origin. At most
/// sixteen of each, of the most first.
void take_size_keys(interp::Interpreter& interpreter, const std::unordered_map<interp::Origin, Bytes>& sized,
                    const config::Config& config, PhaseFacts& facts);

/// The keys behind the other dimensions, each once.
std::vector<KeyFact> shape_keys(interp::Interpreter& interpreter, const std::vector<InputShape>& inputs,
                                const config::Config& config);

}  // namespace vramlint::model
