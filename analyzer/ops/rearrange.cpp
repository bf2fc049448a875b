// The same elements in other places, always as a copy: nothing is kept, and the gradient is rearranged back
// (derivatives.yaml, 1.13 to 2.7; im2col keeps its input in 1.13 only).
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace rearrange_op {

Inferred infer_like(const Call& call) {
  const TensorType& self = call.operand(0).type;
  return fresh(graph::like(self, self.dtype));
}

Inferred infer_contiguous(const Call& call) {
  const TensorType& self = call.operand(0).type;
  return fresh(graph::contiguous(self.dtype, self.shape));
}

Inferred infer_flip(const Call& call) {
  const TensorType& self = call.operand(0).type;
  std::vector<bool> seen(self.shape.size() + 1);
  for (int64_t dim : call.ints(1)) {
    const int64_t wrapped = wrap(dim, self.rank());
    if (wrapped < 0) return failure(dim_error(dim, self.rank()));
    if (seen[static_cast<size_t>(wrapped)])
      return failure("dim " + std::to_string(wrapped) + " appears multiple times in the list of dims");
    seen[static_cast<size_t>(wrapped)] = true;
  }
  return infer_like(call);
}

Inferred infer_triangle(const Call& call) {
  if (call.operand(0).type.rank() < 2) return failure("tril and triu expect a tensor with at least 2 dimensions");
  return infer_contiguous(call);
}

Inferred infer_roll(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (call.ints(1).empty()) return failure("`shifts` required");
  if (!call.ints(2).empty() && call.ints(2).size() != call.ints(1).size()) {
    return failure("shifts and dimensions must align. shifts: " + std::to_string(call.ints(1).size()) +
                   ", dims:" + std::to_string(call.ints(2).size()));
  }
  for (int64_t dim : call.ints(2)) {
    if (wrap(dim, self.rank()) < 0) return failure(dim_error(dim, self.rank()));
  }
  return fresh(graph::contiguous(self.dtype, self.shape));
}

/// Over several dimensions each step makes a full tensor of its own, one at a time.
std::vector<Temporary> forward_roll(const Call& call, const std::vector<Output>& outputs, const TorchProfile&) {
  if (call.ints(1).size() < 2) return {};
  return {{.bytes = outputs[0].type.bytes(), .what = "rolled over one dimension", .before_output = true}};
}

std::vector<graph::GradStep> backward_roll(const BackwardCall& call) {
  Program program(call);
  if (call.call.ints(1).size() > 1) program.temporary(program.grad(), "rolled over one dimension");
  program.computed(0, graph::contiguous(program.grad().dtype, program.grad().shape));
  return program.finish();
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.grad().dtype, program.type(0).shape));
  return program.finish();
}

// pixel_shuffle and back

template <bool upscales>
Inferred infer_shuffle(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t factor = call.integer(1);
  const std::string name = upscales ? "pixel_shuffle" : "pixel_unshuffle";
  if (self.rank() < 3)
    return failure(name + " expects input to have at least 3 dimensions, but got input with " +
                   std::to_string(self.rank()) + " dimension(s)");
  if (factor <= 0)
    return failure(name + " expects a positive " + (upscales ? "upscale_factor" : "downscale_factor") + ", but got " +
                   std::to_string(factor));
  const int64_t area = saturating_product(factor, factor);
  if (upscales && self.size(-3) % area != 0) {
    return failure(
        "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but "
        "input.size(-3)=" +
        std::to_string(self.size(-3)) + " is not divisible by " + std::to_string(area));
  }
  if (!upscales && (self.size(-2) % factor != 0 || self.size(-1) % factor != 0)) {
    return failure("pixel_unshuffle expects height and width to be divisible by downscale_factor, but input.size(-2)=" +
                   std::to_string(self.size(-2)) + ", input.size(-1)=" + std::to_string(self.size(-1)));
  }
  Shape shape = self.shape;
  const size_t rank = shape.size();
  auto grow = [](int64_t by) { return [by](int64_t n) { return saturating_product(n, by); }; };
  auto shrink = [](int64_t by) { return [by](int64_t n) { return n / by; }; };
  shape[rank - 3] = upscales ? map(shape[rank - 3], shrink(area)) : map(shape[rank - 3], grow(area));
  for (size_t i : {rank - 2, rank - 1})
    shape[i] = upscales ? map(shape[i], grow(factor)) : map(shape[i], shrink(factor));
  return fresh(graph::contiguous(self.dtype, std::move(shape)));
}

// im2col (nn.Unfold) and col2im (nn.Fold): kernel_size, dilation, padding, stride

