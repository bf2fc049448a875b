// Arithmetic, comparison and logic of two tensors, or of a tensor and a number, with broadcasting and type promotion.
//
// What is kept, and for which operand's sake: derivatives.yaml of 1.13, 2.0 and 2.4 with the guards of
// tools/autograd/gen_variable_type.py. A number keeps nothing on the device.
#include "ops/declare.h"
#include "ops/elementwise.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace binary_op {

// Which gradient's formula uses an operand.
enum class Keeps : uint8_t { nothing, product, quotient, both, first };

bool keeps_first(const Call& call, Keeps keeps) {
  if (keeps == Keeps::both || keeps == Keeps::first) return true;
  return keeps != Keeps::nothing && is_tensor(call, 1) && needs_grad(call, 1);
}

bool keeps_second(const Call& call, Keeps keeps) {
  if (!is_tensor(call, 1)) return false;
  if (keeps == Keeps::both || keeps == Keeps::quotient) return true;
  return keeps == Keeps::product && needs_grad(call, 0);
}

template <Keeps keeps>
Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  if (keeps_first(call, keeps)) saved.operands.push_back(operand_of(call, 0));
  if (keeps_second(call, keeps)) saved.operands.push_back(operand_of(call, 1));
  return saved;
}

template <Keeps keeps>
Saved saves_in_place(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  if (keeps_first(call, keeps)) saved.extras.push_back({call.operand(0).type.bytes(), "clone of the input"});
  if (keeps_second(call, keeps)) saved.operands.push_back(operand_of(call, 1));
  return saved;
}

TensorType full(const Program& program, const BackwardCall& call, size_t with) {
  if (!is_tensor(call.call, with)) return graph::like(program.grad(), program.grad().dtype);
  const TensorType& other = program.type(with);
  return elementwise(graph::promote(program.grad().dtype, other.dtype), program.grad().shape, {program.grad(), other});
}

bool wants(const Program& program, const BackwardCall& call, size_t arg) {
  return is_tensor(call.call, arg) && program.needs(arg);
}

/// alpha * other passes the gradient through unless alpha is not one.
template <bool negated>
std::vector<graph::GradStep> backward_add(const BackwardCall& call) {
  Program program(call);
  if (wants(program, call, 0)) program.passed(0, program.grad());
  if (!wants(program, call, 1)) return program.finish();
  const bool scaled_again = call.call.args.size() > 2 && call.call.real(2) != 1.0;
  if (!negated && !scaled_again) {
    program.passed(1, program.grad());
  } else {
    if (negated && scaled_again) program.temporary(program.grad(), "negated gradient");
    program.computed(1, graph::like(program.grad(), program.grad().dtype));
  }
  return program.finish();
}

/// number - self, alpha * (number - self).
std::vector<graph::GradStep> backward_negated_first(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::like(program.grad(), program.grad().dtype));
  if (wants(program, call, 1)) program.passed(1, program.grad());
  return program.finish();
}

/// Formulas are sorted by the names of what they are for (tools/autograd/load_derivatives.py [1.13], [2.4]): other,
/// self.
constexpr std::array<size_t, 2> kInOrder = {1, 0};

std::vector<graph::GradStep> backward_mul(const BackwardCall& call) {
  Program program(call);
  for (const size_t arg : kInOrder)
    if (wants(program, call, arg)) program.computed(arg, full(program, call, 1 - arg));
  return program.finish_by_operand();
}

/// -grad * ((self / other) / other) for the divisor.
std::vector<graph::GradStep> backward_div(const BackwardCall& call) {
  Program program(call);
  if (wants(program, call, 1)) {
    const TensorType made = full(program, call, 0);
    std::vector<int> slots;
    for (int i = 0; i < 3; ++i) slots.push_back(program.temporary(made, "intermediate"));
    program.computed(1, made);
    for (const int slot : slots) program.release(slot);
  }
  if (wants(program, call, 0)) program.computed(0, full(program, call, 1));
  return program.finish_by_operand();
}

/// Each gradient through `intermediates` tensors of the result's size.
template <int intermediates>
std::vector<graph::GradStep> backward_each(const BackwardCall& call) {
  Program program(call);
  for (const size_t arg : kInOrder) {
    if (!wants(program, call, arg)) continue;
    const TensorType made = full(program, call, 1 - arg);
    std::vector<int> slots;
    for (int i = 0; i < intermediates; ++i) slots.push_back(program.temporary(made, "intermediate"));
    program.computed(arg, made);
    for (int slot : slots) program.release(slot);
  }
  return program.finish_by_operand();
}

