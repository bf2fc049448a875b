// Selection by a mask, and clamping. Kept: the mask or condition; clamp keeps its input (derivatives.yaml, 1.13
// to 2.7).
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace masked_op {

bool is_tensor(const Call& call, size_t arg) { return std::holds_alternative<graph::OperandRef>(call.args[arg]); }

std::vector<TensorType> tensors(const Call& call, std::initializer_list<size_t> args) {
  std::vector<TensorType> types;
  for (size_t arg : args) {
    if (is_tensor(call, arg)) types.push_back(call.operand(arg).type);
  }
  return types;
}

Inferred infer_where(const Call& call) {
  const std::vector<TensorType> types = tensors(call, {0, 1, 2});
  const Broadcast common = broadcast(types);
  if (!common.error.empty()) return failure(common.error);
  return fresh(elementwise(result_type(call, {1, 2}), common.shape, types));
}

Saved saves_first(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0)}};
}

std::vector<graph::GradStep> backward_where(const BackwardCall& call) {
  Program program(call);
  for (size_t arg : {size_t{1}, size_t{2}}) {
    if (is_tensor(call.call, arg)) program.computed(arg, graph::like(program.grad(), program.grad().dtype));
  }
  return program.finish();
}

Inferred infer_fill(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const Broadcast common = broadcast(self.shape, call.operand(1).type.shape);
  if (!common.error.empty()) return failure(common.error);
  if (same_sizes(common.shape, self.shape)) return fresh(graph::like(self, self.dtype));
  return fresh(graph::contiguous(self.dtype, common.shape));
}

Inferred infer_fill_in_place(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const Broadcast common = broadcast(self.shape, call.operand(1).type.shape);
  if (!common.error.empty()) return failure(common.error);
  if (same_sizes(common.shape, self.shape)) return in_place(call, 0);
  return failure("output with shape " + to_string(self.shape) + " doesn't match the broadcast shape " +
                 to_string(common.shape));
}

Saved saves_mask(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 1)}};
}

/// grad.masked_fill(mask, 0)
std::vector<graph::GradStep> backward_fill(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::like(program.grad(), program.grad().dtype));
  return program.finish();
}

template <size_t... bounds>
Dtype clamped_dtype(const Call& call) {
  return result_type(call, {0, bounds...});
}

template <size_t... bounds>
Inferred infer_clamp(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if ((call.is_none(bounds) && ...)) return failure("torch.clamp: At least one of 'min' or 'max' must not be None");
  return fresh(elementwise(clamped_dtype<bounds...>(call), self.shape, {self}));
}

Inferred infer_in_place(const Call& call) { return in_place(call, 0); }

Saved saves_clone(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.extras = {{call.operand(0).type.bytes(), "clone of the input"}}};
}

/// where(self >= min and self <= max, grad, 0): one boolean mask a bound; their conjunction takes the place of one.
template <size_t... bounds>
std::vector<graph::GradStep> backward_clamp(const BackwardCall& call) {
  Program program(call);
  const size_t given = (size_t{!call.call.is_none(bounds)} + ...);
  const Interval mask = dense_bytes(Dtype::boolean, program.grad().shape);
  for (size_t i = 0; i < given; ++i) program.temporary(mask, "mask");
  program.computed(0, graph::like(program.grad(), program.grad().dtype));
  return program.finish();
}

Cases where_cases() {
  return {{data({2, 3}, Dtype::boolean), tensor({2, 3}), tensor({2, 3})},
          {data({3, 1}, Dtype::boolean), tensor({4}), data({1})}};
}
Cases where_scalar_cases() {
  return {{data({2, 3}, Dtype::boolean), tensor({2, 3}), 0.5}, {data({5}, Dtype::boolean), tensor({5}), 2}};
}
Cases scalar_where_cases() {
  return {{data({2, 3}, Dtype::boolean), 0.5, tensor({2, 3})}, {data({5}, Dtype::boolean), 2, tensor({5})}};
}
Cases fill_cases() {
  return {{tensor({2, 3}), data({2, 3}, Dtype::boolean), 0.5}, {tensor({4, 5}), data({5}, Dtype::boolean), 0}};
}
Cases clamp_cases() { return {{tensor({2, 3}), 0, 1}, {tensor({5}), Given(), 0.5}, {tensor({3, 4}), 1e-6}}; }
Cases bound_cases() { return {{tensor({2, 3}), 0}, {tensor({5}), 0.5}}; }

template <Literal name, Literal declaration, Inferred (*inferred)(const Call&),
          Saved (*saved)(const Call&, const std::vector<Output>&, const TorchProfile&),
          std::vector<graph::GradStep> (*backwards)(const BackwardCall&), Cases (*cases)(), Literal... python>
constexpr Op selection() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = inferred,
          .saves = saved,
          .backward = backwards,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    selection<"where.self", "(Tensor condition, Tensor self, Tensor other) -> Tensor", infer_where, saves_first,
              backward_where, where_cases, "torch.where">(),
    selection<"where.ScalarOther", "(Tensor condition, Tensor self, Scalar other) -> Tensor", infer_where, saves_first,
              backward_where, where_scalar_cases, "torch.where">(),
    selection<"where.ScalarSelf", "(Tensor condition, Scalar self, Tensor other) -> Tensor", infer_where, saves_first,
              backward_where, scalar_where_cases, "torch.where">(),
    selection<"masked_fill.Scalar", "(Tensor self, Tensor mask, Scalar value) -> Tensor", infer_fill, saves_mask,
              backward_fill, fill_cases, "torch.masked_fill", "Tensor.masked_fill">(),
    selection<"masked_fill_.Scalar", "(Tensor(a!) self, Tensor mask, Scalar value) -> Tensor(a!)", infer_fill_in_place,
              saves_mask, backward_fill, fill_cases, "Tensor.masked_fill_">(),
    selection<"clamp", "(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor", infer_clamp<1, 2>, saves_first,
              backward_clamp<1, 2>, clamp_cases, "torch.clamp", "Tensor.clamp", "torch.clip", "Tensor.clip">(),
    selection<"clamp_", "(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!)", infer_in_place,
              saves_clone, backward_clamp<1, 2>, clamp_cases, "torch.clamp_", "Tensor.clamp_", "Tensor.clip_">(),
    selection<"clamp_min", "(Tensor self, Scalar min) -> Tensor", infer_clamp<1>, saves_first, backward_clamp<1>,
              bound_cases, "torch.clamp_min", "Tensor.clamp_min">(),
    selection<"clamp_max", "(Tensor self, Scalar max) -> Tensor", infer_clamp<1>, saves_first, backward_clamp<1>,
              bound_cases, "torch.clamp_max", "Tensor.clamp_max">(),
};

}  // namespace masked_op
}  // namespace

std::span<const Op> masked_ops() { return masked_op::kOps; }

}  // namespace vramlint::ops
