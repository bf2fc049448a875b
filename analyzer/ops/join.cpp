// Several tensors as one. cat's gradients are narrow views of the incoming one, stack's are its slices: no memory, but
// the incoming gradient lives until the last branch has used it (FunctionsManual.cpp, cat_tensors_backward; 1.13
// to 2.7).
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace join_op {

bool skipped(const TensorType& type) { return type.rank() == 1 && type.size(0) == 0; }  // cat ignores such tensors

const std::vector<int>& indices(const Call& call) { return std::get<graph::OperandList>(call.args[0]).indices; }

const TensorType* first_counted(const std::vector<const Operand*>& list) {
  for (const Operand* operand : list) {
    if (!skipped(operand->type)) return &operand->type;
  }
  return list.empty() ? nullptr : &list.front()->type;
}

/// The common memory format, if there is one (aten/src/ATen/native/TensorShape.cpp, cat_compute_output_memory_format).
TensorType layout(const Call& call, Dtype dtype, Shape shape) {
  for (const Operand* operand : call.operand_list(0)) {
    if (!suggests_channels_last(operand->type)) return graph::contiguous(dtype, std::move(shape));
  }
  return channels_last(dtype, std::move(shape));
}

graph::Refusal cat_mismatch(int64_t dim, const Dim& expected, const Dim& got, size_t index) {
  return {"Sizes of tensors must match except in dimension " + std::to_string(dim) + ". Expected size " +
              std::to_string(expected.point) + " but got size " + std::to_string(got.point) + " for tensor number " +
              std::to_string(index) + " in the list.",
          expected.sources | got.sources};
}

Inferred infer_cat(const Call& call) {
  const std::vector<const Operand*> list = call.operand_list(0);
  const TensorType* model = first_counted(list);
  if (model == nullptr) return failure("torch.cat(): expected a non-empty list of Tensors");
  const int64_t rank = model->rank(), dim = wrap(call.integer(1), rank);
  if (rank == 0) return failure("zero-dimensional tensor (at position 0) cannot be concatenated");
  if (dim < 0) return failure(dim_error(call.integer(1), rank));
  Shape shape = model->shape;
  shape[static_cast<size_t>(dim)] = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    const TensorType& type = list[i]->type;
    if (skipped(type) && rank != 1) continue;
    if (type.rank() != rank) {
      return failure("Tensors must have same number of dimensions: got " + std::to_string(rank) + " and " +
                     std::to_string(type.rank()));
    }
    for (int64_t d = 0; d < rank; ++d) {
      const Dim &own = type.shape[static_cast<size_t>(d)], &expected = model->shape[static_cast<size_t>(d)];
      if (d != dim && !may_be_same(own, expected)) return failure(cat_mismatch(dim, expected, own, i));
    }
    shape[static_cast<size_t>(dim)] = sum(shape[static_cast<size_t>(dim)], type.shape[static_cast<size_t>(dim)]);
  }
  return fresh(layout(call, result_type(call, {0}), std::move(shape)));
}

std::vector<graph::GradStep> backward_cat(const BackwardCall& call) {
  Program program(call);
  const TensorType& grad = program.grad();
  const int64_t dim = wrap(call.call.integer(1), grad.rank());
  int64_t start = 0;
  for (int index : indices(call.call)) {
    const TensorType& type = call.call.operands[static_cast<size_t>(index)].type;
    if (skipped(type) && grad.rank() != 1) {
      program.computed_operand(index, graph::contiguous(grad.dtype, type.shape));
      continue;
    }
    program.passed_operand(index, narrowed(grad, dim, start, type.shape[static_cast<size_t>(dim)]));
    start += type.size(dim);
  }
  return program.finish();
}

Inferred infer_stack(const Call& call) {
  const std::vector<const Operand*> list = call.operand_list(0);
  if (list.empty()) return failure("stack expects a non-empty TensorList");
  const TensorType& first = list.front()->type;
  const int64_t dim = wrap(call.integer(1), first.rank() + 1);
  if (dim < 0) return failure(dim_error(call.integer(1), first.rank() + 1));
  for (size_t i = 1; i < list.size(); ++i) {
    if (!may_be_same(list[i]->type.shape, first.shape)) {
      return failure("stack expects each tensor to be equal size, but got " + to_string(first.shape) +
                     " at entry 0 and " + to_string(list[i]->type.shape) + " at entry " + std::to_string(i));
    }
  }
  Shape shape = first.shape;
  shape.insert(shape.begin() + dim, Dim(static_cast<int64_t>(list.size())).from(call.length_sources(0)));
  return fresh(graph::contiguous(result_type(call, {0}), std::move(shape)));
}

std::vector<graph::GradStep> backward_stack(const BackwardCall& call) {
  Program program(call);
  const TensorType& grad = program.grad();
  const int64_t dim = wrap(call.call.integer(1), grad.rank());
  int64_t position = 0;
  for (int index : indices(call.call)) {
    program.passed_operand(index, without(narrowed(grad, dim, position++, 1), dim));
  }
  return program.finish();
}

std::vector<Operand> list(std::initializer_list<Operand> operands) { return operands; }

Cases cat_cases() {
  return {{list({tensor({2, 3, 4}), tensor({2, 5, 4})}), 1},
          {list({tensor({3}), data({2}), tensor({1})})},
          {list({channels_last({2, 3, 4, 4}), channels_last({2, 2, 4, 4})}), 1},
          {list({tensor({2, 2}), data({1, 2}, Dtype::int64)}), -2}};
}
Cases stack_cases() { return {{list({tensor({2, 3}), tensor({2, 3})})}, {list({tensor({5}), data({5})}), -1}}; }

constexpr Op kOps[] = {
    {.schema = "cat(Tensor[] tensors, int dim=0) -> Tensor",
     .names = names<"torch.cat", "torch.concat", "torch.concatenate">(),
     .infer = infer_cat,
     .backward = backward_cat,
     .samples = samples<"cat", cat_cases>},
    {.schema = "stack(Tensor[] tensors, int dim=0) -> Tensor",
     .names = names<"torch.stack">(),
     .infer = infer_stack,
     .backward = backward_stack,
     .samples = samples<"stack", stack_cases>},
};

}  // namespace join_op
}  // namespace

std::span<const Op> join_ops() { return join_op::kOps; }

}  // namespace vramlint::ops
