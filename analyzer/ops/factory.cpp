// Tensors made from nothing but sizes, or in the likeness of another one. None has a derivative.
#include <cmath>

#include "ops/layout.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace factory_op {

constexpr size_t kNone = SIZE_MAX;

Dtype dtype_or(const Call& call, size_t arg, Dtype otherwise) {
  if (arg == kNone || call.is_none(arg)) return otherwise;
  return std::get<Dtype>(call.args[arg]);
}

Inferred of_sizes(Dtype dtype, Shape sizes) {
  for (const Dim& size : sizes) {
    if (size.point < 0) {
      return failure("Trying to create tensor with negative dimension " + std::to_string(size.point) + ": " +
                     to_string(sizes));
    }
  }
  return constant(graph::contiguous(dtype, std::move(sizes)));
}

/// A literal among the sizes comes from no key, whichever the others come from.
Shape given_sizes(const Call& call, size_t arg) {
  Shape sizes = call.sizes(arg);
  for (Dim& size : sizes) {
    if (size.sources == 0) size.sources = Dim::kNameless;
  }
  return sizes;
}

template <size_t size_arg, size_t dtype_arg, Dtype otherwise = Dtype::float32>
Inferred infer_sized(const Call& call) {
  return of_sizes(dtype_or(call, dtype_arg, otherwise), given_sizes(call, size_arg));
}

/// torch.full takes the fill value's type.
Inferred infer_full(const Call& call) {
  Dtype dtype = Dtype::float32;
  if (std::holds_alternative<int64_t>(call.args[1])) dtype = Dtype::int64;
  if (std::holds_alternative<bool>(call.args[1])) dtype = Dtype::boolean;
  return of_sizes(dtype_or(call, 2, dtype), given_sizes(call, 0));
}

template <size_t dtype_arg>
Inferred infer_new(const Call& call) {
  return of_sizes(dtype_or(call, dtype_arg, call.operand(0).type.dtype), given_sizes(call, 1));
}

template <size_t dtype_arg>
Inferred infer_like(const Call& call) {
  const TensorType& self = call.operand(0).type;
  return constant(graph::like(self, dtype_or(call, dtype_arg, self.dtype)));
}

// ranges

bool is_integer(const Call& call, size_t arg) { return !std::holds_alternative<double>(call.args[arg]); }

Inferred range(const Call& call, double start, double end, double step, bool integral, size_t dtype_arg) {
  if (step == 0) return failure("step must be nonzero");
  if ((end - start) / step < 0) return failure("upper bound and larger bound inconsistent with step sign");
  const double count = std::ceil((end - start) / step);
  if (!(count >= 0 && count < 9e18)) return failure("invalid size, possible overflow?");
  return of_sizes(dtype_or(call, dtype_arg, integral ? Dtype::int64 : Dtype::float32), {static_cast<int64_t>(count)});
}

Inferred infer_arange(const Call& call) { return range(call, 0, call.real(0), 1, is_integer(call, 0), 1); }

Inferred infer_arange_start(const Call& call) {
  return range(call, call.real(0), call.real(1), 1, is_integer(call, 0) && is_integer(call, 1), 2);
}

Inferred infer_arange_step(const Call& call) {
  const bool integral = is_integer(call, 0) && is_integer(call, 1) && is_integer(call, 2);
  return range(call, call.real(0), call.real(1), call.real(2), integral, 3);
}

Inferred infer_linspace(const Call& call) {
  if (call.integer(2) < 0) return failure("number of steps must be non-negative");
  return of_sizes(dtype_or(call, 3, Dtype::float32), call.sizes(2));
}

Inferred infer_eye(const Call& call) {
  return of_sizes(dtype_or(call, 1, Dtype::float32), {call.sizes(0)[0], call.sizes(0)[0]});
}

Inferred infer_eye_m(const Call& call) {
  return of_sizes(dtype_or(call, 2, Dtype::float32), {call.sizes(0)[0], call.sizes(1)[0]});
}

Inferred infer_randperm(const Call& call) { return of_sizes(dtype_or(call, 1, Dtype::int64), call.sizes(0)); }

Inferred infer_one_hot(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (self.dtype != Dtype::int64) return failure("one_hot is only applicable to index tensor.");
  if (call.integer(1) <= 0) return failure("the number of classes of one_hot depends on the values of its input");
  Shape shape = self.shape;
  shape.push_back(call.sizes(1)[0]);
  return constant(graph::contiguous(Dtype::int64, std::move(shape)));
}

Cases size_cases() { return {{ints({2, 3})}, {ints({}), Dtype::float16}, {ints({5, 0}), Dtype::int64}}; }
Cases random_cases() { return {{ints({2, 3})}, {ints({5, 0}), Dtype::float64}}; }
Cases full_cases() { return {{ints({2, 3}), 1.5}, {ints({5}), 2}, {ints({1}), true, Dtype::float64}}; }
Cases like_cases() { return {{data({2, 3})}, {strided({2, 3}, {1, 2}), Dtype::float64}}; }
Cases integer_like_cases() { return {{data({2, 3}), 4}, {data({5}, Dtype::int64), 9}}; }
Cases full_like_cases() { return {{data({2, 3}), 2.0}, {data({5}, Dtype::int64), 3}}; }
Cases new_cases() { return {{data({2}), ints({3, 4})}, {data({2}, Dtype::int64), ints({5}), Dtype::boolean}}; }
Cases new_full_cases() { return {{data({2}), ints({3, 4}), 2.0}, {data({2}, Dtype::int64), ints({5}), 1}}; }
Cases arange_cases() { return {{5}, {2.5}, {7, Dtype::float32}}; }
Cases arange_start_cases() { return {{2, 7}, {0.5, 3}}; }
Cases arange_step_cases() { return {{2, 8, 3}, {5, 0, -2}, {0, 1, 0.3}}; }
Cases linspace_cases() { return {{0, 1, 7}, {0.5, 2.5, 1, Dtype::float64}}; }
Cases eye_cases() { return {{3}, {5, Dtype::int64}}; }
Cases eye_m_cases() { return {{3, 4}, {5, 1, Dtype::int64}}; }
Cases randint_cases() { return {{10, ints({2, 3})}, {3, ints({5})}}; }
Cases randint_low_cases() { return {{1, 10, ints({2, 3})}, {0, 3, ints({5})}}; }
Cases one_hot_cases() { return {{data({2, 3}, Dtype::int64), 5}, {data({4}, Dtype::int64), 7}}; }

