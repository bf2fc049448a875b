// Interpolation to another size, and sampling at given points.
//
// upsample_* keep only sizes; the gradient is zero-filled and accumulated into. grid_sampler keeps input and grid
// (derivatives.yaml, 1.13 to 2.7).
#include <cmath>

#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace resample_op {

/// Output sizes, given outright or by scale factors: floor(size * factor), aten/src/ATen/native/UpSample.cpp.
template <int64_t dims>
Shape output_sizes(const Call& call, size_t factors_arg) {
  if (!call.is_none(1)) return call.sizes(1);
  Shape sizes;
  const TensorType& input = call.operand(0).type;
  for (size_t i = 0; i < static_cast<size_t>(dims) && !call.is_none(factors_arg + i); ++i) {
    const double scaled_size = static_cast<double>(input.shape[i + 2].point) * call.real(factors_arg + i);
    sizes.push_back(Dim(whole(std::floor(scaled_size))).from(input.shape[i + 2].sources));
  }
  return sizes;
}

template <int64_t dims, size_t factors_arg, bool keeps_channels_last>
Inferred infer(const Call& call) {
  const TensorType& input = call.operand(0).type;
  if (input.rank() != dims + 2) {
    return failure("It is expected input_size equals to " + std::to_string(dims + 2) + ", but got size " +
                   std::to_string(input.rank()));
  }
  const Shape sizes = output_sizes<dims>(call, factors_arg);
  if (sizes.size() != static_cast<size_t>(dims)) {
    return failure("It is expected output_size equals to " + std::to_string(dims) + ", but got size " +
                   std::to_string(sizes.size()));
  }
  Shape shape = {input.shape[0], input.shape[1]};
  for (const Dim& size : sizes) {
    if (size.point <= 0)
      return failure("Input and output sizes should be greater than 0, but got output " + to_string(sizes));
    shape.push_back(size);
  }
  if (keeps_channels_last) return fresh(suggested(input, input.dtype, std::move(shape)));
  return fresh(graph::contiguous(input.dtype, std::move(shape)));
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  const TensorType& input = program.type(0);
  program.contiguous_grad();
  program.computed(0, graph::contiguous(input.dtype, input.shape));
  return program.finish();
}

// grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)

Inferred infer_grid(const Call& call) {
  const TensorType& input = call.operand(0).type;
  const TensorType& grid = call.operand(1).type;
  const int64_t rank = input.rank();
  if (rank != 4 && rank != 5)
    return failure("grid_sampler(): expected 4D or 5D input, but got " + to_string(input.shape));
  if (grid.rank() != rank || differ(grid, 0, input, 0) || grid.size(-1) != rank - 2) {
    return failure("grid_sampler(): expected grid and input to have same batch size, but got input with sizes " +
                   to_string(input.shape) + " and grid with sizes " + to_string(grid.shape));
  }
  Shape shape = {input.shape[0], input.shape[1]};
  shape.insert(shape.end(), grid.shape.begin() + 1, grid.shape.end() - 1);
  return fresh(graph::contiguous(input.dtype, std::move(shape)));
}

Saved saves_grid(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0), operand_of(call, 1)}};
}

/// The grid's gradient is made even where only the input's is wanted (native/cuda/GridSampler.cu).
std::vector<graph::GradStep> backward_grid(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.type(0).dtype, program.type(0).shape));
  const TensorType grid = graph::contiguous(program.type(1).dtype, program.type(1).shape);
  if (program.needs(1))
    program.computed(1, grid);
  else
    program.temporary(grid, "gradient of the grid");
  return program.finish();
}

// affine_grid_generator(theta, size, align_corners): the base grid in homogeneous coordinates is made and dropped both
// ways (aten/src/ATen/native/AffineGridGenerator.cpp).

Shape grid_shape(const Call& call, int64_t coordinates) {
  const Shape size = call.sizes(1);
  Shape shape = {size[0]};
  for (size_t i = 2; i < size.size(); ++i) shape.push_back(size[i]);
  shape.push_back(coordinates);
  return shape;
}

int64_t spatial(const Call& call) { return static_cast<int64_t>(call.ints(1).size()) - 2; }

Inferred infer_affine(const Call& call) {
  const TensorType& theta = call.operand(0).type;
  const int64_t dims = spatial(call);
  if (dims != 2 && dims != 3) return failure("AffineGridGenerator needs 4d (spatial) or 5d (volumetric) size input.");
  if (theta.rank() != 3 || theta.size(1) != dims || theta.size(2) != dims + 1 || theta.size(0) != call.ints(1)[0]) {
    return failure("Expected a batch of " + std::to_string(dims) + "D affine matrices of shape Nx" +
                   std::to_string(dims) + "x" + std::to_string(dims + 1) + " for size " +
                   to_string(Shape(call.ints(1).begin(), call.ints(1).end())) + ". Got " + to_string(theta.shape) +
                   ".");
  }
  return fresh(graph::contiguous(theta.dtype, grid_shape(call, dims)));
}

