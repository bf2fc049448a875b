// Distances between all pairs of vectors, and the cross product.
//
// cdist keeps both factors and the result (derivatives.yaml, _cdist_forward and _euclidean_dist, 1.13 to 2.4). For the
// Euclidean norm and more than 25 vectors on a side it multiplies matrices: the squared norms and a column of ones are
// appended to the factors (aten/src/ATen/native/Distance.cpp, cdist_impl and _euclidean_dist).
#include "ops/declare.h"
#include "ops/layout.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace distance_op {

Shape batch_of(const TensorType& type) { return {type.shape.begin(), type.shape.end() - 2}; }

Inferred infer_cdist(const Call& call) {
  const TensorType& left = call.operand(0).type;
  const TensorType& right = call.operand(1).type;
  if (left.rank() < 2 || right.rank() < 2) return failure("cdist only supports at least 2D tensors");
  if (differ(left, -1, right, -1)) {
    return failure("X1 and X2 must have the same number of columns. X1: " + std::to_string(left.size(-1)) +
                   " X2: " + std::to_string(right.size(-1)));
  }
  Broadcast batch = broadcast(batch_of(left), batch_of(right));
  if (!batch.error.empty()) return failure(batch.error);
  batch.shape.push_back(left.shape[left.shape.size() - 2]);
  batch.shape.push_back(right.shape[right.shape.size() - 2]);
  return fresh(graph::contiguous(left.dtype, batch.shape));
}

bool multiplies(const Call& call) {
  const int64_t mode = call.is_none(3) ? 0 : call.integer(3);
  const bool many = call.operand(0).type.size(-2) > 25 || call.operand(1).type.size(-2) > 25;
  return call.real(2) == 2.0 && (mode == 1 || (mode == 0 && many));
}

/// Multiplied in batches, a factor is expanded and made contiguous first, and that copy is what is kept.
bool enters_as_copy(const Call& call, size_t arg) {
  const TensorType& type = call.operand(arg).type;
  const Shape batch = broadcast(batch_of(call.operand(0).type), batch_of(call.operand(1).type)).shape;
  if (product(batch).point == 1) return false;
  return !same_sizes(batch_of(type), batch) || !type.contiguous();
}

Interval expanded_bytes(const Call& call, size_t arg) {
  const TensorType& type = call.operand(arg).type;
  Shape shape = broadcast(batch_of(call.operand(0).type), batch_of(call.operand(1).type)).shape;
  shape.insert(shape.end(), type.shape.end() - 2, type.shape.end());
  return dense_bytes(type.dtype, shape);
}

Saved saves_cdist(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved{.outputs = {0}};
  for (size_t arg : {size_t{0}, size_t{1}}) {
    if (multiplies(call) && enters_as_copy(call, arg)) {
      saved.extras.push_back({expanded_bytes(call, arg), "expanded factor"});
    } else {
      saved.operands.push_back(operand_of(call, arg));
    }
  }
  return saved;
}

/// The factors with squared norm and ones as two more columns; the right one scaled by -2 for the left gradient.
std::vector<Temporary> forward_cdist(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  std::vector<Temporary> temporaries;
  if (!multiplies(call)) return temporaries;
  for (size_t arg : {size_t{0}, size_t{1}}) {
    TensorType wide = call.operand(arg).type;
    wide.shape.back() = sum(wide.shape.back(), 2);
    temporaries.push_back({.bytes = wide.bytes(), .what = "factor with its norms", .before_output = true});
  }
  return temporaries;
}

