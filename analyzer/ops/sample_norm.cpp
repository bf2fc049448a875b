// Normalisation within a sample: layer, group and instance norm.
//
// Kept: the input (group and instance norm: a contiguous copy if it is not contiguous), the weights, and mean and
// inverse deviation of every group in float32 for half precision (derivatives.yaml, native_layer_norm,
// native_group_norm; 1.13 to 2.7). Instance norm with affine weights is batch norm over a [1, N*C, …] view, with the
// weights repeated for every sample (aten/src/ATen/native/Normalization.cpp).
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace sample_norm_op {

Dtype statistics_dtype(const TensorType& input) {
  return input.dtype == Dtype::float64 ? Dtype::float64 : Dtype::float32;
}

void keep_contiguous(const Call& call, Saved& saved) {
  const TensorType& input = call.operand(0).type;
  if (input.contiguous())
    saved.operands.push_back(operand_of(call, 0));
  else
    saved.extras.push_back({input.bytes(), "contiguous input"});
}

void keep_statistics(const TensorType& input, const Dim& groups, Saved& saved) {
  const Interval bytes = dense_bytes(statistics_dtype(input), {groups});
  saved.extras.push_back({bytes, "mean"});
  saved.extras.push_back({bytes, "inverse deviation"});
}

Shape weight_shape(const Dim& channels) { return {channels}; }

/// Input gradient, then weight and bias, whose partial sums are workspace of the kernels.
void parameter_gradients(Program& program, const Call& call, size_t weight, size_t bias) {
  for (size_t arg : {weight, bias}) {
    if (!call.is_none(arg)) program.computed(arg, graph::contiguous(program.type(arg).dtype, program.type(arg).shape));
  }
}

// layer_norm(input, normalized_shape, weight, bias, …)

/// The sources of the last sizes of `shape` and of `wanted` that differ.
uint32_t unlike(const Shape& shape, const Shape& wanted) {
  uint32_t sources = 0;
  for (size_t back = 1; back <= std::min(shape.size(), wanted.size()); ++back) {
    const Dim &own = shape[shape.size() - back], &other = wanted[wanted.size() - back];
    if (own.point != other.point) sources |= own.sources | other.sources;
  }
  return sources;
}

Inferred infer_layer(const Call& call) {
  const TensorType& input = call.operand(0).type;
  const std::vector<int64_t>& shape = call.ints(1);
  const size_t rank = input.shape.size();
  bool matches = !shape.empty() && shape.size() <= rank;
  for (size_t i = 0; matches && i < shape.size(); ++i) {
    matches = input.shape[rank - shape.size() + i].point == shape[i];
  }
  for (size_t arg : {size_t{2}, size_t{3}}) {
    const Operand* given = call.operand_or_null(arg);
    if (!matches || given == nullptr || same_sizes(given->type.shape, Shape(shape.begin(), shape.end()))) continue;
    return failure(std::string("Expected ") + (arg == 2 ? "weight" : "bias") +
                   " to be of same shape as normalized_shape, but got " + to_string(given->type.shape));
  }
  if (matches) return fresh(graph::contiguous(input.dtype, input.shape));
  std::string wanted;
  for (int64_t size : shape) wanted += ", " + std::to_string(size);
  return failure({"Given normalized_shape=" + to_string(Shape(shape.begin(), shape.end())) +
                      ", expected input with shape [*" + wanted + "], but got input of size" + to_string(input.shape),
                  unlike(input.shape, call.sizes(1))});
}

Saved saves_layer(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& input = call.operand(0).type;
  Saved saved{.operands = {operand_of(call, 0)}};
  for (size_t arg : {size_t{2}, size_t{3}}) {
    if (!call.is_none(arg)) saved.operands.push_back(operand_of(call, arg));
  }
  keep_statistics(input, product(std::span(input.shape).first(input.shape.size() - call.ints(1).size())), saved);
  return saved;
}

/// Layer norm works on a contiguous copy, but it is the input that is kept.
std::vector<Temporary> forward_layer(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& input = call.operand(0).type;
  if (input.contiguous()) return {};
  return {{.bytes = input.bytes(), .what = "contiguous input", .before_output = true}};
}

std::vector<graph::GradStep> backward_layer(const BackwardCall& call) {
  Program program(call);
  program.contiguous_grad();
  if (!program.type(0).contiguous()) program.temporary(program.type(0), "contiguous input");
  program.computed(0, graph::contiguous(program.type(0).dtype, program.type(0).shape));
  parameter_gradients(program, call.call, 2, 3);
  return program.finish();
}

// group_norm(input, num_groups, weight, bias, …)

Inferred infer_group(const Call& call) {
  const TensorType& input = call.operand(0).type;
  const int64_t groups = call.integer(1);
  if (input.rank() < 2)
    return failure("Expected at least 2 dimensions for input tensor but received " + std::to_string(input.rank()));
  if (groups <= 0 || input.size(1) % groups != 0) {
    return failure({"Expected number of channels in input to be divisible by num_groups, but got input of shape " +
                        to_string(input.shape) + " and num_groups=" + std::to_string(groups),
                    input.shape[1].sources | call.sizes(1)[0].sources});
  }
  for (size_t arg : {size_t{2}, size_t{3}}) {
    const Operand* given = call.operand_or_null(arg);
    if (given == nullptr || same_sizes(given->type.shape, weight_shape(input.size(1)))) continue;
    return failure("Expected " + std::string(arg == 2 ? "weight" : "bias") +
                   " to be a vector of size equal to the number of channels in input, but got " +
                   (arg == 2 ? "weight" : "bias") + " of shape " + to_string(given->type.shape) +
                   " and input of shape " + to_string(input.shape));
  }
  return fresh(suggested(input, input.dtype, input.shape));
}

Saved saves_group(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& input = call.operand(0).type;
  Saved saved;
  if (suggests_channels_last(input))
    saved.operands.push_back(operand_of(call, 0));
  else
    keep_contiguous(call, saved);
  if (!call.is_none(2)) saved.operands.push_back(operand_of(call, 2));
  keep_statistics(input, map(input.shape[0], [&](int64_t n) { return saturating_product(n, call.integer(1)); }), saved);
  return saved;
}

/// Scale and shift of every channel (aten/src/ATen/native/cuda/group_norm_kernel.cu, 1.13 to 2.7).
std::vector<Temporary> forward_group(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& input = call.operand(0).type;
  const Interval channels = dense_bytes(statistics_dtype(input), {input.shape[0], input.shape[1]});
  return {{.bytes = channels, .what = "scale of each channel"}, {.bytes = channels, .what = "shift of each channel"}};
}

std::vector<graph::GradStep> backward_group(const BackwardCall& call) {
  Program program(call);
  const TensorType& input = program.type(0);
  program.contiguous_grad();
  program.computed(0, suggested(input, input.dtype, input.shape));
  const Interval channels = dense_bytes(statistics_dtype(input), {input.shape[0], input.shape[1]});
  for (int i = 0; i < 3; ++i) program.temporary(channels, "sums of each channel");
  parameter_gradients(program, call.call, 2, 3);
  return program.finish();
}

// instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, …)

Inferred infer_instance(const Call& call) {
  const TensorType& input = call.operand(0).type;
  if (input.rank() < 2) return failure("Expected 2D or higher input (got " + std::to_string(input.rank()) + "D input)");
  for (size_t arg : {size_t{1}, size_t{2}}) {
    const Operand* given = call.operand_or_null(arg);
    if (given == nullptr || given->type.numel() == input.size(1)) continue;
    return failure(std::string(arg == 1 ? "weight" : "bias") + " should contain " + std::to_string(input.size(1)) +
                   " elements not " + std::to_string(given->type.numel()));
  }
  return fresh(graph::contiguous(input.dtype, input.shape));
}

Saved saves_instance(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& input = call.operand(0).type;
  const Dim instances = product(std::span(input.shape).first(2));
  Saved saved;
  keep_contiguous(call, saved);
  if (!call.is_none(1)) {  // in its own dtype, which mixed precision makes another than the input's
    saved.extras.push_back({dense_bytes(call.operand(1).type.dtype, {instances}), "repeated weight"});
  }
  for (size_t arg : {size_t{3}, size_t{4}}) {
    if (!call.is_none(arg))
      saved.extras.push_back({dense_bytes(call.operand(arg).type.dtype, {instances}), "repeated statistics"});
  }
  if (call.boolean(5)) keep_statistics(input, instances, saved);
  return saved;
}

/// The repeated weights have gradients of their own before they are summed.
std::vector<graph::GradStep> backward_instance(const BackwardCall& call) {
  Program program(call);
  const TensorType& input = program.type(0);
  program.contiguous_grad();
  program.computed(0, graph::contiguous(input.dtype, input.shape));
  for (size_t arg : {size_t{1}, size_t{2}}) {
    if (call.call.is_none(arg) || !program.needs(arg)) continue;
    program.temporary(dense_bytes(program.type(arg).dtype, {product(std::span(input.shape).first(2))}),
                      "gradient of repeated weights");
    program.computed(arg, graph::contiguous(program.type(arg).dtype, program.type(arg).shape));
  }
  return program.finish();
}

Cases layer_cases() {
  return {{tensor({4, 7, 6}), ints({6}), parameter({6}), parameter({6})},
          {tensor({2, 3, 5}), ints({3, 5})},
          {strided({2, 3, 4}, {12, 1, 3}), ints({4}), parameter({4}), parameter({4})}};
}
Cases group_cases() { return {{tensor({2, 6, 4, 5}), 3, parameter({6}), parameter({6})}, {tensor({3, 4, 7}), 2}}; }
Cases instance_cases() {
  return {{tensor({2, 3, 4, 5}), parameter({3}), parameter({3}), Given(), Given(), true, 0.1, 1e-5, true},
          {tensor({1, 2, 7}), Given(), Given(), Given(), Given(), true, 0.1, 1e-5, true}};
}

constexpr Op kOps[] = {
    {.schema = "layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float "
               "eps=1e-05, bool cudnn_enable=True) -> Tensor",
     .names = names<"torch.layer_norm">(),
     .infer = infer_layer,
     .saves = saves_layer,
     .forward = forward_layer,
     .backward = backward_layer,
     .samples = samples<"layer_norm", layer_cases>},
    {.schema = "group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool "
               "cudnn_enabled=True) -> Tensor",
     .names = names<"torch.group_norm">(),
     .infer = infer_group,
     .saves = saves_group,
     .forward = forward_group,
     .backward = backward_group,
     .samples = samples<"group_norm", group_cases>},
    {.schema = "instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
               "bool use_input_stats, float momentum, float eps, bool cudnn_enabled) -> Tensor",
     .names = names<"torch.instance_norm">(),
     .infer = infer_instance,
     .saves = saves_instance,
     .backward = backward_instance,
     .samples = samples<"instance_norm", instance_cases>},
};

}  // namespace sample_norm_op
}  // namespace

std::span<const Op> sample_norm_ops() { return sample_norm_op::kOps; }

}  // namespace vramlint::ops
