// Copies and conversions: a copy where something changes, the tensor itself where nothing does.
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace copy_op {

// c10/core/MemoryFormat.h (1.13 to 2.7).
constexpr int64_t kContiguous = 0, kPreserve = 1;

TensorType formatted(const TensorType& type, Dtype dtype, int64_t format) {
  if (format == kPreserve) return graph::like(type, dtype);
  return format == kContiguous ? graph::contiguous(dtype, type.shape) : channels_last(dtype, type.shape);
}

bool has_format(const TensorType& type, int64_t format) {
  if (format == kPreserve) return true;
  return format == kContiguous ? type.contiguous() : type.strides == channels_last(type.dtype, type.shape).strides;
}

int64_t format_or(const Call& call, size_t arg, int64_t otherwise) {
  return call.is_none(arg) ? otherwise : call.integer(arg);
}

Inferred infer_contiguous(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t format = call.integer(1);
  return lies_in_format(self, format != kContiguous) ? view(call, 0, self) : fresh(formatted(self, self.dtype, format));
}

Inferred infer_clone(const Call& call) {
  const TensorType& self = call.operand(0).type;
  return fresh(formatted(self, self.dtype, format_or(call, 1, kPreserve)));
}

Inferred convert(const Call& call, Dtype dtype, bool copies, int64_t format) {
  const TensorType& self = call.operand(0).type;
  if (!copies && self.dtype == dtype && has_format(self, format)) return view(call, 0, self);
  Inferred inferred = fresh(formatted(self, dtype, format));
  inferred.outputs[0].differentiable = graph::is_differentiable(dtype);
  return inferred;
}

Inferred infer_to(const Call& call) {
  return convert(call, std::get<Dtype>(call.args[1]), call.boolean(3), format_or(call, 4, kPreserve));
}

template <Dtype dtype>
Inferred infer_cast(const Call& call) {
  return convert(call, dtype, false, kPreserve);
}

Inferred infer_type_as(const Call& call) {
  Inferred inferred = convert(call, call.operand(1).type.dtype, false, kPreserve);
  // The other one only lends its dtype.
  inferred.outputs[0].differentiable = inferred.outputs[0].differentiable && call.operand(0).requires_grad;
  return inferred;
}

/// The gradient is cast back.
std::vector<graph::GradStep> backward_pass(const BackwardCall& call) {
  Program program(call);
  program.passed(0, program.grad());
  return program.finish();
}

Inferred infer_detach(const Call& call) {
  Inferred inferred = view(call, 0, call.operand(0).type);
  inferred.outputs[0].differentiable = false;
  return inferred;
}

Inferred infer_in_place(const Call& call) { return in_place(call, 0); }

Inferred infer_copy(const Call& call) {
  const Shape& self = call.operand(0).type.shape;
  const Shape& source = call.operand(1).type.shape;
  const Broadcast common = broadcast(self, source);
  if (!common.error.empty()) return failure(common.error);
  if (!may_be_same(common.shape, self)) {
    return failure("output with shape " + to_string(self) + " doesn't match the broadcast shape " +
                   to_string(common.shape));
  }
  return in_place(call, 0);
}

/// What was overwritten gets a gradient of zeros.
std::vector<graph::GradStep> backward_overwritten(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::like(program.grad(), program.grad().dtype));
  return program.finish();
}

std::vector<graph::GradStep> backward_copy(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::like(program.grad(), program.grad().dtype));
  program.passed(1, program.grad());
  return program.finish();
}

Cases contiguous_cases() { return {{tensor({2, 3})}, {strided({2, 3}, {1, 2})}, {tensor({2, 3, 4, 5}), 2}}; }
Cases clone_cases() { return {{tensor({2, 3})}, {strided({2, 3}, {4, 1})}, {strided({2, 3}, {1, 2}), 0}}; }
Cases to_cases() {
  return {{tensor({2, 3}), Dtype::float16}, {tensor({5}), Dtype::float32}, {strided({2, 3}, {1, 2}), Dtype::int64}};
}
Cases cast_cases() { return {{tensor({2, 3})}, {data({5}, Dtype::uint8)}}; }
Cases type_as_cases() { return {{tensor({2, 3}), data({1}, Dtype::float64)}, {tensor({5}), data({2})}}; }
Cases plain_cases() { return {{tensor({2, 3})}, {strided({2, 3}, {1, 2})}}; }
Cases fill_cases() { return {{tensor({2, 3}), 0.5}, {data({5}, Dtype::int64), 3}}; }
Cases copy_cases() { return {{tensor({2, 3}), tensor({2, 3})}, {data({2, 3}), tensor({3}, Dtype::float64)}}; }

template <Literal name, Literal declaration, Inferred (*inferred)(const Call&),
          std::vector<graph::GradStep> (*backwards)(const BackwardCall&), Cases (*cases)(), Literal... python>
constexpr Op copying() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = inferred,
          .backward = backwards,
          .samples = samples<name, cases>};
}

template <Literal name, Dtype dtype, Literal... python>
constexpr Op cast() {
  return copying<name, "(Tensor self, bool non_blocking=False) -> Tensor", infer_cast<dtype>, backward_pass, cast_cases,
                 python...>();
}

constexpr Op kOps[] = {
    copying<"contiguous", "(Tensor(a) self, *, MemoryFormat memory_format=contiguous_format) -> Tensor(a)",
            infer_contiguous, backward_pass, contiguous_cases, "Tensor.contiguous">(),
    copying<"clone", "(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor", infer_clone, backward_pass,
            clone_cases, "torch.clone", "Tensor.clone">(),
    copying<"to.dtype",
            "(Tensor(a) self, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? "
            "memory_format=None) -> Tensor(a)",
            infer_to, backward_pass, to_cases, "Tensor.to", "Tensor.type">(),
    copying<"type_as", "(Tensor self, Tensor other) -> Tensor", infer_type_as, backward_pass, type_as_cases,
            "Tensor.type_as">(),
    cast<"_cast_Float", Dtype::float32, "Tensor.float">(),
    cast<"_cast_Double", Dtype::float64, "Tensor.double">(),
    cast<"_cast_Half", Dtype::float16, "Tensor.half">(),
    cast<"_cast_Long", Dtype::int64, "Tensor.long">(),
    cast<"_cast_Int", Dtype::int32, "Tensor.int">(),
    cast<"_cast_Short", Dtype::int16, "Tensor.short">(),
    cast<"_cast_Char", Dtype::int8, "Tensor.char">(),
    cast<"_cast_Byte", Dtype::uint8, "Tensor.byte">(),
    copying<"detach", "(Tensor(a) self) -> Tensor(a)", infer_detach, nullptr, plain_cases, "Tensor.detach",
            "torch.detach">(),
    copying<"copy_", "(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)", infer_copy, backward_copy,
            copy_cases, "Tensor.copy_">(),
    copying<"zero_", "(Tensor(a!) self) -> Tensor(a!)", infer_in_place, backward_overwritten, plain_cases,
            "Tensor.zero_">(),
    copying<"fill_.Scalar", "(Tensor(a!) self, Scalar value) -> Tensor(a!)", infer_in_place, backward_overwritten,
            fill_cases, "Tensor.fill_">(),
};

}  // namespace copy_op
}  // namespace

std::span<const Op> copy_ops() { return copy_op::kOps; }

}  // namespace vramlint::ops
