// Published readings, none of them ours. That they depend on the card beyond this cannot be stated: the readings differ
// in driver, CUDA and card at once.
//
// Lazy loading of modules, which Python's torch asks for from 1.13 on and CUDA does from 11.7 on: 287,047,680 bytes
// with one tensor, less its segment of 20 MiB (pytorch/pytorch#86509); about 400 MB at the first operation (#109888),
// to which training adds the 100 or 300 MB of cuDNN's and cuBLAS's kernels.
//
// Eager loading: 666,632,192 bytes in the same measurement of #86509; 1008 MB on a Titan V with torch 1.3 (#28394);
// 1343 MB on a V100 with CUDA 11.2 (transformers' documentation, model_memory_anatomy).
#include "memory/cuda_context.h"

#include <charconv>
#include <utility>

namespace vramlint::memory {

namespace {

constexpr int64_t kSegment = int64_t{20} << 20;
constexpr Interval kLazy = {Bytes(287'047'680 - kSegment), Bytes(500'000'000), Bytes(700'000'000)};
constexpr Interval kEager = {Bytes(666'632'192 - kSegment), Bytes(1'008'000'000), Bytes(1'343'000'000)};

std::pair<int, int> parse_version(std::string_view text) {
  int major = 0, minor = 0;
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, major);
  if (problem == std::errc() && rest != end) std::from_chars(rest + 1, end, minor);
  return {major, minor};
}

}  // namespace

Interval cuda_context(const Device*, std::string_view torch_version, const config::RuntimeFacts& runtime) {
  if (runtime.lazy_modules) return *runtime.lazy_modules ? kLazy : kEager;
  constexpr std::pair kFirstLazy = {11, 7};
  if (runtime.cuda) return parse_version(*runtime.cuda) >= kFirstLazy ? kLazy : kEager;
  const bool may_load_all = parse_version(torch_version) < std::pair(2, 0);  // 1.13 was built for 11.6 and for 11.7
  return {kLazy.low, kLazy.point, may_load_all ? kEager.high : kLazy.high};
}

/// low: 4 MiB for each of the two connections of a ring, in two channels (NVIDIA/nccl#391, #864). point: 544 MB for two
/// GPUs, 688 MB for more, on A100 with NVLink (#964). high: 1.06 GB on H100 (#1685).
Interval communication_buffers(const config::DistributedFacts& facts) {
  constexpr int64_t kRing = 2 * 2 * (int64_t{4} << 20);
  const bool pair = facts.gpus <= 2;
  return {Bytes(kRing), Bytes(pair ? 544'000'000 : 688'000'000), Bytes(1'060'000'000)};
}

}  // namespace vramlint::memory
