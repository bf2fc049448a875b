// torch.linalg. What each keeps: derivatives.yaml of 1.13 (2.0 and 2.4 the same but where said). Solvers work on
// column-major copies of their input, which become the output or the factors (aten/src/ATen/native/
// BatchLinearAlgebra.cpp); the workspaces of cuSOLVER and MAGMA are not documented and not counted.
#include "ops/declare.h"
#include "ops/layout.h"
#include "ops/reducing.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace linalg_op {

Shape batch_of(const TensorType& type) { return {type.shape.begin(), type.shape.end() - 2}; }

Shape joined(Shape batch, std::initializer_list<Dim> matrix) {
  batch.insert(batch.end(), matrix);
  return batch;
}

TensorType column_major(Dtype dtype, const Shape& shape) {
  TensorType made = graph::contiguous(dtype, shape);
  const size_t rank = shape.size();
  made.strides[rank - 2] = 1;
  made.strides[rank - 1] = std::max<int64_t>(shape[rank - 2].point, 1);
  return made;
}

std::string matrix_error(const Call& call, std::string_view name, bool square) {
  const TensorType& self = call.operand(0).type;
  const std::string title(name);
  if (self.rank() < 2) {
    return title + ": The input tensor A must have at least 2 dimensions.";
  }
  if (square && differ(self, -1, self, -2)) {
    return title + ": A must be batches of square matrices, but they are " + std::to_string(self.size(-2)) + " by " +
           std::to_string(self.size(-1)) + " matrices";
  }
  if (self.dtype != Dtype::float32 && self.dtype != Dtype::float64 && !graph::is_complex(self.dtype)) {
    return title + ": Expected a floating point or complex tensor, got " + std::string(to_string(self.dtype));
  }
  return {};
}

Dim rows(const TensorType& type) { return type.shape[type.shape.size() - 2]; }
Dim columns(const TensorType& type) { return type.shape.back(); }
Dim smaller(const TensorType& type) { return rows(type).point < columns(type).point ? rows(type) : columns(type); }

Dtype real_of(Dtype dtype) {
  return dtype == Dtype::complex64 ? Dtype::float32 : dtype == Dtype::complex128 ? Dtype::float64 : dtype;
}

template <Literal name>
Inferred infer_square(const Call& call) {
  if (std::string error = matrix_error(call, name.view(), true); !error.empty()) return failure(error);
  return fresh(column_major(call.operand(0).type.dtype, call.operand(0).type.shape));
}

Inferred infer_matrix_exp(const Call& call) {
  if (std::string error = matrix_error(call, "linalg.matrix_exp", true); !error.empty()) return failure(error);
  return fresh(graph::contiguous(call.operand(0).type.dtype, call.operand(0).type.shape));
}

Extra factors(const TensorType& self) { return {self.bytes(), "LU factors"}; }
Extra pivots(const TensorType& self) {
  return {dense_bytes(Dtype::int32, joined(batch_of(self), {smaller(self)})), "pivots"};
}

// det, slogdet: the LU factors are kept beside the result.

Inferred infer_det(const Call& call) {
  if (std::string error = matrix_error(call, "linalg.det", true); !error.empty()) return failure(error);
  return fresh(graph::contiguous(call.operand(0).type.dtype, batch_of(call.operand(0).type)));
}

Saved saves_det(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& self = call.operand(0).type;
  return {.operands = {operand_of(call, 0)}, .outputs = {0}, .extras = {factors(self), pivots(self)}};
}

Inferred infer_slogdet(const Call& call) {
  if (std::string error = matrix_error(call, "linalg.slogdet", true); !error.empty()) return failure(error);
  const TensorType& self = call.operand(0).type;
  Inferred inferred = fresh(graph::contiguous(self.dtype, batch_of(self)));
  inferred.outputs[0].differentiable = graph::is_complex(self.dtype);
  inferred.outputs.push_back({.type = graph::contiguous(real_of(self.dtype), batch_of(self))});
  return inferred;
}

Saved saves_slogdet(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& self = call.operand(0).type;
  return {.operands = {operand_of(call, 0)}, .outputs = {0}, .extras = {factors(self), pivots(self)}};
}

// solve(A, B)

bool is_vector(const Call& call) {
  const TensorType& left = call.operand(0).type;
  const TensorType& right = call.operand(1).type;
  if (right.rank() == 1) return true;
  return left.rank() - 1 == right.rank() && same_sizes(Shape(left.shape.begin(), left.shape.end() - 1), right.shape);
}

