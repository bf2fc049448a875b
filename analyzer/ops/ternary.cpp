// addcmul, addcdiv and lerp. Kept: the factors that the other factor's gradient needs (derivatives.yaml, 1.13 to 2.7).
#include <array>

#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace ternary_op {

bool is_tensor(const Call& call, size_t arg) { return std::holds_alternative<graph::OperandRef>(call.args[arg]); }

std::vector<TensorType> tensors(const Call& call) {
  std::vector<TensorType> types;
  for (size_t arg = 0; arg < 3; ++arg) {
    if (is_tensor(call, arg)) types.push_back(call.operand(arg).type);
  }
  return types;
}

Inferred infer(const Call& call) {
  const Broadcast common = broadcast(tensors(call));
  if (!common.error.empty()) return failure(common.error);
  return fresh(elementwise(result_type(call, {0, 1, 2}), common.shape, tensors(call)));
}

Inferred infer_in_place(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const Broadcast common = broadcast(tensors(call));
  if (!common.error.empty()) return failure(common.error);
  if (same_sizes(common.shape, self.shape)) return in_place(call, 0);
  return failure("output with shape " + to_string(self.shape) + " doesn't match the broadcast shape " +
                 to_string(common.shape));
}

/// `divides`: the divisor is used by both gradients.
template <bool divides>
Saved saves_factors(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  if (needs_grad(call, 2)) saved.operands.push_back(operand_of(call, 1));
  if (divides || needs_grad(call, 1)) saved.operands.push_back(operand_of(call, 2));
  return saved;
}

/// A tensor weight is used for both ends, the ends for the weight.
Saved saves_lerp(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  if (!is_tensor(call, 2)) return saved;
  saved.operands.push_back(operand_of(call, 2));
  if (!needs_grad(call, 2)) return saved;
  saved.operands.push_back(operand_of(call, 0));
  saved.operands.push_back(operand_of(call, 1));
  return saved;
}

Saved saves_lerp_in_place(const Call& call, const std::vector<Output>& outputs, const TorchProfile& torch) {
  Saved saved = saves_lerp(call, outputs, torch);
  if (!needs_grad(call, 2)) return saved;
  std::erase(saved.operands, operand_of(call, 0));
  saved.extras.push_back({call.operand(0).type.bytes(), "clone of the input"});
  return saved;
}

/// grad * (other factor * value): what is multiplied first is as large as that factor, not as the result.
void gradient_of_factor(Program& program, size_t arg, const TensorType& other, const TensorType& made) {
  const int scaled = program.temporary(graph::like(other, other.dtype), "intermediate");
  program.computed(arg, made);
  program.release(scaled);
}

/// -grad * (tensor1 * value / (tensor2 * tensor2)).
void gradient_of_divisor(Program& program, const TensorType& dividend, const TensorType& divisor,
                         const TensorType& made) {
  const TensorType quotient = elementwise(divisor.dtype, broadcast({dividend, divisor}).shape, {dividend, divisor});
  const std::array<int, 4> parts = {program.temporary(graph::like(divisor, divisor.dtype), "intermediate"),
                                    program.temporary(graph::like(dividend, dividend.dtype), "intermediate"),
                                    program.temporary(quotient, "intermediate"),
                                    program.temporary(made, "intermediate")};
  program.computed(2, made);
  for (const int part : parts) program.release(part);
}

/// The added term's gradient passes through; each factor's is made.
template <bool divides>
std::vector<graph::GradStep> backward_factors(const BackwardCall& call) {
  Program program(call);
  program.passed(0, program.grad());
  const TensorType made = graph::like(program.grad(), program.grad().dtype);
  const TensorType& first = call.call.operand(1).type;
  const TensorType& second = call.call.operand(2).type;
  if (program.needs(1)) gradient_of_factor(program, 1, second, made);
  if (program.needs(2) && divides) gradient_of_divisor(program, first, second, made);
  if (program.needs(2) && !divides) gradient_of_factor(program, 2, first, made);
  return program.finish();
}

std::vector<graph::GradStep> backward_lerp(const BackwardCall& call) {
  Program program(call);
  const TensorType made = graph::like(program.grad(), program.grad().dtype);
  const bool by_tensor = is_tensor(call.call, 2);
  const int rest = by_tensor && program.needs(0) ? program.temporary(program.type(2), "rest of the weight") : -1;
  program.computed(0, made);
  if (rest >= 0) program.release(rest);
  program.computed(1, made);
  if (by_tensor && program.needs(2)) program.temporary(made, "difference of the ends");
  if (by_tensor) program.computed(2, made);
  return program.finish();
}

Cases cases() { return {{tensor({2, 3}), tensor({2, 3}), tensor({2, 3})}, {data({4, 5}), tensor({5}), data({4, 1})}}; }
Cases in_place_cases() {
  return {{tensor({2, 3}), tensor({2, 3}), data({2, 3})}, {data({4, 5}), tensor({5}), data({4, 1})}};
}
Cases lerp_cases() { return {{tensor({2, 3}), tensor({2, 3}), 0.5}, {data({5}), tensor({5}), 2}}; }
Cases lerp_tensor_cases() {
  return {{tensor({2, 3}), tensor({2, 3}), tensor({2, 3})}, {data({5}), tensor({5}), data({5})}};
}

template <Literal name, Literal declaration, Inferred (*inferred)(const Call&),
          Saved (*saved)(const Call&, const std::vector<Output>&, const TorchProfile&),
          std::vector<graph::GradStep> (*backwards)(const BackwardCall&), Cases (*given)(), Literal... python>
constexpr Op ternary() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = inferred,
          .saves = saved,
          .backward = backwards,
          .samples = samples<name, given>};
}

constexpr Op kOps[] = {
    ternary<"addcmul", "(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor", infer,
            saves_factors<false>, backward_factors<false>, cases, "torch.addcmul", "Tensor.addcmul">(),
    ternary<"addcmul_", "(Tensor(a!) self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!)",
            infer_in_place, saves_factors<false>, backward_factors<false>, in_place_cases, "Tensor.addcmul_">(),
    ternary<"addcdiv", "(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor", infer,
            saves_factors<true>, backward_factors<true>, cases, "torch.addcdiv", "Tensor.addcdiv">(),
    ternary<"addcdiv_", "(Tensor(a!) self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!)",
            infer_in_place, saves_factors<true>, backward_factors<true>, in_place_cases, "Tensor.addcdiv_">(),
    ternary<"lerp_.Scalar", "(Tensor(a!) self, Tensor end, Scalar weight) -> Tensor(a!)", infer_in_place, saves_lerp,
            backward_lerp, lerp_cases, "Tensor.lerp_">(),
    ternary<"lerp_.Tensor", "(Tensor(a!) self, Tensor end, Tensor weight) -> Tensor(a!)", infer_in_place,
            saves_lerp_in_place, backward_lerp, lerp_tensor_cases, "Tensor.lerp_">(),
    ternary<"lerp.Scalar", "(Tensor self, Tensor end, Scalar weight) -> Tensor", infer, saves_lerp, backward_lerp,
            lerp_cases, "torch.lerp", "Tensor.lerp">(),
    ternary<"lerp.Tensor", "(Tensor self, Tensor end, Tensor weight) -> Tensor", infer, saves_lerp, backward_lerp,
            lerp_tensor_cases, "torch.lerp", "Tensor.lerp">(),
};

}  // namespace ternary_op
}  // namespace

std::span<const Op> ternary_ops() { return ternary_op::kOps; }

}  // namespace vramlint::ops