/// maximum and minimum fill the gradient where the other operand was chosen: a mask, and a masked copy each
/// (derivatives.yaml 1.13, 2.0, 2.4: grad / 2 where equal).
std::vector<graph::GradStep> backward_extremum(const BackwardCall& call) {
  Program program(call);
  for (const size_t arg : kInOrder) {
    if (!wants(program, call, arg)) continue;
    const TensorType made = full(program, call, 1 - arg);
    const int mask = program.temporary(dense_bytes(Dtype::boolean, made.shape), "mask");
    const int half = program.temporary(made, "halved where equal");
    program.computed(arg, made);
    program.release(half);
    program.release(mask);
  }
  return program.finish_by_operand();
}

/// pow keeps the base for itself, and for a tensor exponent everything: results are kept without a guard.
Saved saves_pow(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  if (is_tensor(call, 0)) saved.operands.push_back(operand_of(call, 0));
  if (is_tensor(call, 1)) {
    saved.operands.push_back(operand_of(call, 1));
    saved.outputs.push_back(0);
  }
  return saved;
}

Cases tensor_cases() {
  return {{tensor({2, 3, 4}), tensor({2, 3, 4})},
          {tensor({3, 1, 5}), tensor({4, 5})},
          {tensor({2, 3}), data({2, 3})},
          {strided({2, 3, 4}, {12, 1, 3}), tensor({2, 1, 4})}};
}

Cases scalar_cases() { return {{tensor({2, 3}), 2}, {tensor({5}), 0.5}, {data({3}, Dtype::int64), 2.5}}; }

Cases plain_scalar_cases() { return {{data({2, 3}), 2}, {data({5}, Dtype::int64), 3}}; }

Cases in_place_tensor_cases() { return {{data({2, 3}), tensor({2, 3})}, {tensor({2, 3}), tensor({3})}}; }

Cases in_place_scalar_cases() { return {{data({2, 3}), 2}, {tensor({5}), 0.5}}; }

Cases bit_cases() {
  return {{data({2, 3}, Dtype::boolean), data({2, 3}, Dtype::boolean)},
          {data({4, 1}, Dtype::int64), data({5}, Dtype::int64)}};
}

/// aten/src/ATen/native/BinaryOps.cpp (sub_check).
template <Inferred (*inferred)(const Call&)>
Inferred infer_subtraction(const Call& call) {
  const bool flags = is_tensor(call, 0) && call.operand(0).type.dtype == Dtype::boolean;
  if (flags && is_tensor(call, 1) && call.operand(1).type.dtype == Dtype::boolean) {
    return failure(
        "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
        "`logical_xor()` operator instead.");
  }
  if (flags || (is_tensor(call, 1) && call.operand(1).type.dtype == Dtype::boolean)) {
    return failure(
        "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a "
        "mask, use the `~` or `logical_not()` operator instead.");
  }
  return inferred(call);
}

Inferred infer_bits(const Call& call) {
  Inferred inferred = infer_paired<Result::promoted>(call);
  if (inferred.error.empty() && graph::is_differentiable(inferred.outputs[0].type.dtype))
    return failure("bitwise operators are not implemented for '" + title(inferred.outputs[0].type.dtype) + "'");
  for (Output& output : inferred.outputs) output.differentiable = false;
  return inferred;
}

Cases comparison_cases() { return {{data({2, 3}), data({2, 3})}, {data({4, 1}, Dtype::int64), data({5})}}; }

template <Literal name, Literal declaration, Cases (*cases)(), Literal... python>
constexpr Op comparison() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = infer_paired<Result::boolean>,
          .samples = samples<name, cases>};
}

constexpr auto kPromoted = infer_paired<Result::promoted>;
constexpr auto kFloating = infer_paired<Result::floating>;
constexpr auto kPromotedInPlace = infer_paired_in_place<Result::promoted>;
constexpr auto kFloatingInPlace = infer_paired_in_place<Result::floating>;
constexpr auto kSubtracted = infer_subtraction<kPromoted>;
constexpr auto kSubtractedInPlace = infer_subtraction<kPromotedInPlace>;
constexpr auto kNothing = saves<Keeps::nothing>;

