// Special functions, and functions of one tensor with a parameter (derivatives.yaml, 1.13, 2.0, 2.4).
#include "ops/declare.h"

namespace vramlint::ops {

namespace {
namespace special_op {

Inferred infer_at(const Call& call, size_t arg) {
  const TensorType& self = call.operand(arg).type;
  const Dtype dtype = graph::is_differentiable(self.dtype) ? self.dtype : Dtype::float32;
  return fresh(elementwise(dtype, self.shape, {self}));
}

Inferred infer(const Call& call) { return infer_at(call, 0); }
Inferred infer_second(const Call& call) { return infer_at(call, 1); }

Inferred infer_same(const Call& call) {
  const TensorType& self = call.operand(0).type;
  return fresh(elementwise(self.dtype, self.shape, {self}));
}

Inferred infer_in_place(const Call& call) { return in_place(call, 0); }

Inferred infer_flags(const Call& call) {
  const TensorType& self = call.operand(0).type;
  return constant(elementwise(Dtype::boolean, self.shape, {self}));
}

Saved saves_clone(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.extras = {{call.operand(0).type.bytes(), "clone of the input"}}};
}

Cases cases() { return {{tensor({2, 3, 4})}, {tensor({5}, Dtype::float64)}, {strided({3, 4, 5}, {1, 15, 3})}}; }
Cases in_place_cases() { return {{data({2, 3})}, {tensor({3, 5})}}; }
Cases plain_cases() { return {{data({2, 3})}, {data({5})}}; }
Cases parameter_cases() { return {{tensor({2, 3}), 1e-6}, {tensor({5})}}; }
Cases order_cases() { return {{1, tensor({2, 3})}, {2, tensor({5})}}; }
Cases dimension_cases() { return {{tensor({2, 3}), 2}, {tensor({5}), 3}}; }

constexpr Literal kPlain = "(Tensor self) -> Tensor";
constexpr Literal kInPlace = "(Tensor(a!) self) -> Tensor(a!)";

template <Literal name, int intermediates, bool keeps_result = false>
constexpr Op special() {
  constexpr auto& kName = kText<"torch.special.", name>;
  constexpr auto& kSchema = kText<"special_", name, "(Tensor self) -> Tensor">;
  return {.schema = kSchema,
          .names = kTexts<kName>,
          .infer = infer,
          .saves = keeps_result ? keeps<At<0>, At<0>> : keeps<At<0>>,
          .backward = gives<intermediates, 0>,
          .samples = [] { return make_calls(kText<"special_", name>, cases()); }};
}

constexpr Op kOps[] = {
    declared<"lgamma", kPlain, infer, keeps<At<0>>, gives<1, 0>, cases, "torch.lgamma", "Tensor.lgamma",
             "torch.special.gammaln">(),
    declared<"lgamma_", kInPlace, infer_in_place, saves_clone, gives<1, 0>, in_place_cases, "Tensor.lgamma_">(),
    declared<"digamma", kPlain, infer, keeps<At<0>>, gives<1, 0>, cases, "torch.digamma", "Tensor.digamma",
             "torch.special.digamma", "torch.special.psi">(),
    declared<"polygamma", "(int n, Tensor self) -> Tensor", infer_second, keeps<At<1>>, gives<1, 1>, order_cases,
             "torch.polygamma", "torch.special.polygamma">(),
    declared<"mvlgamma", "(Tensor self, int p) -> Tensor", infer, keeps<At<0>>, gives<2, 0>, dimension_cases,
             "torch.mvlgamma", "Tensor.mvlgamma", "torch.special.multigammaln">(),
    declared<"i0", kPlain, infer, keeps<At<0>>, gives<1, 0>, cases, "torch.i0", "Tensor.i0", "torch.special.i0">(),
    declared<"sinc", kPlain, infer, keeps<At<0>>, gives<7, 0>, cases, "torch.sinc", "Tensor.sinc",
             "torch.special.sinc">(),
    declared<"frac", kPlain, infer_same, nullptr, gives<0, 0>, cases, "torch.frac", "Tensor.frac">(),
    declared<"deg2rad", kPlain, infer, nullptr, gives<0, 0>, cases, "torch.deg2rad", "Tensor.deg2rad">(),
    declared<"rad2deg", kPlain, infer, nullptr, gives<0, 0>, cases, "torch.rad2deg", "Tensor.rad2deg">(),
    declared<"acosh", kPlain, infer, keeps<At<0>>, gives<3, 0>, cases, "torch.acosh", "Tensor.acosh", "torch.arccosh",
             "Tensor.arccosh">(),
    declared<"atanh", kPlain, infer, keeps<At<0>>, gives<3, 0>, cases, "torch.atanh", "Tensor.atanh", "torch.arctanh",
             "Tensor.arctanh">(),
    declared<"logit", "(Tensor self, float? eps=None) -> Tensor", infer, keeps<At<0>>, gives<0, 0>, parameter_cases,
             "torch.logit", "Tensor.logit", "torch.special.logit">(),
    declared<"logit_", "(Tensor(a!) self, float? eps=None) -> Tensor(a!)", infer_in_place, saves_clone, gives<0, 0>,
             parameter_cases, "torch.logit_", "Tensor.logit_">(),
    declared<"nan_to_num", "(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor",
             infer_same, keeps<At<0>>, gives<1, 0>, parameter_cases, "torch.nan_to_num", "Tensor.nan_to_num">(),
    declared<"nan_to_num_", "(Tensor(a!) self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor(a!)",
             infer_in_place, saves_clone, gives<1, 0>, parameter_cases, "torch.nan_to_num_", "Tensor.nan_to_num_">(),
    declared<"signbit", kPlain, infer_flags, nullptr, nullptr, plain_cases, "torch.signbit", "Tensor.signbit">(),
    declared<"isposinf", kPlain, infer_flags, nullptr, nullptr, plain_cases, "torch.isposinf", "Tensor.isposinf">(),
    declared<"isneginf", kPlain, infer_flags, nullptr, nullptr, plain_cases, "torch.isneginf", "Tensor.isneginf">(),
    declared<"isreal", kPlain, infer_flags, nullptr, nullptr, plain_cases, "torch.isreal", "Tensor.isreal">(),
    special<"entr", 2>(),
    special<"i0e", 2, true>(),
    special<"i1", 3, true>(),
    special<"log_ndtr", 3, true>(),
};

}  // namespace special_op
}  // namespace

std::span<const Op> special_ops() { return special_op::kOps; }

}  // namespace vramlint::ops