std::vector<Temporary> forward_affine(const Call& call, const std::vector<Output>& outputs, const TorchProfile&) {
  return {{.bytes = dense_bytes(outputs[0].type.dtype, grid_shape(call, spatial(call) + 1)),
           .what = "base grid",
           .before_output = true}};
}

std::vector<graph::GradStep> backward_affine(const BackwardCall& call) {
  Program program(call);
  program.temporary(dense_bytes(program.grad().dtype, grid_shape(call.call, spatial(call.call) + 1)), "base grid");
  program.computed(0, graph::contiguous(program.grad().dtype, program.type(0).shape));
  return program.finish();
}

Cases affine_cases() {
  return {{tensor({2, 2, 3}), ints({2, 3, 4, 5}), false}, {tensor({1, 3, 4}), ints({1, 2, 3, 4, 5}), true}};
}
Cases nearest_1d() { return {{tensor({2, 3, 5}), ints({10})}, {tensor({1, 2, 7}), ints({3})}}; }
Cases nearest_2d() { return {{tensor({2, 3, 4, 5}), ints({8, 10})}, {channels_last({2, 4, 5, 5}), ints({7, 3})}}; }
Cases nearest_3d() { return {{tensor({1, 2, 3, 4, 5}), ints({6, 8, 10})}, {tensor({1, 1, 3, 3, 3}), ints({5, 2, 3})}}; }
Cases linear_1d() { return {{tensor({2, 3, 5}), ints({10}), false}, {tensor({1, 2, 7}), ints({3}), true}}; }
Cases linear_2d() { return {{tensor({2, 3, 4, 5}), ints({8, 10}), false}, {tensor({1, 2, 5, 5}), ints({7, 3}), true}}; }
Cases linear_3d() {
  return {{tensor({1, 2, 3, 4, 5}), ints({6, 8, 10}), false}, {tensor({1, 1, 3, 3, 3}), ints({5, 2, 3}), true}};
}
Cases grid_cases() {
  return {{tensor({2, 3, 5, 6}), data({2, 4, 7, 2}), 0, 0, false},
          {tensor({1, 2, 3, 4, 5}), tensor({1, 2, 2, 3, 3}), 0, 0, true}};
}

template <Literal name, Literal declaration, int64_t dims, size_t factors_arg, Cases (*cases)(), Literal... python>
constexpr Op upsampling() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = infer<dims, factors_arg, dims == 2>,
          .backward = backward,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    upsampling<"upsample_nearest1d", "(Tensor self, int[1] output_size, float? scales=None) -> Tensor", 1, 2,
               nearest_1d, "torch._C._nn.upsample_nearest1d">(),
    upsampling<"upsample_nearest2d",
               "(Tensor self, int[2] output_size, float? scales_h=None, float? scales_w=None) -> Tensor", 2, 2,
               nearest_2d, "torch._C._nn.upsample_nearest2d">(),
    upsampling<"_upsample_nearest_exact2d",
               "(Tensor self, int[2] output_size, float? scales_h=None, float? scales_w=None) -> Tensor", 2, 2,
               nearest_2d, "torch._C._nn._upsample_nearest_exact2d">(),
    upsampling<"upsample_nearest3d",
               "(Tensor self, int[3] output_size, float? scales_d=None, float? scales_h=None, float? scales_w=None) -> "
               "Tensor",
               3, 2, nearest_3d, "torch._C._nn.upsample_nearest3d">(),
    upsampling<"upsample_linear1d",
               "(Tensor self, int[1] output_size, bool align_corners, float? scales=None) -> Tensor", 1, 3, linear_1d,
               "torch._C._nn.upsample_linear1d">(),
    upsampling<"upsample_bilinear2d",
               "(Tensor self, int[2] output_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> "
               "Tensor",
               2, 3, linear_2d, "torch._C._nn.upsample_bilinear2d">(),
    upsampling<"upsample_bicubic2d",
               "(Tensor self, int[2] output_size, bool align_corners, float? scales_h=None, float? scales_w=None) -> "
               "Tensor",
               2, 3, linear_2d, "torch._C._nn.upsample_bicubic2d">(),
    upsampling<"upsample_trilinear3d",
               "(Tensor self, int[3] output_size, bool align_corners, float? scales_d=None, float? scales_h=None, "
               "float? scales_w=None) -> Tensor",
               3, 3, linear_3d, "torch._C._nn.upsample_trilinear3d">(),
    {.schema = "grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) "
               "-> Tensor",
     .names = names<"torch.grid_sampler">(),
     .infer = infer_grid,
     .saves = saves_grid,
     .backward = backward_grid,
     .samples = samples<"grid_sampler", grid_cases>},
    {.schema = "affine_grid_generator(Tensor theta, int[] size, bool align_corners) -> Tensor",
     .names = names<"torch.affine_grid_generator">(),
     .infer = infer_affine,
     .forward = forward_affine,
     .backward = backward_affine,
     .samples = samples<"affine_grid_generator", affine_cases>},
};

}  // namespace resample_op
}  // namespace

std::span<const Op> resample_ops() { return resample_op::kOps; }

}  // namespace vramlint::ops