constexpr Op kOps[] = {
    declared<"add.Tensor", "(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor", kPromoted, kNothing,
             backward_add<false>, tensor_cases, "torch.add", "Tensor.add", "Tensor.__add__", "Tensor.__radd__">(),
    declared<"add.Scalar", "(Tensor self, Scalar other, Scalar alpha=1) -> Tensor", kPromoted, kNothing,
             backward_add<false>, scalar_cases, "torch.add", "Tensor.add", "Tensor.__add__", "Tensor.__radd__">(),
    declared<"add_.Tensor", "(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)", kPromotedInPlace,
             kNothing, backward_add<false>, in_place_tensor_cases, "Tensor.add_", "Tensor.__iadd__">(),
    declared<"add_.Scalar", "(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)", kPromotedInPlace, kNothing,
             backward_add<false>, in_place_scalar_cases, "Tensor.add_", "Tensor.__iadd__">(),
    declared<"sub.Tensor", "(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor", kSubtracted, kNothing,
             backward_add<true>, tensor_cases, "torch.sub", "torch.subtract", "Tensor.sub", "Tensor.__sub__">(),
    declared<"sub.Scalar", "(Tensor self, Scalar other, Scalar alpha=1) -> Tensor", kSubtracted, kNothing,
             backward_add<true>, scalar_cases, "torch.sub", "torch.subtract", "Tensor.sub", "Tensor.__sub__">(),
    declared<"sub_.Tensor", "(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)", kSubtractedInPlace,
             kNothing, backward_add<true>, in_place_tensor_cases, "Tensor.sub_", "Tensor.__isub__">(),
    declared<"sub_.Scalar", "(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)", kSubtractedInPlace,
             kNothing, backward_add<true>, in_place_scalar_cases, "Tensor.sub_", "Tensor.__isub__">(),
    declared<"rsub.Tensor", "(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor", kSubtracted, kNothing,
             backward_negated_first, tensor_cases, "torch.rsub", "Tensor.__rsub__">(),
    declared<"rsub.Scalar", "(Tensor self, Scalar other, Scalar alpha=1) -> Tensor", kSubtracted, kNothing,
             backward_negated_first, scalar_cases, "torch.rsub", "Tensor.__rsub__">(),
    declared<"mul.Tensor", "(Tensor self, Tensor other) -> Tensor", kPromoted, saves<Keeps::product>, backward_mul,
             tensor_cases, "torch.mul", "torch.multiply", "Tensor.mul", "Tensor.__mul__", "Tensor.__rmul__">(),
    declared<"mul.Scalar", "(Tensor self, Scalar other) -> Tensor", kPromoted, kNothing, backward_mul, scalar_cases,
             "torch.mul", "torch.multiply", "Tensor.mul", "Tensor.__mul__", "Tensor.__rmul__">(),
    declared<"mul_.Tensor", "(Tensor(a!) self, Tensor other) -> Tensor(a!)", kPromotedInPlace,
             saves_in_place<Keeps::product>, backward_mul, in_place_tensor_cases, "Tensor.mul_", "Tensor.__imul__">(),
    declared<"mul_.Scalar", "(Tensor(a!) self, Scalar other) -> Tensor(a!)", kPromotedInPlace, kNothing, backward_mul,
             in_place_scalar_cases, "Tensor.mul_", "Tensor.__imul__">(),
    declared<"div.Tensor", "(Tensor self, Tensor other) -> Tensor", kFloating, saves<Keeps::quotient>, backward_div,
             tensor_cases, "torch.div", "torch.divide", "torch.true_divide", "Tensor.div", "Tensor.__truediv__">(),
    declared<"div.Scalar", "(Tensor self, Scalar other) -> Tensor", kFloating, kNothing, backward_mul, scalar_cases,
             "torch.div", "torch.divide", "torch.true_divide", "Tensor.div", "Tensor.__truediv__">(),
    declared<"div_.Tensor", "(Tensor(a!) self, Tensor other) -> Tensor(a!)", kFloatingInPlace,
             saves_in_place<Keeps::quotient>, backward_div, in_place_tensor_cases, "Tensor.div_",
             "Tensor.__itruediv__">(),
    declared<"div_.Scalar", "(Tensor(a!) self, Scalar other) -> Tensor(a!)", kFloatingInPlace, kNothing, backward_mul,
             in_place_scalar_cases, "Tensor.div_", "Tensor.__itruediv__">(),
    declared<"pow.Tensor_Scalar", "(Tensor self, Scalar exponent) -> Tensor", kPromoted, saves_pow, backward_each<2>,
             scalar_cases, "torch.pow", "Tensor.pow", "Tensor.__pow__">(),
    declared<"pow.Tensor_Tensor", "(Tensor self, Tensor exponent) -> Tensor", kPromoted, saves_pow, backward_each<3>,
             tensor_cases, "torch.pow", "Tensor.pow", "Tensor.__pow__">(),
    declared<"maximum", "(Tensor self, Tensor other) -> Tensor", kPromoted, saves<Keeps::both>, backward_extremum,
             tensor_cases, "torch.maximum", "Tensor.maximum", "torch.max", "Tensor.max">(),
    declared<"minimum", "(Tensor self, Tensor other) -> Tensor", kPromoted, saves<Keeps::both>, backward_extremum,
             tensor_cases, "torch.minimum", "Tensor.minimum", "torch.min", "Tensor.min">(),
    declared<"atan2", "(Tensor self, Tensor other) -> Tensor", kFloating, saves<Keeps::both>, backward_each<4>,
             tensor_cases, "torch.atan2", "Tensor.atan2">(),
    declared<"floor_divide", "(Tensor self, Tensor other) -> Tensor", kPromoted, nullptr, nullptr, comparison_cases,
             "torch.floor_divide", "Tensor.floor_divide", "Tensor.__floordiv__">(),
    declared<"floor_divide.Scalar", "(Tensor self, Scalar other) -> Tensor", kPromoted, nullptr, nullptr,
             plain_scalar_cases, "torch.floor_divide", "Tensor.floor_divide", "Tensor.__floordiv__">(),
    declared<"remainder.Tensor", "(Tensor self, Tensor other) -> Tensor", kPromoted, saves<Keeps::product>,
             backward_add<false>, comparison_cases, "torch.remainder", "Tensor.remainder", "Tensor.__mod__">(),
    declared<"remainder.Scalar", "(Tensor self, Scalar other) -> Tensor", kPromoted, kNothing, backward_add<false>,
             scalar_cases, "torch.remainder", "Tensor.remainder", "Tensor.__mod__">(),
    declared<"bitwise_and.Tensor", "(Tensor self, Tensor other) -> Tensor", infer_bits, nullptr, nullptr, bit_cases,
             "torch.bitwise_and", "Tensor.bitwise_and", "Tensor.__and__">(),
    declared<"bitwise_or.Tensor", "(Tensor self, Tensor other) -> Tensor", infer_bits, nullptr, nullptr, bit_cases,
             "torch.bitwise_or", "Tensor.bitwise_or", "Tensor.__or__">(),
    declared<"bitwise_xor.Tensor", "(Tensor self, Tensor other) -> Tensor", infer_bits, nullptr, nullptr, bit_cases,
             "torch.bitwise_xor", "Tensor.bitwise_xor", "Tensor.__xor__">(),
    comparison<"eq.Tensor", "(Tensor self, Tensor other) -> Tensor", comparison_cases, "torch.eq", "Tensor.eq",
               "Tensor.__eq__">(),
    comparison<"eq.Scalar", "(Tensor self, Scalar other) -> Tensor", scalar_cases, "torch.eq", "Tensor.eq",
               "Tensor.__eq__">(),
    comparison<"ne.Tensor", "(Tensor self, Tensor other) -> Tensor", comparison_cases, "torch.ne", "Tensor.ne",
               "Tensor.__ne__">(),
    comparison<"ne.Scalar", "(Tensor self, Scalar other) -> Tensor", scalar_cases, "torch.ne", "Tensor.ne",
               "Tensor.__ne__">(),
    comparison<"lt.Tensor", "(Tensor self, Tensor other) -> Tensor", comparison_cases, "torch.lt", "Tensor.lt",
               "Tensor.__lt__">(),
    comparison<"lt.Scalar", "(Tensor self, Scalar other) -> Tensor", scalar_cases, "torch.lt", "Tensor.lt",
               "Tensor.__lt__">(),
    comparison<"le.Tensor", "(Tensor self, Tensor other) -> Tensor", comparison_cases, "torch.le", "Tensor.le",
               "Tensor.__le__">(),
    comparison<"le.Scalar", "(Tensor self, Scalar other) -> Tensor", scalar_cases, "torch.le", "Tensor.le",
               "Tensor.__le__">(),
    comparison<"gt.Tensor", "(Tensor self, Tensor other) -> Tensor", comparison_cases, "torch.gt", "Tensor.gt",
               "Tensor.__gt__">(),
    comparison<"gt.Scalar", "(Tensor self, Scalar other) -> Tensor", scalar_cases, "torch.gt", "Tensor.gt",
               "Tensor.__gt__">(),
    comparison<"ge.Tensor", "(Tensor self, Tensor other) -> Tensor", comparison_cases, "torch.ge", "Tensor.ge",
               "Tensor.__ge__">(),
    comparison<"ge.Scalar", "(Tensor self, Scalar other) -> Tensor", scalar_cases, "torch.ge", "Tensor.ge",
               "Tensor.__ge__">(),
    comparison<"logical_and", "(Tensor self, Tensor other) -> Tensor", comparison_cases, "torch.logical_and",
               "Tensor.logical_and">(),
    comparison<"logical_or", "(Tensor self, Tensor other) -> Tensor", comparison_cases, "torch.logical_or",
               "Tensor.logical_or">(),
    comparison<"logical_xor", "(Tensor self, Tensor other) -> Tensor", comparison_cases, "torch.logical_xor",
               "Tensor.logical_xor">(),
};

}  // namespace binary_op
}  // namespace

std::span<const Op> binary_ops() { return binary_op::kOps; }

}  // namespace vramlint::ops
