// Complex numbers: made of two real tensors, taken apart into views, and what only they have.
//
// A conjugate is a view whose elements are conjugated when they are read; kernels that cannot do that copy it first
// (aten/src/ATen/ConjugateFallback.cpp, 1.13 to 2.7). That copy is short-lived and not counted.
#include "ops/declare.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace complex_op {

Dtype complex_of(Dtype dtype) { return dtype == Dtype::float64 ? Dtype::complex128 : Dtype::complex64; }

Inferred infer_complex(const Call& call) {
  const TensorType& real = call.operand(0).type;
  const TensorType& imaginary = call.operand(1).type;
  if (real.dtype != imaginary.dtype) {
    return failure("Expected object of scalar type " + std::string(to_string(real.dtype)) + " but got scalar type " +
                   std::string(to_string(imaginary.dtype)) + " for second argument");
  }
  if (!graph::is_floating(real.dtype)) return failure("Expected both inputs to be Half, Float or Double tensors");
  const Broadcast common = broadcast(real.shape, imaginary.shape);
  if (!common.error.empty()) return failure(common.error);
  return fresh(elementwise(complex_of(real.dtype), common.shape, {real, imaginary}));
}

/// The real or imaginary part of a complex tensor, as a view: `part` 0 or 1.
TensorType part_of(const TensorType& type, int64_t part) {
  TensorType made = type;
  made.dtype = type.dtype == Dtype::complex128 ? Dtype::float64 : Dtype::float32;
  for (int64_t& stride : made.strides) stride *= 2;
  made.offset = 2 * type.offset + part;
  return made;
}

std::vector<graph::GradStep> backward_complex(const BackwardCall& call) {
  Program program(call);
  program.passed(0, part_of(program.grad(), 0));
  program.passed(1, part_of(program.grad(), 1));
  return program.finish();
}

Inferred infer_polar(const Call& call) { return infer_complex(call); }

template <int64_t part>
Inferred infer_part(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (graph::is_complex(self.dtype)) return view(call, 0, part_of(self, part));
  if (part == 0) return view(call, 0, self);
  return failure("imag is not implemented for tensors with non-complex dtypes.");
}

/// The other part of the gradient is zero: a tensor of zeros, written to through the view.
std::vector<graph::GradStep> backward_part(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.type(0).dtype, program.type(0).shape));
  return program.finish();
}

Inferred infer_as_real(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (!graph::is_complex(self.dtype)) return failure("view_as_real is only supported for complex tensors");
  TensorType made = part_of(self, 0);
  made.shape.push_back(2);
  made.strides.push_back(1);
  return view(call, 0, made);
}

TensorType as_complex(const TensorType& type) {
  TensorType made = type;
  made.dtype = complex_of(type.dtype);
  made.shape.pop_back();
  made.strides.pop_back();
  for (int64_t& stride : made.strides) stride /= 2;
  made.offset /= 2;
  return made;
}

Inferred infer_as_complex(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (!graph::is_floating(self.dtype)) {
    return failure("view_as_complex is only supported for half, float and double tensors");
  }
  if (self.rank() == 0 || self.size(-1) != 2) return failure("Tensor must have a last dimension of size 2");
  if (self.strides.back() != 1) return failure("Tensor must have a last dimension with stride 1");
  for (size_t i = 0; i + 1 < self.strides.size(); ++i) {
    if (self.strides[i] % 2 != 0) return failure("Tensor must have a stride divisible by 2 for all but last dimension");
  }
  return view(call, 0, as_complex(self));
}

std::vector<graph::GradStep> backward_as_real(const BackwardCall& call) {
  Program program(call);
  const int copy = program.contiguous_grad();
  const TensorType grad = graph::contiguous(program.grad().dtype, program.grad().shape);
  if (copy < 0) {
    program.passed(0, as_complex(program.grad()));
  } else {
    program.promoted(0, copy, as_complex(grad));
  }
  return program.finish();
}

std::vector<graph::GradStep> backward_as_complex(const BackwardCall& call) {
  Program program(call);
  TensorType made = part_of(program.grad(), 0);
  made.shape.push_back(2);
  made.strides.push_back(1);
  program.passed(0, made);
  return program.finish();
}

Inferred infer_view(const Call& call) { return view(call, 0, call.operand(0).type); }

std::vector<graph::GradStep> backward_view(const BackwardCall& call) {
  Program program(call);
  program.passed(0, program.grad());
  return program.finish();
}

Inferred infer_angle(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const Dtype dtype = graph::is_complex(self.dtype)    ? part_of(self, 0).dtype
                      : graph::is_floating(self.dtype) ? self.dtype
                                                       : Dtype::float32;
  return fresh(elementwise(dtype, self.shape, {self}));
}

Inferred infer_same(const Call& call) {
  const TensorType& self = call.operand(0).type;
  return fresh(elementwise(self.dtype, self.shape, {self}));
}

constexpr Dtype kComplex = Dtype::complex64;

Cases pair_cases() {
  return {{tensor({2, 3}), tensor({2, 3})},
          {tensor({5}, Dtype::float64), data({5}, Dtype::float64)},
          {tensor({3, 1}), tensor({4})}};
}
Cases cases() { return {{tensor({2, 3}, kComplex)}, {tensor({5, 2, 3}, kComplex)}}; }
Cases either_cases() { return {{tensor({2, 3}, kComplex)}, {tensor({5})}}; }
Cases as_complex_cases() { return {{tensor({3, 2})}, {tensor({2, 5, 2}, Dtype::float64)}}; }

constexpr Op kOps[] = {
    plain<"complex", "(Tensor real, Tensor imag) -> Tensor", infer_complex, keeps_own<0, 1>, backward_complex,
          pair_cases>(),
    plain<"polar", "(Tensor abs, Tensor angle) -> Tensor", infer_polar, keeps<At<>, At<0>>, gives_wide<3, 0, 1>,
          pair_cases>(),
    plain<"real", "(Tensor(a) self) -> Tensor(a)", infer_part<0>, nullptr, backward_part, cases>(),
    plain<"imag", "(Tensor(a) self) -> Tensor(a)", infer_part<1>, nullptr, backward_part, cases>(),
    plain<"view_as_real", "(Tensor(a) self) -> Tensor(a)", infer_as_real, nullptr, backward_as_real, cases>(),
    plain<"view_as_complex", "(Tensor(a) self) -> Tensor(a)", infer_as_complex, nullptr, backward_as_complex,
          as_complex_cases>(),
    plain<"conj", "(Tensor(a) self) -> Tensor(a)", infer_view, nullptr, backward_view, either_cases>(),
    plain<"resolve_conj", "(Tensor(a) self) -> Tensor(a)", infer_view, nullptr, backward_view, either_cases>(),
    plain<"conj_physical", "(Tensor self) -> Tensor", infer_same, nullptr, gives<0, 0>, cases>(),
    plain<"angle", "(Tensor self) -> Tensor", infer_angle, keeps<At<0>>, gives<3, 0>, either_cases>(),
    plain<"sgn", "(Tensor self) -> Tensor", infer_same, keeps<At<0>, At<0>>, gives<3, 0>, either_cases>(),
};

}  // namespace complex_op
}  // namespace

std::span<const Op> complex_ops() { return complex_op::kOps; }

}  // namespace vramlint::ops
