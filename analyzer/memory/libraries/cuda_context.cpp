// Two sources, for two kinds of card.
//
// Compute 9.0, measured: H100 80GB HBM3, driver 580.159, torch 2.11.0+cu130, cuDNN 9.19, modules loaded lazily; NVML's
// figure for the process less what the allocator had reserved, 210 programs. 630 MiB with one tensor, 632 in networks
// that only convolve. cuBLAS brings 112 MiB (742 in every transformer in float32), 16 more where a program multiplies
// and also convolves or runs a fused attention in half precision (758 to 762), cuFFT 8 more (766 to 770). What runs
// beside those moves it by some MiB; furthest off was a VQ-VAE with 694. CUDA 12 on such
// a card was not measured: the same stands in for it, and the low end is that of the published readings.
//
// Other cards, published: that they depend on the card beyond this cannot be stated, for the readings differ in driver,
// CUDA and card at once.
//
// Lazy loading of modules, which Python's torch asks for from 1.13 on and CUDA does from 11.7 on: 287,047,680 bytes
// with one tensor, less its segment of 20 MiB (pytorch/pytorch#86509); about 400 MB at the first operation (#109888),
// to which training adds the 100 or 300 MB of cuDNN's and cuBLAS's kernels.
//
// Eager loading: 666,632,192 bytes in the same measurement of #86509; 1008 MB on a Titan V with torch 1.3 (#28394);
// 1343 MB on a V100 with CUDA 11.2 (transformers' documentation, model_memory_anatomy).
#include "memory/libraries/cuda_context.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "graph/operator_name.h"
#include "memory/libraries/cublas.h"

namespace vramlint::memory {

namespace {

constexpr int64_t kSegment = int64_t{20} << 20;
constexpr Interval kLazy = {Bytes(287'047'680 - kSegment), Bytes(500'000'000), Bytes(700'000'000)};
constexpr Interval kEager = {Bytes(666'632'192 - kSegment), Bytes(1'008'000'000), Bytes(1'343'000'000)};

using Version = std::pair<int, int>;

Version parse_version(std::string_view text) {
  int major = 0, minor = 0;
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, major);
  if (problem == std::errc() && rest != end) std::from_chars(rest + 1, end, minor);
  return {major, minor};
}

constexpr Bytes mebibytes(int64_t count) { return Bytes(count << 20); }

Interval on_hopper(const LibrariesUsed& used, bool measured) {
  int64_t point = 630;
  if (used.convolutions) point += 2;
  if (used.products) point += 112;
  if (used.products && (used.convolutions || used.attention)) point += 16;
  if (used.transforms) point += 8;
  const Bytes low = mebibytes(point - (used.products ? 68 : 2)), high = mebibytes(point + (used.products ? 24 : 66));
  return {measured ? low : kLazy.low, mebibytes(point), high};
}

bool in_half_precision(const graph::Call& call) {
  return std::any_of(call.operands.begin(), call.operands.end(), [](const graph::Operand& operand) {
    return operand.type.dtype == graph::Dtype::float16 || operand.type.dtype == graph::Dtype::bfloat16;
  });
}

void add(LibrariesUsed& used, const std::vector<graph::Event>& events) {
  for (const graph::Event& event : events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (!node) continue;
    const std::string_view name = operator_name(*node->call.op);
    used.products = used.products || multiplies_matrices(*node->call.op);
    used.convolutions = used.convolutions || name.starts_with("conv");
    used.attention = used.attention || (name == "scaled_dot_product_attention" && in_half_precision(node->call));
    used.transforms = used.transforms || name.starts_with("fft_");
  }
}

}  // namespace

LibrariesUsed libraries_used(const graph::Graph& graph) {
  LibrariesUsed used;
  add(used, graph.events);
  for (const graph::Program& program : graph.programs) add(used, program.events);
  return used;
}

Interval cuda_context(const Device* device, std::string_view torch_version, const config::RuntimeFacts& runtime,
                      const LibrariesUsed& used) {
  constexpr Version kFirstLazy = {11, 7}, kMeasured = {13, 0}, kTorchMeasured = {2, 11};
  const Version torch = parse_version(torch_version);
  const Version cuda = runtime.cuda ? parse_version(*runtime.cuda) : torch >= kTorchMeasured ? kMeasured : Version{};
  const bool lazy = runtime.lazy_modules.value_or(!runtime.cuda || cuda >= kFirstLazy);
  if (!lazy) return kEager;
  if (device && device->compute_major == 9 && torch >= Version{2, 0}) return on_hopper(used, cuda >= kMeasured);
  const bool sure = runtime.lazy_modules || runtime.cuda || torch >= Version{2, 0};
  return {kLazy.low, kLazy.point, sure ? kLazy.high : kEager.high};  // 1.13 was built for 11.6 and for 11.7
}

/// low: 4 MiB for each of the two connections of a ring, in two channels (NVIDIA/nccl#391, #864). point: 544 MB for two
/// GPUs, 688 MB for more, on A100 with NVLink (#964). high: 1.06 GB on H100 (#1685). One rank on an H100 with torch
/// 2.11: 562 to 564 MiB with DDP, in eight programs, and 70 MiB with FSDP, in two.
Interval communication_buffers(const config::DistributedFacts& facts, const Device* device) {
  constexpr int64_t kRing = 2 * 2 * (int64_t{4} << 20);
  const bool hopper = device && device->compute_major == 9;
  if (hopper && facts.gpus == 1) {
    const bool sharded = std::holds_alternative<config::FsdpFacts>(facts.kind);
    return {Bytes(kRing), mebibytes(sharded ? 70 : 564), mebibytes(sharded ? 140 : 640)};
  }
  const bool pair = facts.gpus <= 2;
  return {Bytes(kRing), Bytes(pair ? 544'000'000 : 688'000'000), Bytes(1'060'000'000)};
}

}  // namespace vramlint::memory
