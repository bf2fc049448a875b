#include "probes/executor/tensors.h"

#include <ATen/core/ivalue.h>
#include <ATen/ops/as_strided.h>
#include <ATen/ops/full.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "probes/device_choice.h"

namespace vramlint::probes {

namespace {

using graph::Dtype;

constexpr std::array<std::pair<Dtype, at::ScalarType>, 12> kTypes = {{
    {Dtype::float32, at::kFloat},
    {Dtype::float64, at::kDouble},
    {Dtype::float16, at::kHalf},
    {Dtype::bfloat16, at::kBFloat16},
    {Dtype::int64, at::kLong},
    {Dtype::int32, at::kInt},
    {Dtype::int16, at::kShort},
    {Dtype::int8, at::kChar},
    {Dtype::uint8, at::kByte},
    {Dtype::boolean, at::kBool},
    {Dtype::complex64, at::kComplexFloat},
    {Dtype::complex128, at::kComplexDouble},
}};

double content(Dtype dtype) {
  if (is_differentiable(dtype)) return 0.5;
  return dtype == Dtype::boolean ? 1 : 0;
}

/// Elements between the first and the last one that the strides reach, both included.
int64_t extent(const std::vector<int64_t>& sizes, const graph::Strides& strides) {
  int64_t last = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) return 0;
    last += (sizes[i] - 1) * strides[i];
  }
  return last + 1;
}

}  // namespace

c10::Device torch_device() {
  const DeviceChoice& choice = chosen_device();
  if (!choice.cuda) return c10::Device(c10::DeviceType::CPU);
  return c10::Device(c10::DeviceType::CUDA, static_cast<c10::DeviceIndex>(choice.index));
}

at::TensorOptions options_of(Dtype dtype) { return at::TensorOptions(scalar_type(dtype)).device(torch_device()); }

at::ScalarType scalar_type(Dtype dtype) {
  const auto found = std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& pair) { return pair.first == dtype; });
  VRAMLINT_CHECK(found != kTypes.end(), "a dtype without a scalar type");
  return found->second;
}

graph::Dtype dtype_of(at::ScalarType type) {
  const auto found = std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& pair) { return pair.second == type; });
  VRAMLINT_CHECK(found != kTypes.end(), std::string("a scalar type that is not ours: ") + c10::toString(type));
  return found->first;
}

at::Tensor make_tensor(const graph::TensorType& type) {
  const std::vector<int64_t> sizes = sizes_of(type.shape);
  const int64_t elements = extent(sizes, type.strides) + type.offset;
  const at::Tensor base = at::full({elements}, content(type.dtype), options_of(type.dtype));
  return at::as_strided(base, sizes, type.strides, type.offset);
}

at::Tensor over_storage(const at::Tensor& base, const graph::TensorType& type) {
  return at::as_strided(base, sizes_of(type.shape), type.strides, type.offset);
}

std::vector<int64_t> sizes_of(const graph::Shape& shape) {
  std::vector<int64_t> sizes;
  for (const graph::Dim& dim : shape) sizes.push_back(dim.point);
  return sizes;
}

}  // namespace vramlint::probes
