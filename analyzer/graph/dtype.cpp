#include "graph/dtype.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vramlint::graph {

namespace {

struct Description {
  Dtype dtype;
  std::string_view name;
  int64_t size;
};

constexpr std::array<Description, 12> kDtypes = {{
    {Dtype::float32, "float32", 4},
    {Dtype::float64, "float64", 8},
    {Dtype::float16, "float16", 2},
    {Dtype::bfloat16, "bfloat16", 2},
    {Dtype::int64, "int64", 8},
    {Dtype::int32, "int32", 4},
    {Dtype::int16, "int16", 2},
    {Dtype::int8, "int8", 1},
    {Dtype::uint8, "uint8", 1},
    {Dtype::boolean, "bool", 1},
    {Dtype::complex64, "complex64", 8},
    {Dtype::complex128, "complex128", 16},
}};

constexpr std::array<std::pair<std::string_view, Dtype>, 9> kAliases = {{
    {"float", Dtype::float32},
    {"double", Dtype::float64},
    {"half", Dtype::float16},
    {"long", Dtype::int64},
    {"int", Dtype::int32},
    {"short", Dtype::int16},
    {"boolean", Dtype::boolean},
    {"cfloat", Dtype::complex64},
    {"cdouble", Dtype::complex128},
}};

const Description& describe(Dtype dtype) { return kDtypes[static_cast<size_t>(dtype)]; }

Dtype promote_complex(Dtype left, Dtype right) {
  auto is_double = [](Dtype dtype) { return dtype == Dtype::float64 || dtype == Dtype::complex128; };
  return is_double(left) || is_double(right) ? Dtype::complex128 : Dtype::complex64;
}

Dtype promote_floating(Dtype left, Dtype right) {
  if (!is_floating(left)) return right;
  if (!is_floating(right)) return left;
  if (size_of(left) == 2 && size_of(right) == 2) return Dtype::float32;  // float16 with bfloat16
  return size_of(left) > size_of(right) ? left : right;
}

Dtype promote_integral(Dtype left, Dtype right) {
  if (left == Dtype::boolean) return right;
  if (right == Dtype::boolean) return left;
  if (size_of(left) == 1 && size_of(right) == 1) return Dtype::int16;  // int8 with uint8
  return size_of(left) > size_of(right) ? left : right;
}

}  // namespace

int64_t size_of(Dtype dtype) { return describe(dtype).size; }

std::string_view to_string(Dtype dtype) { return describe(dtype).name; }

std::optional<Dtype> parse_dtype(std::string_view name) {
  for (const Description& known : kDtypes) {
    if (known.name == name) return known.dtype;
  }
  for (const auto& [alias, dtype] : kAliases) {
    if (alias == name) return dtype;
  }
  return std::nullopt;
}

bool is_floating(Dtype dtype) {
  return dtype == Dtype::float32 || dtype == Dtype::float64 || dtype == Dtype::float16 || dtype == Dtype::bfloat16;
}

bool is_complex(Dtype dtype) { return dtype == Dtype::complex64 || dtype == Dtype::complex128; }

bool is_differentiable(Dtype dtype) { return is_floating(dtype) || is_complex(dtype); }

// The lattice of c10/core/ScalarType.h, promoteTypes (1.13 to 2.7).
Dtype promote(Dtype left, Dtype right) {
  if (left == right) return left;
  if (is_complex(left) || is_complex(right)) return promote_complex(left, right);
  if (is_floating(left) || is_floating(right)) return promote_floating(left, right);
  return promote_integral(left, right);
}

}  // namespace vramlint::graph
