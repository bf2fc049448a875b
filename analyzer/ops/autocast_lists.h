// Which operators autocast casts for, and to what: the lists of CUDA by torch version.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "graph/torch_profile.h"

namespace vramlint::ops {

/// What happens to the floating operands (float64 left out) of an operator before it runs under autocast.
enum class AutocastPolicy : uint8_t {
  none,            ///< it runs in the types it is given
  lower,           ///< cast to the lower precision; casts of float32 leaves are kept and used again
  lower_unkept,    ///< the same, but nothing is kept
  float32,         ///< cast to float32
  float32_dtype,   ///< as they are; the argument `dtype` becomes float32 unless it is given
  float32_result,  ///< as they are; the result is float32
  promote,         ///< cast to the widest of them
  refused,         ///< raises
};

/// By schema name with or without overload ("conv2d", "softmax.int"); composites of the prelude are asked for by their
/// own names ("einsum").
AutocastPolicy autocast_policy(std::string_view schema_name, const graph::TorchProfile& torch);

/// The position of an operator's argument `ScalarType? dtype`; empty if it has none.
std::optional<size_t> dtype_argument(std::string_view schema);

}  // namespace vramlint::ops
