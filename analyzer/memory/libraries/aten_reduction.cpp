// How ATen spreads a reduction over the card (setReduceConfig, native/cuda/Reduce.cuh [2.11]), as arithmetic of ours. A
// thread sums up some of one result's inputs or, where the results lie next to each other, of up to four results. A
// block is as wide as the dimension that lies densest and at most 512 threads; its rows share the inputs of a result
// where that leaves each thread enough of them. Where it still leaves 256 or more and the blocks do not fill the card,
// several blocks share a result: each writes its threads' partial results to a buffer, and a counter a block column
// says when all have.
//
// Against torch 2.11.0+cu130 on an H100: to the byte in 1,478 of 1,481 sums, means, norms, maxima in float32 and
// variances over one to three dimensions of contiguous and channels-last tensors, and in 190 of 196 bias gradients; the
// rest differ by what a block of the allocator is larger than what was asked for.
#include "memory/libraries/aten_reduction.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "graph/operator_name.h"

namespace vramlint::memory {

namespace {

constexpr int64_t kThreads = 512, kWarp = 32, kLanes = 4;
constexpr int64_t kEnoughForThread = 16, kTooMuchForThread = 256;

struct Axis {
  int64_t stride, size;
};

int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }
int64_t power_below(int64_t n) {
  return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(std::max<int64_t>(n, 1))));
}

/// Densest first; what lies seamlessly behind one another is one (TensorIterator::coalesce_dimensions).
std::vector<Axis> coalesced(std::vector<Axis> axes) {
  std::stable_sort(axes.begin(), axes.end(), [](const Axis& a, const Axis& b) { return a.stride < b.stride; });
  std::vector<Axis> result;
  for (const Axis& axis : axes) {
    if (!result.empty() && result.back().stride * result.back().size == axis.stride)
      result.back().size *= axis.size;
    else
      result.push_back(axis);
  }
  return result;
}

int64_t elements(const std::vector<Axis>& axes) {
  int64_t count = 1;
  for (const Axis& axis : axes) count = saturating_product(count, axis.size);
  return count;
}

struct Card {
  int64_t multiprocessors = 108, threads = 2048;  ///< an A100's where the card is not known
};

/// Threads a multiprocessor holds: table of compute capabilities in the CUDA C++ programming guide.
Card card_of(const Platform& platform) {
  if (!platform.device) return {};
  Card card{platform.device->multiprocessors, 2048};
  const int capability = platform.compute_capability();
  if (capability == 75) card.threads = 1024;
  if ((capability > 80 && capability < 90) || capability >= 120) card.threads = 1536;
  return card;
}

/// Of results that lie next to each other, how many a thread takes: as many as all strides let it load at once.
int64_t lanes(const std::vector<Axis>& reduced, const std::vector<Axis>& kept) {
  int64_t count = kLanes;
  auto fit = [&](int64_t n) {
    while (n % count != 0) count /= 2;
  };
  fit(kept.front().size);
  for (const Axis& axis : reduced) fit(axis.stride);
  for (size_t i = 1; i < kept.size(); ++i) fit(kept[i].stride);
  return count;
}

struct Plan {
  int64_t shares = 1;   ///< blocks that share a result
  int64_t columns = 1;  ///< of blocks
  int64_t slots = 1;    ///< partial results of a block, a result
};

struct ThreadBlock {
  int64_t width, height;
};

ThreadBlock block_of(int64_t along, int64_t across, int64_t threads) {
  const int64_t wide = std::min(power_below(along), threads), high = std::min(power_below(across), threads);
  ThreadBlock block{std::min(wide, kWarp), 0};
  block.height = std::min(high, threads / block.width);
  block.width = std::min(wide, threads / block.height);
  return block;
}

Plan plan(const std::vector<Axis>& reduced, const std::vector<Axis>& kept, const Card& card) {
  const int64_t inputs = elements(reduced), results = elements(kept);
  const bool along = kept.empty() || reduced.front().stride < kept.front().stride;
  const bool dense = (along ? reduced : kept).front().stride == 1;
  const int64_t vector = !along && dense ? lanes(reduced, kept) : 1;
  int64_t first = along ? inputs : results / vector;
  if (along && dense && kept.empty() && reduced.size() == 1 && inputs > 128) first /= kLanes;
  const ThreadBlock block = block_of(first, along ? results : inputs, kThreads / vector);
  int64_t split = along ? block.width : 1, taken = along ? 1 : block.width;
  auto each = [&] { return divide_up(inputs, split); };
  const bool rows_share = each() >= std::min(block.height * kEnoughForThread, kTooMuchForThread);
  (rows_share ? split : taken) *= block.height;
  Plan result{1, divide_up(results / vector, taken), along ? 1 : block.width * vector};
  const int64_t full = card.multiprocessors * (card.threads / (block.width * block.height));
  if (!rows_share || each() < kTooMuchForThread || result.columns > full) return result;
  const int64_t to_fill = divide_up(full, result.columns), enough = divide_up(each(), kEnoughForThread);
  result.shares = std::max(std::min(to_fill, enough), divide_up(each(), kTooMuchForThread));
  return result;
}

