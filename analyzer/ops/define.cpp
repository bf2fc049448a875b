#include "ops/define.h"

#include <limits>

namespace vramlint::ops {

int operand_of(const Call& call, size_t arg) {
  if (call.is_none(arg)) return -1;
  const auto* reference = std::get_if<graph::OperandRef>(&call.args[arg]);
  if (!reference) throw graph::Misfit(std::string(call.op->schema));
  return reference->index;
}

bool needs_grad(const Call& call, size_t arg) {
  const Operand* operand = call.operand_or_null(arg);
  return operand != nullptr && operand->requires_grad;
}

Inferred fresh(TensorType type) { return {.outputs = {{.type = std::move(type)}}}; }

Inferred constant(TensorType type) { return {.outputs = {{.type = std::move(type), .differentiable = false}}}; }

Inferred view(const Call& call, size_t arg, TensorType type) {
  return {.outputs = {{.alias = Output::Alias::view, .operand = operand_of(call, arg), .type = std::move(type)}}};
}

Inferred in_place(const Call& call, size_t arg) {
  return {.outputs = {
              {.alias = Output::Alias::in_place, .operand = operand_of(call, arg), .type = call.operand(arg).type}}};
}

Inferred failure(graph::Refusal refusal) { return {.error = std::move(refusal)}; }

int64_t wrap(int64_t dim, int64_t rank) {
  const int64_t effective = std::max<int64_t>(rank, 1);
  if (dim < -effective || dim >= effective) return -1;
  return dim < 0 ? dim + effective : dim;
}

std::string dim_error(int64_t dim, int64_t rank) {
  const int64_t effective = std::max<int64_t>(rank, 1);
  return "Dimension out of range (expected to be in range of [" + std::to_string(-effective) + ", " +
         std::to_string(effective - 1) + "], but got " + std::to_string(dim) + ")";
}

Dim product(std::span<const Dim> dims) {
  Dim total = 1;
  uint32_t all = 0, larger = 0, name = 0;
  for (const Dim& dim : dims) {
    if (dim != Dim(1)) name = total == Dim(1) ? dim.name : 0;
    total = {saturating_product(total.low, dim.low), saturating_product(total.point, dim.point),
             saturating_product(total.high, dim.high)};
    all |= dim.sources;
    if (dim != Dim(1)) larger |= dim.sources;
  }
  return total.from(larger != 0 ? larger : all).named(name);
}

int64_t whole(double size) {
  constexpr double kMost = 9e18;
  if (!(size < kMost)) return std::numeric_limits<int64_t>::max();
  return size > -kMost ? static_cast<int64_t>(size) : std::numeric_limits<int64_t>::min();
}

int64_t saturating_sum(int64_t left, int64_t right) {
  int64_t total = 0;
  if (!__builtin_add_overflow(left, right, &total)) return total;
  return left < 0 ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
}

Dim sum(const Dim& left, const Dim& right) {
  const uint32_t sources = (left != Dim(0) ? left.sources : 0) | (right != Dim(0) ? right.sources : 0);
  const uint32_t name = left == Dim(0) ? right.name : right == Dim(0) ? left.name : 0;
  return Dim(saturating_sum(left.low, right.low), saturating_sum(left.point, right.point),
             saturating_sum(left.high, right.high))
      .from(sources)
      .named(name);
}

Interval scaled(const Interval& bytes, int64_t numerator, int64_t denominator) {
  auto scale = [&](Bytes size) { return Bytes(saturating_product(size.count, numerator) / denominator); };
  return {scale(bytes.low), scale(bytes.point), scale(bytes.high)};
}

Interval exactly(int64_t bytes) { return Interval::exactly(Bytes(bytes)); }

std::string title(Dtype dtype) {
  switch (dtype) {
    case Dtype::float32:
      return "Float";
    case Dtype::float64:
      return "Double";
    case Dtype::float16:
      return "Half";
    case Dtype::bfloat16:
      return "BFloat16";
    case Dtype::int64:
      return "Long";
    case Dtype::int32:
      return "Int";
    case Dtype::int16:
      return "Short";
    case Dtype::int8:
      return "Char";
    case Dtype::uint8:
      return "Byte";
    case Dtype::boolean:
      return "Bool";
    case Dtype::complex64:
      return "ComplexFloat";
    case Dtype::complex128:
      return "ComplexDouble";
  }
  return {};
}

Interval dense_bytes(Dtype dtype, const Shape& shape) { return graph::contiguous(dtype, shape).bytes(); }

}  // namespace vramlint::ops
