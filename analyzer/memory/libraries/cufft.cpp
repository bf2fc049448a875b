// cuFFT's documentation bounds the work area by none and eight copies of the data ("Transform planning"). Measured, 190
// transforms of one to three dimensions with torch 2.11.0+cu130 on an H100: complex and complex-to-real transforms take
// none, whatever their sizes; real-to-complex ones take the last dimension's complex form where that has a prime factor
// above 127, and none otherwise. Other cards and releases are believed to do the same, up to what is documented.
#include "memory/libraries/cufft.h"

#include <algorithm>

#include "graph/operator_name.h"

namespace vramlint::memory {

namespace {

constexpr int64_t kLargestOwnPrime = 127;

bool has_large_prime(int64_t n) {
  for (int64_t factor = 2; factor <= kLargestOwnPrime; ++factor)
    while (n > 1 && n % factor == 0) n /= factor;
  return n > 1;
}

/// Of a call with the sizes as they are; where they are asked for, the result's other dimensions are those transformed.
Bytes of_real_input(const graph::Call& call) {
  const graph::TensorType& input = call.operand(0).type;
  const auto* dim = std::get_if<int64_t>(&call.args.at(2));
  const auto* dims = std::get_if<std::vector<int64_t>>(&call.args.at(2));
  const int64_t last = dim ? *dim : dims && !dims->empty() ? dims->back() : -1;
  if (input.rank() == 0 || !has_large_prime(input.size(last))) return Bytes(0);
  const int64_t complex = 2 * graph::size_of(input.dtype);
  return Bytes(saturating_product(input.numel(), complex));
}

}  // namespace

std::optional<Interval> transform_work_area(const graph::Node& node, bool backward, const Interval& asked,
                                            const Platform& platform) {
  const std::string_view name = operator_name(*node.call.op);
  if (!name.starts_with("fft_")) return {};
  const bool real = !backward && name.starts_with("fft_rfft") && node.call.args.size() > 2;
  const Bytes point = real ? of_real_input(node.call) : Bytes(0);
  const bool measured = platform.compute_capability() == 90 && platform.torch.at_least(2, 11);
  return Interval{Bytes(0), point, measured ? point : std::max(asked.high, point)};
}

}  // namespace vramlint::memory