struct Kind {
  std::string_view name;
  int64_t accumulator;  ///< bytes; 0: those of an element
};

// float for half precision, as the kernels accumulate; a mean, spread and two counts; a value and its place.
constexpr Kind kKinds[] = {
    {"amax", 0},      {"amin", 0}, {"argmax", 16},   {"argmin", 16}, {"linalg_vector_norm", 4},
    {"max", 16},      {"mean", 4}, {"min", 16},      {"nansum", 4},  {"norm", 4},
    {"prod", 4},      {"std", 16}, {"std_mean", 16}, {"sum", 4},     {"var", 16},
    {"var_mean", 16},
};

int64_t accumulator_of(const Kind& kind, graph::Dtype dtype) {
  const int64_t size = graph::size_of(dtype);
  if (kind.accumulator == 0) return size;
  return size > 4 ? kind.accumulator * 2 : kind.accumulator;
}

/// The place of the argument called `dim` in a schema.
std::optional<size_t> dims_argument(std::string_view schema) {
  const size_t found = schema.find(" dim");
  if (found == std::string_view::npos || found > schema.find(')')) return {};
  size_t place = 0;
  int depth = 0;
  for (const char c : schema.substr(0, found)) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    place += c == ',' && depth == 0 ? 1 : 0;
  }
  return schema.substr(0, found).find("*,") == std::string_view::npos ? place : place - 1;
}

std::vector<bool> taken_away(const graph::Call& call, size_t rank) {
  const auto place = dims_argument(call.op->schema);
  std::vector<int64_t> dims;
  if (place && *place < call.args.size()) {
    if (const auto* list = std::get_if<std::vector<int64_t>>(&call.args[*place])) dims = *list;
    if (const auto* one = std::get_if<int64_t>(&call.args[*place])) dims = {*one};
  }
  std::vector<bool> gone(rank, dims.empty());
  for (const int64_t dim : dims) {
    const int64_t index = dim < 0 ? dim + static_cast<int64_t>(rank) : dim;
    if (index >= 0 && index < static_cast<int64_t>(rank)) gone[static_cast<size_t>(index)] = true;
  }
  return gone;
}

/// Operators whose gradients are summed down where an operand was broadcast.
constexpr std::string_view kBroadcasting[] = {
    "add",     "addcdiv", "addcmul", "div",  "expand", "expand_as",   "lerp",  "maximum",
    "minimum", "mul",     "pow",     "rsub", "sub",    "true_divide", "where",
};

bool sums_down(std::string_view name, int operand) {
  if (name == "linear" || name.starts_with("conv")) return operand == 2;
  if (name == "addmm" || name == "baddbmm") return operand == 0;
  if (name.ends_with("_")) name.remove_suffix(1);  // in place
  return std::binary_search(std::begin(kBroadcasting), std::end(kBroadcasting), name);
}

/// Which dimensions of `whole` a tensor of shape `part` was broadcast over. Empty if it was not.
std::vector<bool> broadcast_over(const graph::Shape& whole, const graph::Shape& part) {
  if (part.size() > whole.size()) return {};
  const size_t missing = whole.size() - part.size();
  std::vector<bool> gone(whole.size(), true);
  bool any = false;
  for (size_t i = 0; i < whole.size(); ++i) {
    if (i >= missing && whole[i].point != part[i - missing].point && part[i - missing].point != 1) return {};
    gone[i] = i < missing || part[i - missing].point != whole[i].point;
    any = any || (gone[i] && whole[i].point > 1);
  }
  return any ? gone : std::vector<bool>();
}

/// A bias of a convolution is summed over all dimensions but the second.
std::vector<bool> all_but_channels(size_t rank) {
  std::vector<bool> gone(rank, true);
  if (rank > 1) gone[1] = false;
  return gone;
}

Interval bounds(int64_t point, const Platform& platform) {
  if (platform.device) return Interval::exactly(Bytes(point));
  return {Bytes(0), Bytes(point), Bytes(point) + Bytes(point)};
}

}  // namespace