template <Literal name, Literal declaration, Inferred (*inferred)(const Call&), Cases (*cases)(), Literal... python>
constexpr Op factory() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = inferred,
          .samples = samples<name, cases>};
}

template <Literal name, Literal python, Cases (*cases)() = size_cases>
constexpr Op sized() {
  return factory<name, "(int[] size, *, ScalarType? dtype=None) -> Tensor", infer_sized<0, 1>, cases, python>();
}

template <Literal name, Cases (*cases)(), Literal declaration, size_t dtype_arg>
constexpr Op likeness() {
  constexpr auto& kFunction = kText<"torch.", name>;
  Op op = factory<name, declaration, infer_like<dtype_arg>, cases>();
  op.names = kTexts<kFunction>;
  return op;
}

constexpr Op kOps[] = {
    sized<"zeros", "torch.zeros">(),
    sized<"ones", "torch.ones">(),
    sized<"empty.memory_format", "torch.empty">(),
    sized<"rand", "torch.rand", random_cases>(),
    sized<"randn", "torch.randn", random_cases>(),
    factory<"full", "(int[] size, Scalar fill_value, *, ScalarType? dtype=None) -> Tensor", infer_full, full_cases,
            "torch.full">(),
    likeness<"zeros_like", like_cases, "(Tensor self, *, ScalarType? dtype=None) -> Tensor", 1>(),
    likeness<"ones_like", like_cases, "(Tensor self, *, ScalarType? dtype=None) -> Tensor", 1>(),
    likeness<"empty_like", like_cases, "(Tensor self, *, ScalarType? dtype=None) -> Tensor", 1>(),
    likeness<"rand_like", like_cases, "(Tensor self, *, ScalarType? dtype=None) -> Tensor", 1>(),
    likeness<"randn_like", like_cases, "(Tensor self, *, ScalarType? dtype=None) -> Tensor", 1>(),
    likeness<"full_like", full_like_cases, "(Tensor self, Scalar fill_value, *, ScalarType? dtype=None) -> Tensor",
             2>(),
    likeness<"randint_like", integer_like_cases, "(Tensor self, int high, *, ScalarType? dtype=None) -> Tensor", 2>(),
    factory<"new_zeros", "(Tensor self, int[] size, *, ScalarType? dtype=None) -> Tensor", infer_new<2>, new_cases,
            "Tensor.new_zeros">(),
    factory<"new_ones", "(Tensor self, int[] size, *, ScalarType? dtype=None) -> Tensor", infer_new<2>, new_cases,
            "Tensor.new_ones">(),
    factory<"new_empty", "(Tensor self, int[] size, *, ScalarType? dtype=None) -> Tensor", infer_new<2>, new_cases,
            "Tensor.new_empty">(),
    factory<"new_full", "(Tensor self, int[] size, Scalar fill_value, *, ScalarType? dtype=None) -> Tensor",
            infer_new<3>, new_full_cases, "Tensor.new_full">(),
    factory<"arange", "(Scalar end, *, ScalarType? dtype=None) -> Tensor", infer_arange, arange_cases,
            "torch.arange">(),
    factory<"arange.start", "(Scalar start, Scalar end, *, ScalarType? dtype=None) -> Tensor", infer_arange_start,
            arange_start_cases, "torch.arange">(),
    factory<"arange.start_step", "(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None) -> Tensor",
            infer_arange_step, arange_step_cases, "torch.arange">(),
    factory<"linspace", "(Scalar start, Scalar end, int steps, *, ScalarType? dtype=None) -> Tensor", infer_linspace,
            linspace_cases, "torch.linspace">(),
    factory<"eye", "(int n, *, ScalarType? dtype=None) -> Tensor", infer_eye, eye_cases, "torch.eye">(),
    factory<"eye.m", "(int n, int m, *, ScalarType? dtype=None) -> Tensor", infer_eye_m, eye_m_cases, "torch.eye">(),
    factory<"randint", "(int high, int[] size, *, ScalarType? dtype=long) -> Tensor", infer_sized<1, 2, Dtype::int64>,
            randint_cases, "torch.randint">(),
    factory<"randint.low", "(int low, int high, int[] size, *, ScalarType? dtype=long) -> Tensor",
            infer_sized<2, 3, Dtype::int64>, randint_low_cases, "torch.randint">(),
    factory<"randperm", "(int n, *, ScalarType? dtype=None) -> Tensor", infer_randperm, eye_cases, "torch.randperm">(),
    factory<"one_hot", "(Tensor self, int num_classes=-1) -> Tensor", infer_one_hot, one_hot_cases,
            "torch.nn.functional.one_hot", "torch._C._nn.one_hot">(),
};

}  // namespace factory_op
}  // namespace

std::span<const Op> factory_ops() { return factory_op::kOps; }

}  // namespace vramlint::ops
