// Rarer arithmetic of two tensors, or of a tensor and a number, and what of binary.cpp is written in place. Kept:
// derivatives.yaml of 1.13, 2.0 and 2.4; an in-place call whose formula needs the input keeps a clone of it.
#include "ops/declare.h"
#include "ops/elementwise.h"

namespace vramlint::ops {

namespace {
namespace arithmetic_op {

constexpr auto kPromoted = infer_paired<Result::promoted>;
constexpr auto kFloating = infer_paired<Result::floating>;
constexpr auto kBoolean = infer_paired<Result::boolean>;
constexpr auto kPromotedInPlace = infer_paired_in_place<Result::promoted>;
constexpr auto kFloatingInPlace = infer_paired_in_place<Result::floating>;
constexpr auto kBooleanInPlace = infer_paired_in_place<Result::boolean>;

Inferred infer_constant(const Call& call) {
  Inferred inferred = kPromoted(call);
  for (Output& output : inferred.outputs) output.differentiable = false;
  return inferred;
}

Inferred infer_constant_in_place(const Call& call) {
  Inferred inferred = kPromotedInPlace(call);
  for (Output& output : inferred.outputs) output.differentiable = false;
  return inferred;
}

/// The number's own sake keeps nothing; a tensor is kept for the other one's gradient.
template <bool both>
Saved saves_pair(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  for (size_t arg : {size_t{0}, size_t{1}}) {
    if (!is_tensor(call, arg)) continue;
    const bool other_needs = is_tensor(call, 1 - arg) && needs_grad(call, 1 - arg);
    if (both || other_needs) saved.operands.push_back(operand_of(call, arg));
  }
  return saved;
}

/// The divisor is used for its own gradient alone: self.div(other) is rounded there (fmod, remainder).
Saved saves_rounded(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  if (!is_tensor(call, 1) || !needs_grad(call, 1)) return saved;
  return {.operands = {operand_of(call, 0), operand_of(call, 1)}};
}

Saved saves_hypot(const Call& call, const std::vector<Output>& outputs, const TorchProfile& torch) {
  Saved saved = keeps_own<0, 1>(call, outputs, torch);
  saved.outputs = {0};
  return saved;
}

Saved saves_clone(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.extras = {{call.operand(0).type.bytes(), "clone of the input"}}};
}

/// div with rounding_mode="floor" or "trunc" keeps integers, without a mode it is div; its derivative keeps what div's
/// does, whatever the mode (derivatives.yaml: div_tensor_self_backward, div_tensor_other_backward).
template <Inferred (*whole)(const Call&), Inferred (*real)(const Call&)>
Inferred infer_rounded(const Call& call) {
  if (call.is_none(2)) return real(call);
  const std::string_view mode = std::get<std::string>(call.args[2]);
  if (mode == "floor" || mode == "trunc") return whole(call);
  return failure("div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '" + std::string(mode) +
                 "'");
}

Saved saves_quotient(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  if (!is_tensor(call, 1)) return saved;
  if (needs_grad(call, 1)) saved.operands.push_back(operand_of(call, 0));
  saved.operands.push_back(operand_of(call, 1));
  return saved;
}

Saved saves_quotient_in_place(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  if (needs_grad(call, 1)) saved.extras.push_back({call.operand(0).type.bytes(), "clone of the input"});
  saved.operands.push_back(operand_of(call, 1));
  return saved;
}

/// Divided without rounding the gradient is div's; rounded it is zeros.
std::vector<graph::GradStep> backward_rounded(const BackwardCall& call) {
  return call.call.is_none(2) ? gives_wide<3, 0, 1>(call) : gives_wide<0, 0, 1>(call);
}

Cases rounded_cases() {
  return {{tensor({2, 3, 4}), tensor({3, 4}), "floor"},
          {tensor({2, 3}), data({2, 3}), "trunc"},
          {data({5}, Dtype::int64), data({5}), "floor"},
          {tensor({2, 3}), tensor({3}), Given()}};
}
Cases rounded_scalar_cases() {
  return {{tensor({2, 3}), 2.0, "floor"}, {data({5}, Dtype::int64), 2, "trunc"}, {data({4}, Dtype::int64), 2, Given()}};
}
Cases rounded_in_place_cases() {
  return {
      {tensor({2, 3}), tensor({3}), "floor"}, {data({2, 3}), tensor({3}), "trunc"}, {tensor({5}), data({5}), Given()}};
}
Cases rounded_in_place_scalar_cases() {
  return {{data({5}, Dtype::int64), 2, "floor"}, {tensor({2, 3}), 2.0, "trunc"}};
}

Cases pair_cases() {
  return {{tensor({2, 3, 4}), tensor({2, 3, 4})}, {tensor({3, 1, 5}), tensor({4, 5})}, {tensor({2, 3}), data({3})}};
}
Cases scalar_cases() { return {{tensor({2, 3}), 2.0}, {tensor({5}), 0.5}}; }
Cases scalar_first_cases() { return {{2.0, tensor({2, 3})}, {0.5, tensor({5})}}; }
Cases plain_cases() { return {{data({2, 3}), data({2, 3})}, {data({4, 1}), data({5})}}; }
Cases integer_cases() {
  return {{data({2, 3}, Dtype::int64), data({2, 3}, Dtype::int64)},
          {data({4, 1}, Dtype::int64), data({5}, Dtype::int64)}};
}
Cases flag_cases() {
  return {{data({2, 3}, Dtype::boolean), data({2, 3}, Dtype::boolean)},
          {data({4, 5}, Dtype::boolean), data({5}, Dtype::boolean)}};
}
Cases in_place_cases() { return {{tensor({2, 3}), 2.0}, {tensor({5}), 0.5}}; }
Cases in_place_pair_cases() { return {{data({2, 3}), data({2, 3})}, {data({4, 5}), data({5})}}; }
Cases in_place_number_cases() { return {{data({2, 3}), 2.0}, {data({5}), 0.5}}; }

template <Literal name, Literal... python>
constexpr Op compared_in_place() {
  return declared<name, "(Tensor(a!) self, Tensor other) -> Tensor(a!)", kBooleanInPlace, nullptr, nullptr,
                  in_place_pair_cases, python...>();
}

template <Literal name, Literal... python>
constexpr Op compared_with_number() {
  return declared<name, "(Tensor(a!) self, Scalar other) -> Tensor(a!)", kBooleanInPlace, nullptr, nullptr,
                  in_place_number_cases, python...>();
}

template <Literal name, Literal... python>
constexpr Op bits_in_place() {
  return declared<name, "(Tensor(a!) self, Tensor other) -> Tensor(a!)", infer_constant_in_place, nullptr, nullptr,
                  flag_cases, python...>();
}

constexpr Op kOps[] = {
    plain<"logaddexp", "(Tensor self, Tensor other) -> Tensor", kPromoted, keeps<At<0, 1>>, gives_wide<3, 0, 1>,
          pair_cases>(),
    plain<"logaddexp2", "(Tensor self, Tensor other) -> Tensor", kPromoted, keeps<At<0, 1>>, gives_wide<3, 0, 1>,
          pair_cases>(),
    plain<"fmax", "(Tensor self, Tensor other) -> Tensor", kPromoted, keeps<At<0, 1>>, gives_wide<1, 0, 1>,
          pair_cases>(),
    plain<"fmin", "(Tensor self, Tensor other) -> Tensor", kPromoted, keeps<At<0, 1>>, gives_wide<1, 0, 1>,
          pair_cases>(),
    declared<"fmod.Tensor", "(Tensor self, Tensor other) -> Tensor", kPromoted, saves_rounded, gives_wide<3, 0, 1>,
             pair_cases, "torch.fmod", "Tensor.fmod">(),
    declared<"fmod.Scalar", "(Tensor self, Scalar other) -> Tensor", kPromoted, nullptr, gives_wide<0, 0>, scalar_cases,
             "torch.fmod", "Tensor.fmod">(),
    plain<"hypot", "(Tensor self, Tensor other) -> Tensor", kPromoted, saves_hypot, gives_wide<1, 0, 1>, pair_cases>(),
    declared<"copysign.Tensor", "(Tensor self, Tensor other) -> Tensor", kFloating, keeps<At<0>, At<0>>,
             gives_wide<3, 0, 1>, pair_cases, "torch.copysign", "Tensor.copysign">(),
    declared<"xlogy.Tensor", "(Tensor self, Tensor other) -> Tensor", kFloating, saves_pair<true>, gives_wide<3, 0, 1>,
             pair_cases, "torch.xlogy", "Tensor.xlogy", "torch.special.xlogy">(),
    declared<"xlogy.Scalar_Other", "(Tensor self, Scalar other) -> Tensor", kFloating, keeps<At<0>>, gives_wide<2, 0>,
             scalar_cases, "torch.xlogy", "Tensor.xlogy", "torch.special.xlogy">(),
    declared<"xlogy.Scalar_Self", "(Scalar self, Tensor other) -> Tensor", kFloating, keeps<At<1>>, gives_wide<1, 1>,
             scalar_first_cases, "torch.xlogy", "torch.special.xlogy">(),
    plain<"heaviside", "(Tensor self, Tensor values) -> Tensor", infer_constant, nullptr, nullptr, plain_cases>(),
    plain<"gcd", "(Tensor self, Tensor other) -> Tensor", infer_constant, nullptr, nullptr, integer_cases>(),
    plain<"lcm", "(Tensor self, Tensor other) -> Tensor", infer_constant, nullptr, nullptr, integer_cases>(),
    declared<"bitwise_left_shift.Tensor", "(Tensor self, Tensor other) -> Tensor", infer_constant, nullptr, nullptr,
             integer_cases, "torch.bitwise_left_shift", "Tensor.bitwise_left_shift", "Tensor.__lshift__">(),
    declared<"bitwise_right_shift.Tensor", "(Tensor self, Tensor other) -> Tensor", infer_constant, nullptr, nullptr,
             integer_cases, "torch.bitwise_right_shift", "Tensor.bitwise_right_shift", "Tensor.__rshift__">(),
    plain<"isclose", "(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor",
          kBoolean, nullptr, nullptr, plain_cases>(),
    declared<"pow.Scalar", "(Scalar self, Tensor exponent) -> Tensor", kPromoted, keeps<At<1>, At<0>>, gives_wide<2, 1>,
             scalar_first_cases, "torch.pow">(),
    declared<"pow_.Scalar", "(Tensor(a!) self, Scalar exponent) -> Tensor(a!)", kPromotedInPlace, saves_clone,
             gives_wide<2, 0>, in_place_cases, "Tensor.pow_", "Tensor.__ipow__">(),
    declared<"remainder_.Scalar", "(Tensor(a!) self, Scalar other) -> Tensor(a!)", kPromotedInPlace, nullptr,
             gives_wide<0, 0>, in_place_cases, "Tensor.remainder_", "Tensor.__imod__">(),
    declared<"fmod_.Scalar", "(Tensor(a!) self, Scalar other) -> Tensor(a!)", kPromotedInPlace, nullptr,
             gives_wide<0, 0>, in_place_cases, "Tensor.fmod_">(),
    declared<"floor_divide_.Scalar", "(Tensor(a!) self, Scalar other) -> Tensor(a!)", infer_constant_in_place, nullptr,
             nullptr, in_place_number_cases, "Tensor.floor_divide_", "Tensor.__ifloordiv__">(),
    declared<"atan2_", "(Tensor(a!) self, Tensor other) -> Tensor(a!)", kPromotedInPlace, nullptr, gives_wide<4, 0>,
             in_place_pair_cases, "Tensor.atan2_", "Tensor.arctan2_">(),
    declared<"div.Tensor_mode", "(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor",
             infer_rounded<kPromoted, kFloating>, saves_quotient, backward_rounded, rounded_cases, "torch.div",
             "torch.divide", "Tensor.div", "Tensor.divide">(),
    declared<"div.Scalar_mode", "(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor",
             infer_rounded<kPromoted, kFloating>, nullptr, backward_rounded, rounded_scalar_cases, "torch.div",
             "torch.divide", "Tensor.div", "Tensor.divide">(),
    declared<"div_.Tensor_mode", "(Tensor(a!) self, Tensor other, *, str? rounding_mode) -> Tensor(a!)",
             infer_rounded<kPromotedInPlace, kFloatingInPlace>, saves_quotient_in_place, backward_rounded,
             rounded_in_place_cases, "Tensor.div_", "Tensor.divide_">(),
    declared<"div_.Scalar_mode", "(Tensor(a!) self, Scalar other, *, str? rounding_mode) -> Tensor(a!)",
             infer_rounded<kPromotedInPlace, kFloatingInPlace>, nullptr, backward_rounded,
             rounded_in_place_scalar_cases, "Tensor.div_", "Tensor.divide_">(),
    compared_in_place<"eq_.Tensor", "Tensor.eq_">(),
    compared_with_number<"eq_.Scalar", "Tensor.eq_">(),
    compared_in_place<"ne_.Tensor", "Tensor.ne_">(),
    compared_with_number<"ne_.Scalar", "Tensor.ne_">(),
    compared_in_place<"lt_.Tensor", "Tensor.lt_">(),
    compared_with_number<"lt_.Scalar", "Tensor.lt_">(),
    compared_in_place<"le_.Tensor", "Tensor.le_">(),
    compared_with_number<"le_.Scalar", "Tensor.le_">(),
    compared_in_place<"gt_.Tensor", "Tensor.gt_">(),
    compared_with_number<"gt_.Scalar", "Tensor.gt_">(),
    compared_in_place<"ge_.Tensor", "Tensor.ge_">(),
    compared_with_number<"ge_.Scalar", "Tensor.ge_">(),
    bits_in_place<"logical_and_", "Tensor.logical_and_">(),
    bits_in_place<"logical_or_", "Tensor.logical_or_">(),
    bits_in_place<"logical_xor_", "Tensor.logical_xor_">(),
    bits_in_place<"bitwise_and_.Tensor", "Tensor.bitwise_and_", "Tensor.__iand__">(),
    bits_in_place<"bitwise_or_.Tensor", "Tensor.bitwise_or_", "Tensor.__ior__">(),
    bits_in_place<"bitwise_xor_.Tensor", "Tensor.bitwise_xor_", "Tensor.__ixor__">(),
};

}  // namespace arithmetic_op
}  // namespace

std::span<const Op> arithmetic_ops() { return arithmetic_op::kOps; }

}  // namespace vramlint::ops
