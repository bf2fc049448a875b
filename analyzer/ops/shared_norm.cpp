// Batch normalisation over several processes, RMS normalisation, and the normalisation of a weight.
//
// sync_batch_norm (torch/nn/modules/_functions.py, 1.13 to 2.7) gathers mean, inverse deviation and count of every
// process: 2C + 1 numbers each. Kept: input, weight, mean, inverse deviation, and an int32 count a process. Backward
// sums two numbers a channel over the processes before it makes the input's gradient.
//
// rms_norm is composed of pow, mean, rsqrt and products before 2.8: the input, the inverse deviation and, for the
// weight's gradient, the product are kept, half precision as float32 copies. From 2.8 on one kernel keeps the input and
// the inverse deviation (aten/src/ATen/native/layer_norm.cpp).
#include "ops/declare.h"

namespace vramlint::ops {

namespace {
namespace shared_norm_op {

// _sync_batch_norm(input, weight, bias, running_mean, running_var, world, eps)

constexpr size_t kWorld = 5;

Dtype statistics_dtype(const TensorType& input) {
  return input.dtype == Dtype::float64 ? Dtype::float64 : Dtype::float32;
}

Inferred infer_sync(const Call& call) {
  const TensorType& input = call.operand(0).type;
  if (input.rank() < 2) return failure("expected at least 2D input (got " + std::to_string(input.rank()) + "D input)");
  const Operand* weight = call.operand_or_null(1);
  if (weight != nullptr && weight->type.numel() != input.size(1)) {
    return failure("weight should contain " + std::to_string(input.size(1)) + " elements not " +
                   std::to_string(weight->type.numel()));
  }
  return fresh(suggested(input, input.dtype, input.shape));
}

Saved saves_sync(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& input = call.operand(0).type;
  const Interval channel = dense_bytes(statistics_dtype(input), {input.shape[1]});
  Saved saved{.operands = {operand_of(call, 0)}};
  if (!call.is_none(1)) saved.operands.push_back(operand_of(call, 1));
  saved.extras = {{channel, "mean over all processes"},
                  {channel, "inverse deviation over all processes"},
                  {dense_bytes(Dtype::int32, {Dim(call.integer(kWorld))}), "counts of all processes"}};
  return saved;
}

std::vector<Temporary> forward_sync(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& input = call.operand(0).type;
  const Dim own = map(input.shape[1], [](int64_t channels) { return 2 * channels + 1; });
  const Dim all = map(own, [&](int64_t numbers) { return numbers * call.integer(kWorld); });
  return {{.bytes = dense_bytes(statistics_dtype(input), {own}), .what = "statistics", .before_output = true},
          {.bytes = dense_bytes(statistics_dtype(input), {all}), .what = "gathered statistics", .before_output = true}};
}

std::vector<graph::GradStep> backward_sync(const BackwardCall& call) {
  Program program(call);
  const TensorType& input = program.type(0);
  program.contiguous_grad();
  const Interval channel = dense_bytes(statistics_dtype(input), {input.shape[1]});
  program.temporary(scaled(channel, 2), "sums over the gradient");
  program.temporary(scaled(channel, 2), "sums over all processes");
  if (!call.call.is_none(1)) program.computed(1, program.type(1));
  if (!call.call.is_none(2)) program.computed(2, program.type(2));
  program.computed(0, suggested(input, input.dtype, input.shape));
  return program.finish();
}

// rms_norm(input, normalized_shape, weight, eps)

bool is_half(Dtype dtype) { return dtype == Dtype::float16 || dtype == Dtype::bfloat16; }

Inferred infer_rms(const Call& call) {
  const TensorType& input = call.operand(0).type;
  const std::vector<int64_t>& wanted = call.ints(1);
  const auto rank = static_cast<int64_t>(wanted.size());
  bool fits = rank > 0 && rank <= input.rank();
  for (int64_t i = 1; fits && i <= rank; ++i) fits = input.size(-i) == wanted[static_cast<size_t>(rank - i)];
  if (!fits) {
    return failure("Given normalized_shape=" + to_string(Shape(wanted.begin(), wanted.end())) +
                   ", expected input with shape [*, ...], but got input of size " + to_string(input.shape));
  }
  return fresh(graph::like(input, input.dtype));
}

Dtype computed_dtype(const TensorType& input) { return is_half(input.dtype) ? Dtype::float32 : input.dtype; }

Interval rows(const Call& call) {
  const TensorType& input = call.operand(0).type;
  const Shape shape(input.shape.begin(), input.shape.end() - static_cast<int64_t>(call.ints(1).size()));
  return dense_bytes(computed_dtype(input), {product(shape)});
}

Saved saves_rms(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  const TensorType& input = call.operand(0).type;
  Saved saved{.extras = {{rows(call), "inverse deviation"}}};
  const Interval full = dense_bytes(computed_dtype(input), input.shape);
  if (is_half(input.dtype) && !torch.fused_rms_norm) {
    saved.extras.push_back({full, "input in float32"});
  } else {
    saved.operands.push_back(operand_of(call, 0));
  }
  if (call.is_none(2)) return saved;
  saved.operands.push_back(operand_of(call, 2));
  if (needs_grad(call, 2) && !torch.fused_rms_norm) saved.extras.push_back({full, "normalised input"});
  return saved;
}

std::vector<Temporary> forward_rms(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  if (torch.fused_rms_norm) return {};
  const TensorType& input = call.operand(0).type;
  return {{.bytes = dense_bytes(computed_dtype(input), input.shape), .what = "squares", .before_output = true}};
}

std::vector<graph::GradStep> backward_rms(const BackwardCall& call) {
  Program program(call);
  const TensorType& input = program.type(0);
  const TensorType full = graph::contiguous(computed_dtype(input), input.shape);
  if (!call.torch.fused_rms_norm) {
    for (int i = 0; i < 2; ++i) program.temporary(full, "intermediate");
  }
  if (!call.call.is_none(2)) program.computed(2, graph::contiguous(input.dtype, program.type(2).shape));
  program.computed(0, graph::contiguous(input.dtype, input.shape));
  return program.finish();
}

// _weight_norm(v, g, dim): one kernel that keeps both and the norms, for the first or last dimension; else a division
// and a product, which keep the quotient as well (aten/src/ATen/native/WeightNorm.cpp, 1.13 to 2.7).

Inferred infer_weight_norm(const Call& call) {
  const TensorType& direction = call.operand(0).type;
  return fresh(graph::like(direction, direction.dtype));
}

Interval norms(const Call& call) {
  return dense_bytes(call.operand(0).type.dtype, {product(call.operand(1).type.shape)});
}

Saved saves_weight_norm(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const int64_t dim = call.integer(2);
  Saved saved{.operands = {operand_of(call, 0), operand_of(call, 1)}, .extras = {{norms(call), "norms"}}};
  const bool fused = dim == 0 || dim == call.operand(0).type.rank() - 1;
  if (!fused) saved.extras.push_back({norms(call), "length over norm"});
  return saved;
}

Cases weight_norm_cases() {
  return {{parameter({4, 3}), parameter({4, 1}), 0}, {parameter({3, 5, 2}), parameter({1, 5, 1}), 1}};
}

Cases sync_cases() {
  return {{tensor({4, 3, 5, 6}), parameter({3}), parameter({3}), buffer({3}), buffer({3}), 4, 1e-5},
          {tensor({5, 7}), Given(), Given(), Given(), Given(), 2, 1e-5}};
}
Cases rms_cases() {
  return {{tensor({4, 6}), ints({6}), parameter({6}), 1e-6}, {tensor({2, 3, 5}, Dtype::float16), ints({3, 5})}};
}

constexpr Op kOps[] = {
    with_forward(declared<"_sync_batch_norm",
                          "(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, int "
                          "world, float eps) -> Tensor",
                          infer_sync, saves_sync, backward_sync, sync_cases, "torch._sync_batch_norm">(),
                 forward_sync),
    with_forward(
        declared<"rms_norm", "(Tensor input, int[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor",
                 infer_rms, saves_rms, backward_rms, rms_cases, "torch.rms_norm">(),
        forward_rms),
    declared<"_weight_norm", "(Tensor v, Tensor g, int dim=0) -> Tensor", infer_weight_norm, saves_weight_norm,
             gives<0, 0, 1>, weight_norm_cases, "torch._weight_norm">(),
};

}  // namespace shared_norm_op
}  // namespace

std::span<const Op> shared_norm_ops() { return shared_norm_op::kOps; }

}  // namespace vramlint::ops
