// Elementwise functions of one tensor that differ in name, in what autograd keeps, and in how many full-size
// intermediates the backward formula holds beside the gradient.
//
// What is kept: tools/autograd/derivatives.yaml, the same in 1.13, 2.0 and 2.4. An in-place call whose formula needs
// the input keeps a clone of it (tools/autograd/gen_variable_type.py, save_variables). The formulas are single
// expressions of C++, whose intermediates all stand until the gradient is made.
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace unary_op {

enum class Keeps : uint8_t { nothing, input, output };
enum class Result : uint8_t { floating, same, magnitude };  // integers become float32, or stay; complex becomes real

template <Result result>
Inferred infer(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const bool converts = result == Result::floating && !graph::is_differentiable(self.dtype);
  Dtype dtype = converts ? Dtype::float32 : self.dtype;
  if (result == Result::magnitude && dtype == Dtype::complex64) dtype = Dtype::float32;
  if (result == Result::magnitude && dtype == Dtype::complex128) dtype = Dtype::float64;
  return fresh(elementwise(dtype, self.shape, {self}));
}

Inferred infer_in_place(const Call& call) { return in_place(call, 0); }

template <Keeps keeps>
Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  if (keeps == Keeps::input) return {.operands = {operand_of(call, 0)}};
  if (keeps == Keeps::output) return {.outputs = {0}};
  return {};
}

template <Keeps keeps>
Saved saves_in_place(const Call& call, const std::vector<Output>& outputs, const TorchProfile& torch) {
  if (keeps != Keeps::input) return saves<keeps>(call, outputs, torch);
  return {.extras = {{call.operand(0).type.bytes(), "clone of the input"}}};
}

/// `intermediates` full-size tensors stand until the gradient is made.
template <int intermediates>
std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  const TensorType made = graph::like(program.grad(), program.type(0).dtype);
  for (int i = 0; i < intermediates; ++i) program.temporary(made, "intermediate");
  program.computed(0, made);
  return program.finish();
}

Cases magnitude_cases() { return {{tensor({2, 3, 4})}, {tensor({5}, Dtype::complex64)}, {data({3}, Dtype::int64)}}; }

Cases cases() { return {{tensor({2, 3, 4})}, {tensor({5}, Dtype::float64)}, {strided({3, 4, 5}, {1, 15, 3})}}; }

Cases in_place_cases() {
  Operand plain = data({2, 3}), grown = tensor({3, 5});
  return {{plain}, {grown}};
}

template <Literal name, Keeps keeps, int intermediates, Result result = Result::floating, Cases (*made)() = cases>
constexpr Op function() {
  constexpr auto& kMethod = kText<"Tensor.", name>;
  constexpr auto& kFunction = kText<"torch.", name>;
  return {.schema = kText<name, "(Tensor self) -> Tensor">,
          .names = kTexts<kFunction, kMethod>,
          .infer = infer<result>,
          .saves = saves<keeps>,
          .backward = backward<intermediates>,
          .samples = samples<name, made>};
}

template <Literal name>
constexpr auto kInPlaceName = [] {
  char text[name.view().size() + 2] = {};
  std::copy_n(name.text, name.view().size(), text);
  text[name.view().size()] = '_';
  return Literal(text);
}();

template <Literal name, Keeps keeps, int intermediates>
constexpr Op in_place_function() {
  constexpr auto& kMethod = kText<"Tensor.", name, "_">;
  constexpr auto& kFunction = kText<"torch.", name, "_">;
  return {.schema = kText<name, "_(Tensor(a!) self) -> Tensor(a!)">,
          .names = kTexts<kFunction, kMethod>,
          .infer = infer_in_place,
          .saves = saves_in_place<keeps>,
          .backward = backward<intermediates>,
          .samples = samples<kInPlaceName<name>, in_place_cases>};
}

template <Literal name>
constexpr Op integral_function() {  // its derivative is zero everywhere, and is made nonetheless
  return function<name, Keeps::nothing, 0, Result::same>();
}

/// TensorIterator refuses what has no meaning: aten/src/ATen/native/UnaryOps.cpp (neg_check).
Inferred infer_negation(const Call& call) {
  if (call.operand(0).type.dtype == Dtype::boolean) {
    return failure(
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, "
        "use the `~` or `logical_not()` operator instead.");
  }
  return infer<Result::same>(call);
}

constexpr Op negation() {
  Op op = function<"neg", Keeps::nothing, 0, Result::same>();
  op.infer = infer_negation;
  return op;
}

Inferred infer_predicate(const Call& call) {
  const TensorType& self = call.operand(0).type;
  return constant(elementwise(Dtype::boolean, self.shape, {self}));
}

Inferred infer_bits(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (graph::is_differentiable(self.dtype))
    return failure("\"bitwise_not\" not implemented for '" + title(self.dtype) + "'");
  return constant(elementwise(self.dtype, self.shape, {self}));
}

Cases plain_cases() { return {{data({2, 3})}, {data({5}, Dtype::int64)}}; }
Cases decimal_cases() { return {{tensor({2, 3}), 2}, {tensor({5}, Dtype::float64), -1}}; }
Cases bit_cases() { return {{data({2, 3}, Dtype::boolean)}, {data({5}, Dtype::int64)}}; }