/// By products both gradients are made, needed or not, in one expression, whose intermediates stand to its end
/// (torch/csrc/autograd/FunctionsManual.cpp, _euclidean_dist_backward, 1.13 to 2.4).
std::vector<graph::GradStep> backward_cdist(const BackwardCall& call) {
  Program program(call);
  program.contiguous_grad();
  const bool is_product = multiplies(call.call);
  if (is_product) program.temporary(program.grad(), "ratio of gradient and distance");
  for (size_t arg : {size_t{0}, size_t{1}}) {
    Shape shape = broadcast(batch_of(program.type(0)), batch_of(program.type(1))).shape;
    shape.push_back(program.type(arg).shape[program.type(arg).shape.size() - 2]);
    shape.push_back(program.type(arg).shape.back());
    const TensorType made = graph::contiguous(program.grad().dtype, shape);
    if (is_product) {
      program.temporary(made, "factor by its sums");
      program.temporary(made, "product with the ratio");
    }
    if (program.needs(arg) || !is_product)
      program.computed(arg, made);
    else
      program.temporary(made, "gradient of the other factor");
  }
  return program.finish();
}

Inferred infer_pdist(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (self.rank() != 2) return failure("pdist only supports 2D tensors, got: " + std::to_string(self.rank()) + "D");
  const Dim pairs = map(self.shape[0], [](int64_t n) { return n * (n - 1) / 2; });
  return fresh(graph::contiguous(self.dtype, {pairs}));
}

std::vector<graph::GradStep> backward_pdist(const BackwardCall& call) {
  Program program(call);
  const TensorType& self = program.type(0);
  const Dim others = map(self.shape[0], [](int64_t n) { return std::max<int64_t>(n - 1, 0); });
  program.temporary(dense_bytes(self.dtype, {others, self.shape[0], self.shape[1]}), "gradient of each pair");
  program.computed(0, graph::contiguous(self.dtype, self.shape));
  return program.finish();
}

Inferred infer_cross(const Call& call) {
  const TensorType& left = call.operand(0).type;
  const TensorType& right = call.operand(1).type;
  const Broadcast common = broadcast(left.shape, right.shape);
  if (!common.error.empty()) return failure(common.error);
  if (left.rank() != right.rank()) return failure("linalg.cross: inputs must have the same number of dimensions.");
  const auto rank = static_cast<int64_t>(common.shape.size());
  const int64_t dim = wrap(call.integer(2), rank);
  if (rank == 0) return failure("Dimension specified as 0 but tensor has no dimensions");
  if (dim < 0) return failure(dim_error(call.integer(2), rank));
  if (common.shape[static_cast<size_t>(dim)].point != 3) {
    return failure("linalg.cross: inputs dimension " + std::to_string(dim) + " must have length 3");
  }
  return fresh(graph::contiguous(graph::promote(left.dtype, right.dtype), common.shape));
}

Cases cdist_cases() {
  return {{tensor({2, 5, 3}), tensor({2, 4, 3})},
          {tensor({30, 3}), tensor({7, 3}), 2.0},
          {tensor({3, 5, 2}), data({3, 4, 2}), 1.0},
          {tensor({2, 30, 3}), tensor({1, 7, 3}), 2.0}};
}
Cases pdist_cases() { return {{tensor({5, 3})}, {tensor({7, 2}), 1.0}}; }
Cases cross_cases() { return {{tensor({5, 3}), tensor({5, 3})}, {tensor({3, 2, 4}), data({3, 2, 4}), 0}}; }

constexpr Op kOps[] = {
    with_forward(declared<"cdist", "(Tensor x1, Tensor x2, float p=2, int? compute_mode=None) -> Tensor", infer_cdist,
                          saves_cdist, backward_cdist, cdist_cases, "torch.cdist_">(),
                 forward_cdist),
    declared<"pdist", "(Tensor self, float p=2) -> Tensor", infer_pdist, keeps<At<0>, At<0>>, backward_pdist,
             pdist_cases, "torch.pdist", "torch.nn.functional.pdist">(),
    declared<"linalg_cross", "(Tensor self, Tensor other, *, int dim=-1) -> Tensor", infer_cross,
             keeps_each_other<0, 1>, gives_wide<0, 0, 1>, cross_cases, "torch.linalg.cross">(),
};

}  // namespace distance_op
}  // namespace

std::span<const Op> distance_ops() { return distance_op::kOps; }

}  // namespace vramlint::ops