/// Both allocate their result at the input's size and resize it: storage never shrinks, and growing holds the first
/// allocation meanwhile (aten/src/ATen/native/cuda/Im2Col.cu, Col2Im.cu; native/Im2Col.cpp; 1.13 to 2.4).
Inferred resized(const TensorType& self, Shape shape) {
  Inferred inferred = fresh(graph::contiguous(self.dtype, std::move(shape)));
  const Interval before = self.bytes(), after = inferred.outputs[0].type.bytes();
  if (after.point < before.point) {
    inferred.outputs[0].storage = {std::max(before.low, after.low), before.point, std::max(before.high, after.high)};
  }
  return inferred;
}

std::vector<Temporary> forward_resized(const Call& call, const std::vector<Output>& outputs, const TorchProfile&) {
  if (outputs[0].storage) return {};
  return {{.bytes = call.operand(0).type.bytes(), .what = "result before it is resized", .before_output = true}};
}

/// The gradient comes from the other one of the two, with its way of resizing.
std::vector<graph::GradStep> backward_resized(const BackwardCall& call) {
  Program program(call);
  program.contiguous_grad();
  const TensorType made = graph::contiguous(program.grad().dtype, program.type(0).shape);
  const int first = program.temporary(program.grad(), "gradient before it is resized");
  if (made.bytes().point <= program.grad().bytes().point) {
    program.promoted(0, first, made);
  } else {
    program.computed(0, made);
    program.release(first);
  }
  return program.finish();
}