Inferred infer_solve(const Call& call) {
  if (std::string error = matrix_error(call, "linalg.solve", true); !error.empty()) return failure(error);
  const TensorType& left = call.operand(0).type;
  const TensorType& right = call.operand(1).type;
  const bool vector = is_vector(call);
  const int64_t found = vector ? right.size(-1) : right.size(-2);
  if (found != left.size(-1)) {
    return failure("linalg.solve: Incompatible shapes of A and B for the equation AX = B (" +
                   std::to_string(left.size(-2)) + "x" + std::to_string(left.size(-1)) + " and " +
                   std::to_string(found) + "x" + std::to_string(right.size(-1)) + ")");
  }
  const Shape behind(right.shape.begin(), right.shape.end() - (vector ? 1 : 2));
  const Broadcast batch = broadcast(batch_of(left), behind);
  if (!batch.error.empty()) return failure(batch.error);
  if (vector) return fresh(graph::contiguous(left.dtype, joined(batch.shape, {columns(left)})));
  return fresh(column_major(left.dtype, joined(batch.shape, {columns(left), columns(right)})));
}

Saved saves_solve(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& self = call.operand(0).type;
  return {.operands = {operand_of(call, 0)}, .outputs = {0}, .extras = {factors(self), pivots(self)}};
}

std::vector<graph::GradStep> backward_solve(const BackwardCall& call) {
  Program program(call);
  program.computed(1, graph::contiguous(program.grad().dtype, program.type(1).shape));
  program.computed(0, graph::contiguous(program.grad().dtype, program.type(0).shape));
  return program.finish();
}

Inferred infer_triangular(const Call& call) {
  if (std::string error = matrix_error(call, "linalg.solve_triangular", true); !error.empty()) return failure(error);
  const TensorType& left = call.operand(0).type;
  const TensorType& right = call.operand(1).type;
  if (right.rank() < 2) return failure("linalg.solve_triangular: B must have at least 2 dimensions");
  const Broadcast batch = broadcast(batch_of(left), batch_of(right));
  if (!batch.error.empty()) return failure(batch.error);
  return fresh(column_major(left.dtype, joined(batch.shape, {rows(right), columns(right)})));
}

// svd, qr, eigh, cholesky

bool reduces(const Call& call) {
  const auto* mode = std::get_if<std::string>(&call.args[1]);
  return mode != nullptr ? *mode != "complete" : !call.boolean(1);
}

Inferred infer_svd(const Call& call) {
  if (std::string error = matrix_error(call, "linalg.svd", false); !error.empty()) return failure(error);
  const TensorType& self = call.operand(0).type;
  const Dim rank = smaller(self);
  const bool thin = reduces(call);
  const Shape batch = batch_of(self);
  Inferred inferred = fresh(column_major(self.dtype, joined(batch, {rows(self), thin ? rank : rows(self)})));
  inferred.outputs.push_back({.type = graph::contiguous(real_of(self.dtype), joined(batch, {rank}))});
  inferred.outputs.push_back(
      {.type = column_major(self.dtype, joined(batch, {thin ? rank : columns(self), columns(self)}))});
  return inferred;
}

Inferred infer_qr(const Call& call) {
  if (std::string error = matrix_error(call, "linalg.qr", false); !error.empty()) return failure(error);
  const TensorType& self = call.operand(0).type;
  const Dim inner = reduces(call) ? smaller(self) : rows(self);
  Inferred inferred = fresh(column_major(self.dtype, joined(batch_of(self), {rows(self), inner})));
  inferred.outputs.push_back({.type = column_major(self.dtype, joined(batch_of(self), {inner, columns(self)}))});
  return inferred;
}

Inferred infer_eigh(const Call& call) {
  if (std::string error = matrix_error(call, "linalg.eigh", true); !error.empty()) return failure(error);
  const TensorType& self = call.operand(0).type;
  Inferred inferred = fresh(graph::contiguous(real_of(self.dtype), joined(batch_of(self), {columns(self)})));
  inferred.outputs.push_back({.type = column_major(self.dtype, self.shape)});
  return inferred;
}

Dtype complex_of(Dtype dtype) { return dtype == Dtype::float32 ? Dtype::complex64 : Dtype::complex128; }

Inferred infer_eig(const Call& call) {
  if (std::string error = matrix_error(call, "linalg.eig", true); !error.empty()) return failure(error);
  const TensorType& self = call.operand(0).type;
  const Dtype dtype = graph::is_complex(self.dtype) ? self.dtype : complex_of(self.dtype);
  Inferred inferred = fresh(graph::contiguous(dtype, joined(batch_of(self), {columns(self)})));
  inferred.outputs.push_back({.type = column_major(dtype, self.shape)});
  return inferred;
}

// Norms of vectors: (self, ord, dim, keepdim).

Inferred infer_vector_norm(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (!graph::is_differentiable(self.dtype)) {
    return failure("linalg.vector_norm: Expected a floating point or complex tensor as input. Got " +
                   std::string(to_string(self.dtype)));
  }
  Reduced left = reduce(call, self, 2, call.boolean(3));
  if (!left.error.empty()) return failure(left.error);
  const Dtype dtype = call.is_none(4) ? real_of(self.dtype) : std::get<Dtype>(call.args[4]);
  return fresh(graph::contiguous(dtype, left.shape));
}

