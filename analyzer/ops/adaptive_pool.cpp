// Adaptive pooling. Average pooling to a single element is a mean over the spatial dimensions, with mean's storage
// (aten/src/ATen/native/AdaptiveAveragePooling.cpp, 1.13 to 2.7); otherwise the whole input is kept. Max pooling keeps
// the input and int64 indices.
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace adaptive_pool_op {

template <int64_t dims>
std::string rank_error(const TensorType& input, std::string_view kind) {
  if (input.rank() == dims + 1 || input.rank() == dims + 2) return {};
  return "adaptive_" + std::string(kind) + "_pool" + std::to_string(dims) + "d(): Expected " +
         std::to_string(dims + 1) + "D or " + std::to_string(dims + 2) + "D tensor, but got " + to_string(input.shape);
}

template <int64_t dims>
Shape output_shape(const Call& call) {
  const TensorType& input = call.operand(0).type;
  Shape shape(input.shape.begin(), input.shape.end() - dims);
  for (const Dim& size : call.sizes(1)) shape.push_back(size);
  return shape;
}

bool is_mean(const Call& call) {
  const std::vector<int64_t>& sizes = call.ints(1);
  return std::all_of(sizes.begin(), sizes.end(), [](int64_t size) { return size == 1; });
}

template <int64_t dims>
Inferred infer_average(const Call& call) {
  const TensorType& input = call.operand(0).type;
  if (std::string error = rank_error<dims>(input, "avg"); !error.empty()) return failure(error);
  for (int64_t size : call.ints(1)) {
    if (size < 0)
      return failure("adaptive_avg_pool: elements of output_size must be greater than or equal to 0 but received " +
                     std::to_string(size));
  }
  if (dims == 1) return fresh(graph::contiguous(input.dtype, output_shape<dims>(call)));
  return fresh(suggested(input, input.dtype, output_shape<dims>(call)));
}

Saved saves_average(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  if (is_mean(call) && !torch.mean_saves_input_dims) return {};
  return {.operands = {operand_of(call, 0)}};
}

/// The kernels want a contiguous gradient (AdaptiveAveragePooling.cu and 3d.cu, AdaptiveMaxPooling2d.cu and 3d.cu, 1.13
/// to 2.4), but for the average of images in channels-last order; a mean does not.
template <int64_t dims, bool averages>
std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  const bool any_layout = averages && (is_mean(call.call) || (dims == 2 && suggests_channels_last(program.type(0))));
  if (!any_layout) program.contiguous_grad();
  program.computed(0, graph::contiguous(program.grad().dtype, program.type(0).shape));
  return program.finish();
}

template <int64_t dims>
Inferred infer_max(const Call& call) {
  const TensorType& input = call.operand(0).type;
  if (std::string error = rank_error<dims>(input, "max"); !error.empty()) return failure(error);
  Shape shape = output_shape<dims>(call);
  Inferred inferred = fresh(suggested(input, input.dtype, shape));
  inferred.outputs.push_back({.type = suggested(input, Dtype::int64, shape), .differentiable = false});
  return inferred;
}

Saved saves_max(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0)}, .outputs = {1}};
}

Cases cases_1d() { return {{tensor({2, 3, 8}), ints({3})}, {tensor({3, 5}), ints({1})}}; }
Cases cases_2d() {
  return {{tensor({2, 3, 8, 9}), ints({3, 2})},
          {tensor({2, 3, 5, 5}), ints({1, 1})},
          {channels_last({2, 3, 6, 6}), ints({2, 2})}};
}
Cases cases_3d() { return {{tensor({2, 3, 4, 5, 6}), ints({2, 5, 6})}, {tensor({2, 3, 3, 3, 3}), ints({1, 1, 1})}}; }

template <Literal name, Literal declaration, int64_t dims, Cases (*cases)(), Literal... python>
constexpr Op average() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = infer_average<dims>,
          .saves = saves_average,
          .backward = backward<dims, true>,
          .samples = samples<name, cases>};
}

template <Literal name, Literal declaration, int64_t dims, Cases (*cases)(), Literal... python>
constexpr Op maximum() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = infer_max<dims>,
          .saves = saves_max,
          .backward = backward<dims, false>,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    average<"adaptive_avg_pool1d", "(Tensor self, int[1] output_size) -> Tensor", 1, cases_1d,
            "torch.adaptive_avg_pool1d", "torch.nn.functional.adaptive_avg_pool1d">(),
    average<"adaptive_avg_pool2d", "(Tensor self, int[2] output_size) -> Tensor", 2, cases_2d,
            "torch._C._nn.adaptive_avg_pool2d">(),
    average<"adaptive_avg_pool3d", "(Tensor self, int[3] output_size) -> Tensor", 3, cases_3d,
            "torch._C._nn.adaptive_avg_pool3d">(),
    maximum<"adaptive_max_pool1d", "(Tensor self, int[1] output_size) -> (Tensor, Tensor)", 1, cases_1d,
            "torch.adaptive_max_pool1d">(),
    maximum<"adaptive_max_pool2d", "(Tensor self, int[2] output_size) -> (Tensor, Tensor)", 2, cases_2d,
            "torch._C._nn.adaptive_max_pool2d">(),
    maximum<"adaptive_max_pool3d", "(Tensor self, int[3] output_size) -> (Tensor, Tensor)", 3, cases_3d,
            "torch._C._nn.adaptive_max_pool3d">(),
};

}  // namespace adaptive_pool_op
}  // namespace

std::span<const Op> adaptive_pool_ops() { return adaptive_pool_op::kOps; }

}  // namespace vramlint::ops
