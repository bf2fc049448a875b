// Products of matrices.
//
// Kept: the first factor for the second one's gradient and the other way round (derivatives.yaml, mm, addmm, bmm,
// baddbmm; 1.13 to 2.7). linear and matmul are made of these: where they fold leading dimensions into the rows of one
// matrix, a non-contiguous operand is copied first, and the copy is what is kept
// (aten/src/ATen/native/LinearAlgebra.cpp, native/Linear.cpp).
#include <array>

#include "ops/blas.h"
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace matmul_op {

graph::Refusal shapes_error(const TensorType& left, const TensorType& right) {
  const Dim rows = product(std::span(left.shape).first(left.shape.size() - 1));
  return {"mat1 and mat2 shapes cannot be multiplied (" + std::to_string(rows.point) + "x" +
              std::to_string(left.size(-1)) + " and " + std::to_string(right.size(0)) + "x" +
              std::to_string(right.size(-1)) + ")",
          left.shape.back().sources | right.shape[0].sources};
}

graph::Refusal batch_error(const TensorType& left, const TensorType& right, const Dim& inner) {
  return {"Expected size for first two dimensions of batch2 tensor to be: [" + std::to_string(left.size(0)) + ", " +
              std::to_string(left.size(-1)) + "] but got: [" + std::to_string(right.size(0)) + ", " +
              std::to_string(inner.point) + "].",
          left.shape.back().sources | inner.sources};
}

graph::Refusal dtype_error(const TensorType& left, const TensorType& right) {
  if (left.dtype == right.dtype) return {};
  return graph::Refusal::types("expected m1 and m2 to have the same dtype, but got: " +
                               std::string(to_string(left.dtype)) + " != " + std::string(to_string(right.dtype)));
}

/// Keeps `left` for the gradient of `right` and the other way round.
Saved saves_factors(const Call& call, size_t left, size_t right) {
  Saved saved;
  if (needs_grad(call, right)) saved.operands.push_back(operand_of(call, left));
  if (needs_grad(call, left)) saved.operands.push_back(operand_of(call, right));
  return saved;
}

/// Gradients are computed by the names of what they are for (tools/autograd/load_derivatives.py sorts them, 1.13 to
/// 2.11): of an addmm mat1's before mat2's, but of a product alone mat2's before self's. So an H100's allocator was
/// asked.
template <size_t first>
std::array<size_t, 2> in_order() {
  if constexpr (first > 0) return {first, first + 1};
  return {1, 0};
}

// linear: an addmm where there is a bias

Inferred infer_linear(const Call& call) {
  const TensorType& input = call.operand(0).type;
  const TensorType& weight = call.operand(1).type;
  if (input.rank() == 0) return failure("both arguments to matmul need to be at least 1D, but they are 0D and 2D");
  if (differ(input, -1, weight, -1)) {
    return failure(shapes_error(
        input, permuted(weight, weight.rank() == 2 ? std::vector<int64_t>{1, 0} : std::vector<int64_t>{0})));
  }
  if (graph::Refusal error = dtype_error(input, weight); !error.empty()) return failure(error);
  Shape shape(input.shape.begin(), input.shape.end() - 1);
  if (weight.rank() == 2) shape.push_back(weight.shape[0]);
  if (!call.is_none(2)) {
    if (weight.rank() == 1) return failure("mat2 must be a matrix, got 1-D tensor");
    const TensorType& bias = call.operand(2).type;
    const Broadcast common = broadcast(bias.shape, shape);
    if (!common.error.empty() || !same_sizes(common.shape, shape)) {
      return failure("The expanded size of the tensor (" + std::to_string(shape.back().point) +
                     ") must match the existing size (" + std::to_string(bias.numel()) +
                     ") at non-singleton dimension");
    }
  }
  return fresh(graph::contiguous(input.dtype, std::move(shape)));
}

bool folds_as_view(const TensorType& type) {
  if (type.rank() < 3) return true;
  const Dim rows = product(std::span(type.shape).first(type.shape.size() - 1));
  return viewed(type, {rows, type.shape.back()}).has_value();
}

/// A batch of transposed matrices times one matrix stays a batched product before 2.0, and nothing is copied
/// (aten/src/ATen/native/LinearAlgebra.cpp, should_fold, 1.13; from 2.0 on it folds where the matrix needs a gradient).
bool batches_transposed(const TensorType& type, const TorchProfile& torch) {
  return !torch.folds_transposed && type.rank() == 3 && type.strides.back() != 1 &&
         type.strides.front() == saturating_product(type.size(1), type.size(2));
}

Saved saves_linear(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  Saved saved;
  const TensorType& input = call.operand(0).type;
  const bool weight_first = call.is_none(2);
  if (weight_first && needs_grad(call, 0)) saved.operands.push_back(operand_of(call, 1));
  if (needs_grad(call, 1)) {
    if (folds_as_view(input) || batches_transposed(input, torch))
      saved.operands.push_back(operand_of(call, 0));
    else
      saved.extras.push_back({input.bytes(), "folded input"});
  }
  if (!weight_first && needs_grad(call, 0)) saved.operands.push_back(operand_of(call, 1));
  return saved;
}

/// Leading dimensions folded into the rows of one matrix: a view, or a contiguous copy.
TensorType folded(const TensorType& type) {
  if (type.rank() < 3) return type;
  const Shape matrix{product(std::span(type.shape).first(type.shape.size() - 1)), type.shape.back()};
  return viewed(type, matrix).value_or(graph::contiguous(type.dtype, matrix));
}

std::vector<Temporary> forward_linear(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  const TensorType& input = call.operand(0).type;
  if (input.contiguous() && call.operand(1).type.contiguous()) return {};
  if (batches_transposed(input, torch)) return {};
  std::vector<Temporary> temporaries;
  if (!folds_as_view(input) && !needs_grad(call, 1))
    temporaries.push_back({.bytes = input.bytes(), .what = "folded input", .before_output = true});
  append_blas_copies(folded(input), call.operand(1).type, temporaries);
  return temporaries;
}

/// The input is folded to a matrix and the weight transposed: their gradients are views of products.
void linear_gradient(Program& program, size_t arg) {
  const TensorType type = graph::contiguous(program.grad().dtype, program.type(arg).shape);
  const bool is_view = arg == 0 ? type.rank() > 2 : type.rank() == 2;
  if (!program.needs(arg)) return;
  const bool whole = !is_view || type.dtype != program.type(arg).dtype;
  const int product = whole ? -1 : program.temporary(type, "product");
  if (whole) program.computed(arg, type);
  const TensorType& other = program.type(1 - arg);
  if (!program.grad().contiguous() || !other.contiguous())
    copy_for_blas(program, folded(program.grad()), folded(other));
  if (!whole) program.part(operand_of(program.call(), arg), product, type);
}

std::vector<graph::GradStep> backward_linear(const BackwardCall& call) {
  Program program(call);
  if (!folds_as_view(program.grad())) program.temporary(program.grad(), "folded gradient");
  const bool has_bias = !call.call.is_none(2);
  for (const size_t arg : has_bias ? std::array<size_t, 2>{0, 1} : in_order<0>()) linear_gradient(program, arg);
  if (has_bias) program.passed(2, program.grad());
  return program.finish();
}

// mm, bmm, addmm, baddbmm: factors at `first` and `first + 1`, an added term before them.

template <size_t first, int64_t rank>
Inferred infer_product(const Call& call) {
  const TensorType& left = call.operand(first).type;
  const TensorType& right = call.operand(first + 1).type;
  if (left.rank() != rank || right.rank() != rank) {
    return failure(rank == 2 ? "mat1 and mat2 must be matrices" : "batch1 and batch2 must be 3D tensors");
  }
  if (differ(left, -1, right, -2)) {
    if (rank == 2) return failure(shapes_error(left, right));
    return failure(batch_error(left, right, right.shape[1]));
  }
  if (graph::Refusal error = dtype_error(left, right); !error.empty()) return failure(error);
  Shape shape(left.shape.begin(), left.shape.end() - 1);
  shape.push_back(right.shape.back());
  if (first > 0) {
    const Broadcast common = broadcast(call.operand(0).type.shape, shape);
    if (!common.error.empty() || !same_sizes(common.shape, shape)) {
      return failure("The expanded size of the tensor must match the existing size: " +
                     to_string(call.operand(0).type.shape) + " and " + to_string(shape));
    }
  }
  return fresh(graph::contiguous(left.dtype, std::move(shape)));
}

template <size_t first>
Saved saves_product(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return saves_factors(call, first, first + 1);
}

template <size_t first>
std::vector<Temporary> forward_product(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  std::vector<Temporary> temporaries;
  append_blas_copies(call.operand(first).type, call.operand(first + 1).type, temporaries);
  return temporaries;
}

template <size_t first>
std::vector<graph::GradStep> backward_product(const BackwardCall& call) {
  Program program(call);
  if (first > 0) program.passed(0, program.grad());
  for (size_t arg : in_order<first>()) {
    if (!program.needs(arg)) continue;
    program.computed(arg, graph::contiguous(program.grad().dtype, program.type(arg).shape));
    copy_for_blas(program, program.grad(), program.type(arg == first ? first + 1 : first));
  }
  return program.finish();
}

// matmul

/// How matmul runs: two matrices or vectors directly, leading dimensions folded into rows, or a batch of products.
struct Plan {
  enum class Kind : uint8_t { direct, folded, batched } kind = Kind::direct;
  Shape shape;
  Shape left, right;  // batched: the factors after expansion
  graph::Refusal error;
};

Shape batch_of(const TensorType& type) {
  return {type.shape.begin(), type.shape.end() - std::min<int64_t>(type.rank(), 2)};
}

Shape joined(Shape batch, std::initializer_list<Dim> matrix) {
  batch.insert(batch.end(), matrix);
  return batch;
}

Plan plan_batched(const TensorType& left, const TensorType& right) {
  const Broadcast batch = broadcast(batch_of(left), batch_of(right));
  Plan plan{.kind = Plan::Kind::batched, .error = batch.error};
  if (!plan.error.empty()) return plan;
  const Dim rows = left.rank() == 1 ? Dim(1) : left.shape[left.shape.size() - 2], inner = left.shape.back();
  const Dim columns = right.rank() == 1 ? Dim(1) : right.shape.back();
  plan.left = joined(batch.shape, {rows, inner});
  plan.right = joined(batch.shape, {inner, columns});
  plan.shape = batch.shape;
  if (left.rank() > 1) plan.shape.push_back(rows);
  if (right.rank() > 1) plan.shape.push_back(columns);
  return plan;
}

Plan plan_of(const Call& call) {
  const TensorType& left = call.operand(0).type;
  const TensorType& right = call.operand(1).type;
  if (left.rank() == 0 || right.rank() == 0) {
    return {.error = "both arguments to matmul need to be at least 1D, but they are " + std::to_string(left.rank()) +
                     "D and " + std::to_string(right.rank()) + "D"};
  }
  const Dim& inner = right.shape[right.rank() == 1 ? 0 : right.shape.size() - 2];
  if (left.size(-1) != inner.point) {
    if (left.rank() <= 2 && right.rank() <= 2) return {.error = shapes_error(left, right)};
    return {.error = batch_error(left, right, inner)};
  }
  Plan plan = plan_batched(left, right);
  if (!plan.error.empty()) return plan;
  if (left.rank() <= 2 && right.rank() <= 2) {
    plan.kind = Plan::Kind::direct;
  } else if (right.rank() <= 2 || left.rank() <= 2) {
    plan.kind = Plan::Kind::folded;
  }
  return plan;
}

Inferred infer_matmul(const Call& call) {
  Plan plan = plan_of(call);
  if (!plan.error.empty()) return failure(plan.error);
  if (graph::Refusal error = dtype_error(call.operand(0).type, call.operand(1).type); !error.empty())
    return failure(error);
  return fresh(graph::contiguous(call.operand(0).type.dtype, std::move(plan.shape)));
}

/// Whether the factor enters the product as a view of itself.
bool enters_as_view(const Plan& plan, const TensorType& type, const Shape& wanted) {
  if (plan.kind == Plan::Kind::direct || type.rank() < 3) {
    return plan.kind != Plan::Kind::batched || product(std::span(wanted).first(wanted.size() - 2)).point == 1;
  }
  if (plan.kind == Plan::Kind::folded) return folds_as_view(type);
  if (!same_sizes(type.shape, wanted)) {
    const TensorType wide = expanded(type, wanted);
    return viewed(wide, {product(std::span(wanted).first(wanted.size() - 2)), wanted[wanted.size() - 2], wanted.back()})
        .has_value();
  }
  return viewed(type, {product(std::span(wanted).first(wanted.size() - 2)), wanted[wanted.size() - 2], wanted.back()})
      .has_value();
}

void keep_factor(const Call& call, const Plan& plan, size_t arg, const TorchProfile& torch, Saved& saved) {
  const TensorType& type = call.operand(arg).type;
  const Shape& wanted = arg == 0 ? plan.left : plan.right;
  const bool transposed = arg == 0 && call.operand(1).type.rank() == 2 && batches_transposed(type, torch);
  if (transposed || enters_as_view(plan, type, wanted)) {
    saved.operands.push_back(operand_of(call, arg));
  } else {
    const Shape& copied = plan.kind == Plan::Kind::batched ? wanted : type.shape;
    saved.extras.push_back({dense_bytes(type.dtype, copied), "copy of a factor"});
  }
}

Saved saves_matmul(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  const Plan plan = plan_of(call);
  Saved saved;
  if (needs_grad(call, 1)) keep_factor(call, plan, 0, torch, saved);
  if (needs_grad(call, 0)) keep_factor(call, plan, 1, torch, saved);
  return saved;
}

/// As it goes into mm or bmm. What is folded behind a vector or matrix is left as it is.
TensorType factor_of(const Plan& plan, const TensorType& type, const Shape& wanted) {
  if (plan.kind == Plan::Kind::folded) return folded(type);
  if (plan.kind == Plan::Kind::direct || type.rank() < 2 || wanted.size() < 3) return type;
  const Shape batch{product(std::span(wanted).first(wanted.size() - 2)), wanted[wanted.size() - 2], wanted.back()};
  return viewed(expanded(type, wanted), batch).value_or(graph::contiguous(type.dtype, batch));
}

std::vector<Temporary> forward_matmul(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType &left = call.operand(0).type, &right = call.operand(1).type;
  if (left.contiguous() && right.contiguous()) return {};
  const Plan plan = plan_of(call);
  std::vector<Temporary> temporaries;
  append_blas_copies(factor_of(plan, left, plan.left), factor_of(plan, right, plan.right), temporaries);
  return temporaries;
}

std::vector<graph::GradStep> backward_matmul(const BackwardCall& call) {
  Program program(call);
  const Plan plan = plan_of(call.call);
  for (size_t arg : in_order<0>()) {
    const bool batched = plan.kind == Plan::Kind::batched && program.type(arg).rank() > 1;
    const Shape& shape = batched ? (arg == 0 ? plan.left : plan.right) : program.type(arg).shape;
    if (!program.needs(arg)) continue;
    program.computed(arg, graph::contiguous(program.grad().dtype, shape));
    const TensorType& other = program.type(1 - arg);
    if (!program.grad().contiguous() || !other.contiguous())
      copy_for_blas(program, factor_of(plan, program.grad(), plan.shape),
                    factor_of(plan, other, arg == 0 ? plan.right : plan.left));
  }
  if (plan.kind == Plan::Kind::batched) program.forget_all();  // bmm is done; what was expanded is summed behind it
  return program.finish();
}

Cases linear_cases() {
  return {{tensor({4, 3}), parameter({5, 3}), parameter({5})},
          {tensor({2, 7, 3}), parameter({5, 3}), parameter({5})},
          {tensor({2, 7, 3}), parameter({5, 3})},
          {data({2, 3, 4, 6}), parameter({5, 6}), parameter({5})},
          {strided({2, 20, 6}, {120, 1, 20}), parameter({5, 6}), parameter({5})}};
}
Cases mm_cases() { return {{tensor({2, 3}), tensor({3, 4})}, {data({5, 1}), tensor({1, 7})}}; }
Cases bmm_cases() { return {{tensor({2, 3, 4}), tensor({2, 4, 5})}, {tensor({1, 5, 1}), data({1, 1, 7})}}; }
Cases addmm_cases() {
  return {{tensor({4}), tensor({2, 3}), tensor({3, 4})}, {data({2, 7}), tensor({2, 3}), tensor({3, 7})}};
}
Cases baddbmm_cases() {
  return {{tensor({2, 3, 5}), tensor({2, 3, 4}), tensor({2, 4, 5})},
          {data({1, 1, 7}), tensor({1, 5, 1}), tensor({1, 1, 7})}};
}
Cases matmul_cases() {
  return {{tensor({2, 3}), tensor({3, 4})},
          {tensor({2, 5, 3}), tensor({3, 4})},
          {tensor({2, 6, 5, 3}), tensor({2, 6, 3, 7})},
          {tensor({2, 1, 5, 3}), tensor({6, 3, 7})},
          {tensor({5, 3}), tensor({3})},
          {strided({2, 4, 6, 5}, {120, 5, 20, 1}), tensor({2, 4, 5, 3})},
          {strided({2, 20, 6}, {120, 1, 20}), tensor({6, 5})}};
}

template <Literal name, Literal declaration, size_t first, int64_t rank, Cases (*cases)(), Literal... python>
constexpr Op multiplication() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = infer_product<first, rank>,
          .saves = saves_product<first>,
          .forward = forward_product<first>,
          .backward = backward_product<first>,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    {.schema = "linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor",
     .names = names<"torch._C._nn.linear", "torch.nn.functional.linear">(),
     .infer = infer_linear,
     .saves = saves_linear,
     .forward = forward_linear,
     .backward = backward_linear,
     .samples = samples<"linear", linear_cases>},
    multiplication<"mm", "(Tensor self, Tensor mat2) -> Tensor", 0, 2, mm_cases, "torch.mm", "Tensor.mm">(),
    multiplication<"bmm", "(Tensor self, Tensor mat2) -> Tensor", 0, 3, bmm_cases, "torch.bmm", "Tensor.bmm">(),
    multiplication<"addmm", "(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor", 1, 2,
                   addmm_cases, "torch.addmm", "Tensor.addmm">(),
    multiplication<"baddbmm", "(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
                   1, 3, baddbmm_cases, "torch.baddbmm", "Tensor.baddbmm">(),
    {.schema = "matmul(Tensor self, Tensor other) -> Tensor",
     .names = names<"torch.matmul", "Tensor.matmul", "Tensor.__matmul__">(),
     .infer = infer_matmul,
     .saves = saves_matmul,
     .forward = forward_matmul,
     .backward = backward_matmul,
     .samples = samples<"matmul", matmul_cases>},
};

}  // namespace matmul_op
}  // namespace

std::span<const Op> matmul_ops() { return matmul_op::kOps; }

}  // namespace vramlint::ops