ReductionBuffers reduction_buffers(const graph::TensorType& input, const std::vector<bool>& gone, int64_t accumulator,
                                   const Platform& platform) {
  if (!platform.torch.at_least(2, 0) || input.strides.size() != input.shape.size()) return {};
  std::vector<Axis> reduced, kept;
  for (size_t i = 0; i < input.shape.size(); ++i) {
    if (input.shape[i].point == 0) return {};
    if (input.shape[i].point > 1) (gone.at(i) ? reduced : kept).push_back({input.strides[i], input.shape[i].point});
  }
  reduced = coalesced(std::move(reduced));
  kept = coalesced(std::move(kept));
  if (reduced.empty()) return {};
  const Plan chosen = plan(reduced, kept, card_of(platform));
  if (chosen.shares <= 1) return {};
  const int64_t results = saturating_product(elements(kept), accumulator);
  const int64_t partial = saturating_product(saturating_product(results, chosen.shares), chosen.slots);
  constexpr int64_t kCounter = 4;
  return {bounds(partial, platform), bounds(kCounter * chosen.columns, platform)};
}

ReductionBuffers forward_reduction(const graph::Node& node, const Platform& platform) {
  const std::string_view name = operator_name(*node.call.op);
  const auto* kind = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& k) { return k.name == name; });
  if (kind == std::end(kKinds) || node.call.operands.size() != 1) return {};
  const graph::TensorType& input = node.call.operands.front().type;
  return reduction_buffers(input, taken_away(node.call, input.shape.size()), accumulator_of(*kind, input.dtype),
                           platform);
}

ReductionBuffers gradient_reduction(const graph::Node& node, int operand, const graph::TensorType& incoming,
                                    const graph::TensorType& made, const Platform& platform) {
  const std::string_view name = operator_name(*node.call.op);
  if (!sums_down(name, operand)) return {};
  const bool channels = name.starts_with("conv");
  const std::vector<bool> gone =
      channels ? all_but_channels(incoming.shape.size()) : broadcast_over(incoming.shape, made.shape);
  if (gone.empty()) return {};
  constexpr Kind kSum = {"sum", 4};
  const graph::TensorType summed = name == "linear" ? graph::contiguous(incoming.dtype, incoming.shape) : incoming;
  return reduction_buffers(summed, gone, accumulator_of(kSum, incoming.dtype), platform);
}

/// LayerNormBackwardKernelImplInternal, native/cuda/layer_norm_kernel.cu [2.11]: more than 65,536 rows that are narrow
/// for the card are summed by 32 at first. Exact for rows of up to 256 in all of eleven measured; what wider ones take
/// beyond the sums is not known.
NormSums norm_gradient(const graph::Node& node, int operand, const Platform& platform) {
  constexpr int64_t kMany = 65536, kWarpRows = 32, kNarrow = 512;
  const bool of_weight = operand == 1 && operator_name(*node.call.op) == "layer_norm";
  if (!of_weight || node.call.operands.size() < 2 || !platform.torch.at_least(2, 8)) return {};
  const graph::TensorType& input = node.call.operands[0].type;
  const int64_t width = std::max<int64_t>(node.call.operands[1].type.numel(), 1), rows = input.numel() / width;
  if (rows <= kMany || width / kWarp >= card_of(platform).multiprocessors / 2) return {};
  const graph::TensorType parts = graph::contiguous(input.dtype, {divide_up(rows, kWarpRows), width});
  NormSums sums{parts.bytes(), parts.bytes(), {}};
  if (width <= kNarrow)
    sums.reduction = reduction_buffers(parts, {true, false}, accumulator_of({"sum", 4}, input.dtype), platform);
  return sums;
}

/// native/cuda/Embedding.cu and EmbeddingBackwardKernel.cu [2.11]: more than 3,072 tokens are sorted, and every ten of
/// equal ones are summed up to a row of float32, of which there are at most one a ten tokens and one a distinct token.
/// So recorded on an H100: five lists of the tokens' length, one of the parts', and the parts.
Interval embedding_gradient(const graph::Node& node, const Platform& platform) {
  constexpr int64_t kFew = 3072, kTokensOfPart = 10, kIndex = 8, kLists = 5, kAccumulator = 4;
  if (operator_name(*node.call.op) != "embedding" || !platform.torch.at_least(2, 0)) return {};
  const graph::TensorType& table = node.call.operands.at(0).type;
  const int64_t tokens = node.call.operands.at(1).type.numel();
  if (tokens <= kFew || table.rank() != 2) return {};
  const int64_t parts = tokens / kTokensOfPart + std::min(tokens, table.size(0));
  const Bytes sorted(kLists * kIndex * tokens + kIndex * parts);
  const Bytes all = sorted + Bytes(saturating_product(parts, kAccumulator * table.size(1)));
  return {sorted, all, all};
}

}  // namespace vramlint::memory