std::vector<graph::GradStep> backward_vector_norm(const BackwardCall& call) {
  Program program(call);
  const TensorType made = graph::like(program.type(0), program.type(0).dtype);
  program.temporary(dense_bytes(Dtype::boolean, program.grad().shape), "mask of zero norms");
  program.temporary(made, "intermediate");
  program.computed(0, made);
  return program.finish();
}

constexpr int kProducts = 3;  // of matrices in the formulas of the decompositions

Cases square_cases() { return {{tensor({4, 4})}, {tensor({2, 3, 3}, Dtype::float64)}}; }
Cases rectangle_cases() { return {{tensor({4, 3})}, {tensor({2, 3, 5})}}; }
Cases svd_cases() { return {{tensor({4, 3}), false}, {tensor({2, 3, 5}), false}}; }
Cases solve_cases() {
  return {{tensor({4, 4}), tensor({4, 3})}, {tensor({2, 3, 3}), data({2, 3, 2})}, {data({3, 3}), tensor({3})}};
}
Cases triangular_cases() {
  return {{tensor({4, 4}), tensor({4, 3}), true}, {tensor({2, 3, 3}), data({2, 3, 2}), false}};
}
Cases norm_cases() {
  return {
      {tensor({2, 3, 4})}, {tensor({5, 7}), 2, ints({-1, 0}), true}, {tensor({4, 3}, Dtype::complex64), 1, ints({0})}};
}

constexpr Op kOps[] = {
    declared<"linalg_inv", "(Tensor A) -> Tensor", infer_square<"linalg.inv">, keeps<At<>, At<0>>, gives<1, 0>,
             square_cases, "torch.linalg.inv", "torch.inverse", "Tensor.inverse">(),
    declared<"linalg_cholesky", "(Tensor self, *, bool upper=False) -> Tensor", infer_square<"linalg.cholesky">,
             keeps<At<>, At<0>>, gives<kProducts, 0>, square_cases, "torch.linalg.cholesky">(),
    declared<"linalg_matrix_exp", "(Tensor self) -> Tensor", infer_matrix_exp, keeps<At<0>>, gives<kProducts, 0>,
             square_cases, "torch.linalg.matrix_exp", "torch.matrix_exp", "Tensor.matrix_exp">(),
    declared<"linalg_det", "(Tensor A) -> Tensor", infer_det, saves_det, gives<2, 0>, square_cases, "torch.linalg.det",
             "torch.det", "Tensor.det">(),
    declared<"linalg_slogdet", "(Tensor A) -> (Tensor sign, Tensor logabsdet)", infer_slogdet, saves_slogdet,
             gives<2, 0>, square_cases, "torch.linalg.slogdet", "torch.slogdet", "Tensor.slogdet">(),
    declared<"linalg_solve", "(Tensor A, Tensor B, *, bool left=True) -> Tensor", infer_solve, saves_solve,
             backward_solve, solve_cases, "torch.linalg.solve">(),
    declared<"linalg_solve_triangular",
             "(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor",
             infer_triangular, keeps<At<0>, At<0>>, gives<1, 0, 1>, triangular_cases,
             "torch.linalg.solve_triangular">(),
    declared<"_linalg_svd", "(Tensor A, bool full_matrices=False, bool compute_uv=True) -> (Tensor, Tensor, Tensor)",
             infer_svd, keeps<At<>, At<0, 1, 2>>, gives<kProducts, 0>, svd_cases, "torch._linalg_svd">(),
    declared<"linalg_qr", "(Tensor A, str mode=\"reduced\") -> (Tensor Q, Tensor R)", infer_qr, keeps<At<>, At<0, 1>>,
             gives<kProducts, 0>, rectangle_cases, "torch.linalg.qr">(),
    declared<"linalg_eigh", "(Tensor self, str UPLO=\"L\") -> (Tensor eigenvalues, Tensor eigenvectors)", infer_eigh,
             keeps<At<>, At<0, 1>>, gives<kProducts, 0>, square_cases, "torch.linalg.eigh">(),
    declared<"linalg_eig", "(Tensor self) -> (Tensor eigenvalues, Tensor eigenvectors)", infer_eig,
             keeps<At<>, At<0, 1>>, gives<kProducts, 0>, square_cases, "torch.linalg.eig">(),
    declared<"linalg_vector_norm",
             "(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
             infer_vector_norm, keeps<At<0>, At<0>>, backward_vector_norm, norm_cases, "torch.linalg.vector_norm">(),
};

}  // namespace linalg_op
}  // namespace

std::span<const Op> linalg_ops() { return linalg_op::kOps; }

}  // namespace vramlint::ops
