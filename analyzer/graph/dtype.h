// Element types of tensors, as torch names them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vramlint::graph {

enum class Dtype : uint8_t {
  float32,
  float64,
  float16,
  bfloat16,
  int64,
  int32,
  int16,
  int8,
  uint8,
  boolean,
  complex64,
  complex128,
};

int64_t size_of(Dtype dtype);                             ///< bytes an element
std::string_view to_string(Dtype dtype);                  ///< "float32", "bool", …
std::optional<Dtype> parse_dtype(std::string_view name);  ///< also aliases: float, half, long, cfloat, …
bool is_floating(Dtype dtype);                            ///< complex not included
bool is_complex(Dtype dtype);
bool is_differentiable(Dtype dtype);  ///< floating or complex
/// torch.result_type of two tensors of equal category rank (both dimensioned, or both 0-dim).
Dtype promote(Dtype left, Dtype right);

}  // namespace vramlint::graph
