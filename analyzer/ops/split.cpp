// One tensor as several views. The gradients come together in one tensor of the full size: cat or stack, with zeros in
// place of those that did not arrive (FunctionsManual.cpp, split_with_sizes_backward, unbind_backward; 1.13 to 2.7).
#include "ops/program.h"
#include "ops/sample.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace split_op {

Inferred sections(const Call& call, int64_t dim, const Shape& sizes) {
  const TensorType& self = call.operand(0).type;
  Inferred inferred;
  int64_t start = 0;
  for (const Dim& size : sizes) {
    const Dim count = sizes.size() == 1 ? self.shape[static_cast<size_t>(dim)] : size;
    inferred.outputs.push_back(
        {.alias = Output::Alias::view, .operand = operand_of(call, 0), .type = narrowed(self, dim, start, count)});
    start += size.point;
  }
  return inferred;
}

Inferred even_sections(const Call& call, int64_t dim, int64_t total, int64_t size, uint32_t sources) {
  const int64_t count = total / size + (total % size != 0 ? 1 : 0);
  if (count > graph::kMostResults) return {.too_many = count};
  Shape sizes;
  for (int64_t left = total; left > 0; left -= size) sizes.push_back(Dim(std::min(left, size)).from(sources));
  if (sizes.empty()) sizes.emplace_back(0);
  return sections(call, dim, sizes);
}

Inferred infer_split(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t size = call.integer(1), dim = wrap(call.integer(2), self.rank());
  if (self.rank() == 0) return failure("split expects at least a 1-dimensional tensor");
  if (dim < 0) return failure(dim_error(call.integer(2), self.rank()));
  if (size < 0) return failure("split expects split_size be non-negative, but got split_size=" + std::to_string(size));
  if (size == 0 && self.size(dim) != 0) {
    return failure("split_size can only be 0 if dimension size is 0, but got dimension size of " +
                   std::to_string(self.size(dim)));
  }
  return even_sections(call, dim, self.size(dim), std::max<int64_t>(size, 1), call.sizes(1)[0].sources);
}

Inferred infer_chunk(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t chunks = call.integer(1), dim = wrap(call.integer(2), self.rank());
  if (self.rank() == 0) return failure("chunk expects at least a 1-dimensional tensor");
  if (chunks <= 0) return failure("chunk expects `chunks` to be greater than 0, got: " + std::to_string(chunks));
  if (dim < 0) return failure(dim_error(call.integer(2), self.rank()));
  const int64_t total = self.size(dim);
  const uint32_t sources = self.shape[static_cast<size_t>(dim)].sources;
  if (total == 0) {
    if (chunks > graph::kMostResults) return {.too_many = chunks};
    return sections(call, dim, Shape(static_cast<size_t>(chunks), Dim(0).from(sources)));
  }
  return even_sections(call, dim, total, total / chunks + (total % chunks != 0 ? 1 : 0), sources);
}

Inferred infer_split_sizes(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (self.rank() == 0) return failure("split expects at least a 1-dimensional tensor");
  const int64_t dim = wrap(call.integer(2), self.rank());
  if (dim < 0) return failure(dim_error(call.integer(2), self.rank()));
  const auto written = [&call] { return to_string(Shape(call.ints(1).begin(), call.ints(1).end())); };
  if (std::any_of(call.ints(1).begin(), call.ints(1).end(), [](int64_t size) { return size < 0; }))
    return failure("split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=" +
                   written());
  const auto count = static_cast<int64_t>(call.ints(1).size());
  if (count > graph::kMostResults) return {.too_many = count};
  int64_t total = 0;
  for (int64_t size : call.ints(1)) total = saturating_sum(total, size);
  if (total != self.size(dim)) {
    return failure("split_with_sizes expects split_sizes to sum exactly to " + std::to_string(self.size(dim)) +
                   " (input tensor's size at dimension " + std::to_string(dim) + "), but got split_sizes=" + written());
  }
  return sections(call, dim, call.sizes(1));
}

Inferred infer_unbind(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (self.rank() == 0) return failure("Dimension specified as 0 but tensor has no dimensions");
  const int64_t dim = wrap(call.integer(1), self.rank());
  if (dim < 0) return failure(dim_error(call.integer(1), self.rank()));
  if (self.size(dim) > graph::kMostResults) return {.too_many = self.size(dim)};
  Inferred inferred;
  for (int64_t i = 0; i < self.size(dim); ++i) {
    inferred.outputs.push_back({.alias = Output::Alias::view,
                                .operand = operand_of(call, 0),
                                .type = without(narrowed(self, dim, i, 1), dim)});
  }
  return inferred;
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  Dtype dtype = program.type(0).dtype;
  for (size_t i = 0; i < call.grads.size(); ++i) {
    if (!call.grads[i]) program.temporary(call.outputs[i].type, "zeros for a part without gradient");
  }
  program.computed(0, graph::contiguous(dtype, program.type(0).shape));
  return program.finish();
}

Cases split_cases() { return {{tensor({2, 7}), 3, 1}, {tensor({4, 3}), 2}}; }
Cases sizes_cases() { return {{tensor({2, 7}), ints({3, 4}), 1}, {tensor({5}), ints({1, 0, 4})}}; }
Cases chunk_cases() { return {{tensor({2, 8, 3}), 4, 1}, {tensor({7}), 3}, {tensor({4, 2}), 5, -1}}; }
Cases unbind_cases() { return {{tensor({3, 4})}, {tensor({2, 3, 5}), -1}}; }

constexpr Op kOps[] = {
    {.schema = "split.Tensor(Tensor(a) self, int split_size, int dim=0) -> Tensor(a)[]",
     .names = names<"torch.split", "Tensor.split">(),
     .infer = infer_split,
     .backward = backward,
     .samples = samples<"split.Tensor", split_cases>},
    {.schema = "split_with_sizes(Tensor(a) self, int[] split_sizes, int dim=0) -> Tensor(a)[]",
     .names = names<"torch.split", "Tensor.split", "torch.split_with_sizes", "Tensor.split_with_sizes">(),
     .infer = infer_split_sizes,
     .backward = backward,
     .samples = samples<"split_with_sizes", sizes_cases>},
    {.schema = "chunk(Tensor(a) self, int chunks, int dim=0) -> Tensor(a)[]",
     .names = names<"torch.chunk", "Tensor.chunk">(),
     .infer = infer_chunk,
     .backward = backward,
     .samples = samples<"chunk", chunk_cases>},
    {.schema = "unbind.int(Tensor(a) self, int dim=0) -> Tensor(a)[]",
     .names = names<"torch.unbind", "Tensor.unbind">(),
     .infer = infer_unbind,
     .backward = backward,
     .samples = samples<"unbind.int", unbind_cases>},
};

}  // namespace split_op
}  // namespace

std::span<const Op> split_ops() { return split_op::kOps; }

}  // namespace vramlint::ops
