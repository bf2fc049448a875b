// Activations. What autograd keeps: derivatives.yaml of 1.13, 2.0 and 2.4. relu and its in-place form keep only the
// result; leaky_relu_, elu_, celu_ and selu_ have formulas of their own that keep the result.
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace activation_op {

enum class Keeps : uint8_t { input, output };

Inferred infer(const Call& call) {
  const TensorType& self = call.operand(0).type;
  return fresh(elementwise(self.dtype, self.shape, {self}));
}

Inferred infer_in_place(const Call& call) { return in_place(call, 0); }

template <Keeps keeps>
Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  if (keeps == Keeps::input) return {.operands = {operand_of(call, 0)}};
  return {.outputs = {0}};
}

Saved saves_clone(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.extras = {{call.operand(0).type.bytes(), "clone of the input"}}};
}

Saved saves_hardtanh(const Call& call, const std::vector<Output>& outputs, const TorchProfile& torch) {
  if (torch.hardtanh_saves_result) return saves<Keeps::output>(call, outputs, torch);
  return saves_clone(call, outputs, torch);
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::like(program.grad(), program.type(0).dtype));
  return program.finish();
}

Cases cases() { return {{tensor({2, 3, 4, 4})}, {tensor({7})}, {channels_last({2, 3, 4, 5})}}; }

Cases in_place_cases() { return {{data({2, 3})}, {tensor({3, 5})}}; }

template <Literal declaration, Literal name, Keeps keeps, Literal... python>
constexpr Op activation() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = infer,
          .saves = saves<keeps>,
          .backward = backward,
          .samples = samples<name, cases>};
}

/// In place; `saved` says what its formula keeps.
template <Literal declaration, Literal name,
          Saved (*saved)(const Call&, const std::vector<Output>&, const TorchProfile&), Literal... python>
constexpr Op changing() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = infer_in_place,
          .saves = saved,
          .backward = backward,
          .samples = samples<name, in_place_cases>};
}

constexpr auto kResult = saves<Keeps::output>;

constexpr Op kOps[] = {
    activation<"(Tensor self) -> Tensor", "relu", Keeps::output, "torch.relu", "Tensor.relu">(),
    changing<"(Tensor(a!) self) -> Tensor(a!)", "relu_", kResult, "torch.relu_", "Tensor.relu_",
             "torch.nn.functional.relu_">(),
    activation<"(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor", "hardtanh", Keeps::input,
               "torch._C._nn.hardtanh">(),
    changing<"(Tensor(a!) self, Scalar min_val=-1, Scalar max_val=1) -> Tensor(a!)", "hardtanh_", saves_hardtanh,
             "torch._C._nn.hardtanh_">(),
    activation<"(Tensor self) -> Tensor", "relu6", Keeps::input, "torch._C._nn.relu6">(),
    changing<"(Tensor(a!) self) -> Tensor(a!)", "relu6_", saves_hardtanh, "torch._C._nn.relu6_">(),
    activation<"(Tensor self, Scalar negative_slope=0.01) -> Tensor", "leaky_relu", Keeps::input,
               "torch._C._nn.leaky_relu">(),
    changing<"(Tensor(a!) self, Scalar negative_slope=0.01) -> Tensor(a!)", "leaky_relu_", kResult,
             "torch._C._nn.leaky_relu_">(),
    activation<"(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor", "elu", Keeps::input,
               "torch._C._nn.elu">(),
    changing<"(Tensor(a!) self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor(a!)", "elu_", kResult,
             "torch._C._nn.elu_">(),
    activation<"(Tensor self) -> Tensor", "selu", Keeps::input, "torch.selu">(),
    changing<"(Tensor(a!) self) -> Tensor(a!)", "selu_", kResult, "torch.selu_">(),
    activation<"(Tensor self, Scalar alpha=1.0) -> Tensor", "celu", Keeps::input, "torch.celu">(),
    changing<"(Tensor(a!) self, Scalar alpha=1.0) -> Tensor(a!)", "celu_", kResult, "torch.celu_">(),
    activation<"(Tensor self, *, str approximate=\"none\") -> Tensor", "gelu", Keeps::input, "torch._C._nn.gelu",
               "torch.nn.functional.gelu">(),
    activation<"(Tensor self) -> Tensor", "silu", Keeps::input, "torch._C._nn.silu">(),
    changing<"(Tensor(a!) self) -> Tensor(a!)", "silu_", saves_clone, "torch._C._nn.silu_">(),
    activation<"(Tensor self) -> Tensor", "mish", Keeps::input, "torch._C._nn.mish">(),
    changing<"(Tensor(a!) self) -> Tensor(a!)", "mish_", saves_clone, "torch._C._nn.mish_">(),
    activation<"(Tensor self) -> Tensor", "hardswish", Keeps::input, "torch._C._nn.hardswish">(),
    changing<"(Tensor(a!) self) -> Tensor(a!)", "hardswish_", saves_clone, "torch._C._nn.hardswish_">(),
    activation<"(Tensor self) -> Tensor", "hardsigmoid", Keeps::input, "torch._C._nn.hardsigmoid">(),
    changing<"(Tensor(a!) self) -> Tensor(a!)", "hardsigmoid_", saves_clone, "torch._C._nn.hardsigmoid_">(),
    activation<"(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor", "softplus", Keeps::input,
               "torch._C._nn.softplus", "torch.nn.functional.softplus">(),
    activation<"(Tensor self, Scalar lambd=0.5) -> Tensor", "hardshrink", Keeps::input, "torch.hardshrink",
               "torch.nn.functional.hardshrink", "Tensor.hardshrink">(),
    activation<"(Tensor self, Scalar lambd=0.5) -> Tensor", "softshrink", Keeps::input, "torch._C._nn.softshrink",
               "torch.nn.functional.softshrink">(),
    activation<"(Tensor self) -> Tensor", "log_sigmoid", Keeps::input, "torch._C._nn.log_sigmoid",
               "torch.nn.functional.logsigmoid">(),
};

}  // namespace activation_op
}  // namespace

std::span<const Op> activation_ops() { return activation_op::kOps; }

}  // namespace vramlint::ops