int64_t blocks(int64_t size, int64_t kernel, int64_t dilation, int64_t padding, int64_t stride) {
  return (size + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1;
}

/// `at`: where the schema has kernel_size; dilation, padding and stride follow it (ATen/native/im2col_shape_check.h).
std::string windows_error(const Call& call, size_t at) {
  const auto bad = [&call](size_t arg, int64_t least) {
    return std::any_of(call.ints(arg).begin(), call.ints(arg).end(), [least](int64_t n) { return n < least; });
  };
  const auto said = [&call](size_t arg, const std::string& name) {
    return ", but got " + name + "_height: " + std::to_string(call.ints(arg)[0]) + " " + name +
           "_width: " + std::to_string(call.ints(arg)[1]);
  };
  if (bad(at, 1)) return "kernel size should be greater than zero" + said(at, "kernel");
  if (bad(at + 3, 1)) return "stride should be greater than zero" + said(at + 3, "stride");
  if (bad(at + 1, 1)) return "dilation should be greater than zero" + said(at + 1, "dilation");
  return bad(at + 2, 0) ? "padding should be non-negative" + said(at + 2, "pad") : std::string();
}

Inferred infer_im2col(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (std::string error = windows_error(call, 1); !error.empty()) return failure(error);
  if (self.rank() != 3 && self.rank() != 4)
    return failure(
        "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and non-zero dimensions for input, but "
        "got: " +
        to_string(self.shape));
  const size_t first = self.shape.size() - 2;
  Dim count = 1;
  int64_t area = 1;
  for (size_t i = 0; i < 2; ++i) {
    area = saturating_product(area, call.ints(1)[i]);
    const Dim along = map(self.shape[first + i], [&](int64_t n) {
      return blocks(n, call.ints(1)[i], call.ints(2)[i], call.ints(3)[i], call.ints(4)[i]);
    });
    if (along.point < 1)
      return failure("Given input with spatial size " + to_string(Shape(self.shape.end() - 2, self.shape.end())) +
                     ", calculated shape of the array of sliding blocks is too small");
    count = product(std::array{count, along});
  }
  Shape shape(self.shape.begin(), self.shape.end() - 3);
  shape.push_back(map(self.shape[first - 1], [&](int64_t n) { return saturating_product(n, area); }));
  shape.push_back(count);
  return resized(self, std::move(shape));
}

Saved saves_im2col(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  return torch.im2col_saves_input ? Saved{.operands = {operand_of(call, 0)}} : Saved{};
}

Inferred infer_col2im(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (std::string error = windows_error(call, 2); !error.empty()) return failure(error);
  if (self.rank() != 2 && self.rank() != 3)
    return failure(
        "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for input, "
        "but got: " +
        to_string(self.shape));
  const int64_t area = saturating_product(call.ints(2)[0], call.ints(2)[1]);
  if (self.size(-2) % area != 0) {
    return failure(
        "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got input.size(1)=" +
        std::to_string(self.size(-2)) +
        " and kernel_size=" + to_string(Shape(call.ints(2).begin(), call.ints(2).end())) + ".");
  }
  int64_t blocks = 1;
  for (size_t i = 0; i < 2; ++i) {
    const int64_t span = call.ints(1)[i] + 2 * call.ints(4)[i] - call.ints(3)[i] * (call.ints(2)[i] - 1) - 1;
    blocks = saturating_product(blocks, span < 0 ? 0 : span / call.ints(5)[i] + 1);
  }
  if (self.size(-1) != blocks) {
    return failure("expected the size of input's dimension 2 to match the calculated number of sliding blocks " +
                   std::to_string(blocks) + ", but got input.size(2)=" + std::to_string(self.size(-1)) + ".");
  }
  Shape shape(self.shape.begin(), self.shape.end() - 2);
  shape.push_back(map(self.shape[self.shape.size() - 2], [&](int64_t n) { return n / area; }));
  for (const Dim& size : call.sizes(1)) shape.push_back(size);
  return resized(self, std::move(shape));
}

Cases roll_cases() {
  return {{tensor({2, 7}), ints({3}), ints({1})}, {tensor({4, 5, 6}), ints({1, -2}), ints({0, 2})}};
}
Cases flip_cases() { return {{tensor({2, 7}), ints({1})}, {strided({4, 5}, {1, 4}), ints({0, 1})}}; }
Cases shuffle_cases() { return {{tensor({2, 8, 3, 5}), 2}, {tensor({9, 2, 2}), 3}}; }
Cases unshuffle_cases() { return {{tensor({2, 3, 4, 6}), 2}, {tensor({1, 3, 9}), 3}}; }
Cases unfold_cases() {
  return {{tensor({2, 3, 6, 7}), ints({3, 3}), ints({1, 1}), ints({1, 1}), ints({2, 2})},
          {tensor({2, 5, 5}), ints({2, 1}), ints({1, 1}), ints({0, 0}), ints({1, 3})}};
}
Cases fold_cases() {
  return {{tensor({2, 12, 6}), ints({3, 4}), ints({2, 2}), ints({1, 1}), ints({0, 0}), ints({1, 1})},
          {tensor({3, 4}), ints({2, 2}), ints({1, 1}), ints({1, 1}), ints({0, 0}), ints({1, 1})}};
}
Cases triangle_cases() { return {{tensor({4, 5})}, {tensor({2, 3, 3}), 1}}; }

constexpr Op kOps[] = {
    {.schema = "roll(Tensor self, int[1] shifts, int[1] dims=[]) -> Tensor",
     .names = names<"torch.roll", "Tensor.roll">(),
     .infer = infer_roll,
     .forward = forward_roll,
     .backward = backward_roll,
     .samples = samples<"roll", roll_cases>},
    {.schema = "flip(Tensor self, int[] dims) -> Tensor",
     .names = names<"torch.flip", "Tensor.flip">(),
     .infer = infer_flip,
     .backward = backward,
     .samples = samples<"flip", flip_cases>},
    {.schema = "pixel_shuffle(Tensor self, int upscale_factor) -> Tensor",
     .names = names<"torch.pixel_shuffle", "torch.nn.functional.pixel_shuffle">(),
     .infer = infer_shuffle<true>,
     .backward = backward,
     .samples = samples<"pixel_shuffle", shuffle_cases>},
    {.schema = "pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor",
     .names = names<"torch.pixel_unshuffle", "torch.nn.functional.pixel_unshuffle">(),
     .infer = infer_shuffle<false>,
     .backward = backward,
     .samples = samples<"pixel_unshuffle", unshuffle_cases>},
    {.schema = "im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor",
     .names = names<"torch._C._nn.im2col">(),
     .infer = infer_im2col,
     .saves = saves_im2col,
     .forward = forward_resized,
     .backward = backward_resized,
     .samples = samples<"im2col", unfold_cases>},
    {.schema = "col2im(Tensor self, int[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] "
               "stride) -> Tensor",
     .names = names<"torch._C._nn.col2im">(),
     .infer = infer_col2im,
     .forward = forward_resized,
     .backward = backward_resized,
     .samples = samples<"col2im", fold_cases>},
    {.schema = "tril(Tensor self, int diagonal=0) -> Tensor",
     .names = names<"torch.tril", "Tensor.tril">(),
     .infer = infer_triangle,
     .backward = backward,
     .samples = samples<"tril", triangle_cases>},
    {.schema = "triu(Tensor self, int diagonal=0) -> Tensor",
     .names = names<"torch.triu", "Tensor.triu">(),
     .infer = infer_triangle,
     .backward = backward,
     .samples = samples<"triu", triangle_cases>},
};

}  // namespace rearrange_op
}  // namespace

std::span<const Op> rearrange_ops() { return rearrange_op::kOps; }

}  // namespace vramlint::ops