template <Literal name, Inferred (*inferred)(const Call&) = infer_predicate, Cases (*made)() = plain_cases>
constexpr Op predicate() {
  constexpr auto& kMethod = kText<"Tensor.", name>;
  constexpr auto& kFunction = kText<"torch.", name>;
  return {.schema = kText<name, "(Tensor self) -> Tensor">,
          .names = kTexts<kFunction, kMethod>,
          .infer = inferred,
          .samples = samples<name, made>};
}

Inferred infer_predicate_in_place(const Call& call) {
  Inferred inferred = in_place(call, 0);
  inferred.outputs[0].differentiable = false;
  return inferred;
}

template <Literal name, Cases (*made)() = plain_cases>
constexpr Op in_place_predicate() {
  constexpr auto& kMethod = kText<"Tensor.", name, "_">;
  return {.schema = kText<name, "_(Tensor(a!) self) -> Tensor(a!)">,
          .names = kTexts<kMethod>,
          .infer = infer_predicate_in_place,
          .samples = samples<kInPlaceName<name>, made>};
}

template <Literal name, Literal method>
constexpr Op operator_form(Op op) {
  constexpr auto& kFunction = kText<"torch.", name>;
  constexpr auto& kMethod = kText<"Tensor.", name>;
  constexpr auto& kOperator = kText<"Tensor.", method>;
  op.names = kTexts<kFunction, kMethod, kOperator>;
  return op;
}

constexpr Op kOps[] = {
    function<"sigmoid", Keeps::output, 0>(),
    in_place_function<"sigmoid", Keeps::output, 0>(),
    function<"tanh", Keeps::output, 0>(),
    in_place_function<"tanh", Keeps::output, 0>(),
    function<"exp", Keeps::output, 0>(),
    in_place_function<"exp", Keeps::output, 0>(),
    function<"expm1", Keeps::output, 1>(),
    function<"exp2", Keeps::output, 1>(),
    function<"log", Keeps::input, 0>(),
    in_place_function<"log", Keeps::input, 0>(),
    function<"log2", Keeps::input, 1>(),
    function<"log10", Keeps::input, 1>(),
    function<"log1p", Keeps::input, 1>(),
    function<"sqrt", Keeps::output, 1>(),
    in_place_function<"sqrt", Keeps::output, 1>(),
    function<"rsqrt", Keeps::output, 2>(),
    function<"reciprocal", Keeps::output, 2>(),
    function<"sin", Keeps::input, 1>(),
    function<"cos", Keeps::input, 2>(),
    function<"tan", Keeps::output, 2>(),
    function<"atan", Keeps::input, 2>(),
    function<"asin", Keeps::input, 4>(),
    function<"acos", Keeps::input, 5>(),
    function<"sinh", Keeps::input, 1>(),
    function<"cosh", Keeps::input, 1>(),
    function<"erf", Keeps::input, 4>(),
    function<"erfinv", Keeps::input, 4>(),
    operator_form<"neg", "__neg__">(negation()),
    in_place_function<"neg", Keeps::nothing, 0>(),
    operator_form<"abs", "__abs__">(function<"abs", Keeps::input, 1, Result::magnitude, magnitude_cases>()),
    in_place_function<"abs", Keeps::input, 1>(),
    function<"square", Keeps::input, 2, Result::same>(),
    integral_function<"floor">(),
    integral_function<"ceil">(),
    integral_function<"round">(),
    {.schema = "round.decimals(Tensor self, *, int decimals) -> Tensor",
     .names = names<"torch.round", "Tensor.round">(),
     .infer = infer<Result::same>,
     .backward = backward<0>,
     .samples = samples<"round.decimals", decimal_cases>},
    integral_function<"trunc">(),
    integral_function<"sign">(),
    in_place_function<"floor", Keeps::nothing, 0>(),
    in_place_function<"ceil", Keeps::nothing, 0>(),
    in_place_function<"round", Keeps::nothing, 0>(),
    in_place_function<"rsqrt", Keeps::output, 2>(),
    in_place_function<"reciprocal", Keeps::output, 2>(),
    in_place_function<"square", Keeps::input, 2>(),
    in_place_function<"log1p", Keeps::input, 1>(),
    in_place_function<"sin", Keeps::input, 1>(),
    in_place_function<"cos", Keeps::input, 2>(),
    function<"erfc", Keeps::input, 4>(),
    in_place_function<"sign", Keeps::nothing, 0>(),
    in_place_function<"trunc", Keeps::nothing, 0>(),
    in_place_function<"frac", Keeps::nothing, 0>(),
    in_place_function<"expm1", Keeps::output, 1>(),
    in_place_function<"exp2", Keeps::output, 1>(),
    in_place_function<"log2", Keeps::input, 1>(),
    in_place_function<"log10", Keeps::input, 1>(),
    in_place_function<"erf", Keeps::input, 4>(),
    in_place_function<"erfc", Keeps::input, 4>(),
    in_place_function<"erfinv", Keeps::input, 4>(),
    in_place_function<"atan", Keeps::input, 2>(),
    in_place_function<"tan", Keeps::output, 2>(),
    function<"asinh", Keeps::input, 3>(),
    predicate<"logical_not">(),
    in_place_predicate<"logical_not">(),
    in_place_predicate<"bitwise_not", bit_cases>(),
    predicate<"isnan">(),
    predicate<"isinf">(),
    predicate<"isfinite">(),
    operator_form<"bitwise_not", "__invert__">(predicate<"bitwise_not", infer_bits, bit_cases>()),
};

}  // namespace unary_op
}  // namespace

std::span<const Op> unary_ops() { return unary_op::kOps; }

}  // namespace vramlint::ops
