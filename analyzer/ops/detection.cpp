// CUDA operators of mmcv (mmcv/ops, 1.7 and 2.x) and of torchvision (torchvision/csrc/ops): deformable convolution and
// attention, region pooling, upsampling by content, point-wise attention masks, focal loss, suppression.
//
// What each keeps is what its autograd function saves; columns and helper tensors live as long as the kernel runs.
// mmcv unrolls the columns of one image at a time (DCNv2) or of im2col_step images (DCNv1), torchvision of up to 32.
#include "ops/declare.h"

namespace vramlint::ops {

namespace {
namespace detection_op {

// modulated_deform_conv2d(input, offset, mask, weight, bias, stride, padding, dilation, groups, deform_groups)

struct Deformed {
  size_t weight, bias, stride;  // schema positions; padding and dilation follow the stride
  int64_t images = 1;           // unrolled at a time
  bool checks_offset = true;    // the modulated kernel of mmcv takes offsets of a larger map as well
};

struct OutputSize {
  Shape shape;
  std::string error;
};

int64_t window_count(int64_t size, int64_t kernel, int64_t stride, int64_t padding, int64_t dilation) {
  return (size + 2 * padding - dilation * (kernel - 1) - 1) / std::max<int64_t>(stride, 1) + 1;
}

OutputSize output_size(const Call& call, const Deformed& form) {
  const TensorType& input = call.operand(0).type;
  const TensorType& weight = call.operand(form.weight).type;
  if (input.rank() != 4 || weight.rank() != 4) {
    return {.error = "Expected 4D tensor as input, got " + std::to_string(input.rank()) + "D tensor instead."};
  }
  Shape shape = {input.shape[0], weight.shape[0]};
  for (size_t i = 0; i < 2; ++i) {
    shape.push_back(map(input.shape[i + 2], [&](int64_t size) {
      return window_count(size, weight.shape[i + 2].point, call.ints(form.stride)[i], call.ints(form.stride + 1)[i],
                          call.ints(form.stride + 2)[i]);
    }));
    if (shape.back().point <= 0) return {.error = "convolution input is too small (output would be empty)"};
  }
  const TensorType& offset = call.operand(1).type;
  if (!form.checks_offset) return {.shape = std::move(shape)};
  if (offset.size(-1) != shape[3].point || offset.size(-2) != shape[2].point) {
    return {.error = "invalid spatial size of offset, expected height: " + std::to_string(shape[2].point) + " width: " +
                     std::to_string(shape[3].point) + ", but got height: " + std::to_string(offset.size(-2)) +
                     " width: " + std::to_string(offset.size(-1))};
  }
  return {.shape = std::move(shape)};
}

template <const Deformed& form>
Inferred infer_deformed(const Call& call) {
  const OutputSize size = output_size(call, form);
  if (!size.error.empty()) return failure(size.error);
  return fresh(graph::contiguous(call.operand(0).type.dtype, size.shape));
}

template <const Deformed& form>
Saved saves_deformed(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  for (size_t arg = 0; arg <= form.bias; ++arg) {
    if (!call.is_none(arg)) saved.operands.push_back(operand_of(call, arg));
  }
  return saved;
}

Interval columns(const Call& call, const Deformed& form) {
  const TensorType& input = call.operand(0).type;
  const TensorType& weight = call.operand(form.weight).type;
  const OutputSize size = output_size(call, form);
  const Dim together = map(input.shape[0], [&](int64_t images) {
    for (int64_t step = std::min(images, form.images); step > 1; --step) {
      if (images % step == 0) return step;
    }
    return int64_t{1};
  });
  return dense_bytes(input.dtype,
                     {together, input.shape[1], weight.shape[2], weight.shape[3], size.shape[2], size.shape[3]});
}

template <const Deformed& form>
std::vector<Temporary> forward_deformed(const Call& call, const std::vector<Output>& outputs, const TorchProfile&) {
  std::vector<Temporary> temporaries = {{.bytes = columns(call, form), .what = "columns"}};
  if (form.images > 1) temporaries.push_back({.bytes = outputs[0].type.bytes(), .what = "output by steps"});
  return temporaries;
}

template <const Deformed& form>
std::vector<graph::GradStep> backward_deformed(const BackwardCall& call) {
  Program program(call);
  program.contiguous_grad();
  for (size_t arg = 0; arg <= form.bias; ++arg) {
    if (!call.call.is_none(arg)) {
      program.computed(arg, graph::contiguous(program.type(arg).dtype, program.type(arg).shape));
    }
  }
  program.temporary(columns(call.call, form), "columns");
  return program.finish();
}

constexpr Deformed kModulated = {.weight = 3, .bias = 4, .stride = 5, .images = 1, .checks_offset = false};
constexpr Deformed kPlain = {.weight = 2, .bias = 2, .stride = 3, .images = 32};
constexpr Deformed kTorchvision = {.weight = 1, .bias = 4, .stride = 5, .images = 32};

// torchvision has (input, weight, offset, mask, bias): its offset stands elsewhere.

Inferred infer_torchvision(const Call& call) {
  const TensorType& input = call.operand(0).type;
  const TensorType& weight = call.operand(1).type;
  const TensorType& offset = call.operand(2).type;
  if (input.rank() != 4 || weight.rank() != 4 || offset.rank() != 4)
    return failure("deform_conv2d: expected 4D tensors");
  return fresh(graph::contiguous(input.dtype, {input.shape[0], weight.shape[0], offset.shape[2], offset.shape[3]}));
}

Interval torchvision_columns(const Call& call) {
  const TensorType& input = call.operand(0).type;
  const TensorType& weight = call.operand(1).type;
  const TensorType& offset = call.operand(2).type;
  const Dim together = map(input.shape[0], [](int64_t images) { return std::min<int64_t>(images, 32); });
  return dense_bytes(input.dtype,
                     {together, input.shape[1], weight.shape[2], weight.shape[3], offset.shape[2], offset.shape[3]});
}

std::vector<Temporary> forward_torchvision(const Call& call, const std::vector<Output>& outputs, const TorchProfile&) {
  return {{.bytes = torchvision_columns(call), .what = "columns"},
          {.bytes = outputs[0].type.bytes(), .what = "output by steps"},
          {.bytes = outputs[0].type.bytes(), .what = "output before the bias"}};
}

std::vector<graph::GradStep> backward_torchvision(const BackwardCall& call) {
  Program program(call);
  program.temporary(torchvision_columns(call.call), "columns");
  for (size_t arg = 0; arg <= kTorchvision.bias; ++arg) {
    if (!call.call.is_none(arg)) {
      program.computed(arg, graph::contiguous(program.type(arg).dtype, program.type(arg).shape));
    }
  }
  return program.finish();
}

// ms_deform_attn(value, spatial_shapes, level_start_index, sampling_locations, attention_weights, im2col_step)

Inferred infer_attention(const Call& call) {
  const TensorType& value = call.operand(0).type;
  const TensorType& places = call.operand(3).type;
  if (value.rank() != 4 || places.rank() != 6)
    return failure("ms_deform_attn: expected a value of 4 and locations of 6 dimensions");
  const Dim width = product(std::array{value.shape[2], value.shape[3]});
  return fresh(graph::contiguous(value.dtype, {value.shape[0], places.shape[1], width}));
}

// roi_align(input, rois, output_size, spatial_scale, sampling_ratio, pool_mode, aligned)

template <bool list>
Inferred infer_roi(const Call& call) {
  const TensorType& input = call.operand(0).type;
  const TensorType& boxes = call.operand(1).type;
  if (input.rank() != 4 || boxes.rank() != 2 || boxes.size(1) != 5) {
    return failure("RoI must be (idx, x1, y1, x2, y2)!");
  }
  const Dim height = list ? call.sizes(2)[0] : call.sizes(3)[0], width = list ? call.sizes(2)[1] : call.sizes(4)[0];
  return fresh(graph::contiguous(input.dtype, {boxes.shape[0], input.shape[1], height, width}));
}

Saved saves_roi(const Call& call, const std::vector<Output>& outputs, const TorchProfile&) {
  Saved saved{.operands = {operand_of(call, 1)}};
  if (std::get<std::string>(call.args[5]) != "max") return saved;
  for (int i = 0; i < 2; ++i) saved.extras.push_back({outputs[0].type.bytes(), "places of the maxima"});
  return saved;
}

// carafe(features, masks, kernel_size, group_size, scale_factor)

Inferred infer_carafe(const Call& call) {
  const TensorType& features = call.operand(0).type;
  if (features.rank() != 4 || call.operand(1).type.rank() != 4)
    return failure("carafe: expected 4D features and masks");
  auto larger = [&](int64_t n) { return n * call.integer(4); };
  return fresh(graph::contiguous(features.dtype, {features.shape[0], features.shape[1], map(features.shape[2], larger),
                                                  map(features.shape[3], larger)}));
}

/// The features with their channels last are kept as well; output and masks are made a second time in that order.
Saved saves_carafe(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0), operand_of(call, 1)},
          .extras = {{call.operand(0).type.bytes(), "features with channels last"}}};
}

std::vector<Temporary> forward_carafe(const Call& call, const std::vector<Output>& outputs, const TorchProfile&) {
  return {{.bytes = outputs[0].type.bytes(), .what = "output with channels last"},
          {.bytes = call.operand(1).type.bytes(), .what = "masks with channels last"}};
}

std::vector<graph::GradStep> backward_carafe(const BackwardCall& call) {
  Program program(call);
  program.temporary(program.grad().bytes(), "gradient with channels last");
  program.temporary(scaled(program.type(0).bytes(), call.call.integer(4) * call.call.integer(4)), "gradient a target");
  program.temporary(program.type(0).bytes(), "gradient of the features with channels last");
  program.temporary(program.type(1).bytes(), "gradient of the masks with channels last");
  for (size_t arg : {size_t{0}, size_t{1}}) program.computed(arg, program.type(arg));
  return program.finish();
}

// psa_mask(input, psa_type, mask_size): the input is kept, though backward asks only for its size
// (mmcv/ops/psa_mask.py).

Inferred infer_psa(const Call& call) {
  const TensorType& input = call.operand(0).type;
  if (input.rank() != 4) return failure("psa_mask: expected a 4D input");
  const Dim pixels = product(std::array{input.shape[2], input.shape[3]});
  return fresh(graph::contiguous(input.dtype, {input.shape[0], pixels, input.shape[2], input.shape[3]}));
}

// sigmoid_focal_loss(input, target, gamma, alpha, weight, reduction)

Inferred infer_focal(const Call& call) {
  const TensorType& input = call.operand(0).type;
  if (input.rank() != 2 || call.operand(1).type.rank() != 1)
    return failure("sigmoid_focal_loss: expected (N, C) and (N,)");
  const bool whole = std::get<std::string>(call.args[5]) == "none";
  return fresh(graph::contiguous(input.dtype, whole ? input.shape : Shape()));
}

std::vector<Temporary> forward_focal(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  if (std::get<std::string>(call.args[5]) == "none") return {};
  return {{.bytes = call.operand(0).type.bytes(), .what = "loss of each element"}};
}

// nms(boxes, scores, iou_threshold): the kept ones, at most all. The overlaps are a bit for each pair.

Inferred infer_nms(const Call& call) {
  const TensorType& boxes = call.operand(0).type;
  if (boxes.rank() != 2 || boxes.size(1) != 4) return failure("boxes should be a 2d tensor of 4 columns");
  const Dim all = boxes.shape[0];
  const Dim kept = Dim(std::min<int64_t>(1, all.low), (all.point + 1) / 2, all.high).from(all.sources);
  return constant(graph::contiguous(Dtype::int64, {kept}));
}

std::vector<Temporary> forward_nms(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& boxes = call.operand(0).type;
  const Dim words = map(boxes.shape[0], [](int64_t n) { return n * ((n + 63) / 64); });
  return {{.bytes = boxes.bytes(), .what = "sorted boxes", .before_output = true},
          {.bytes = dense_bytes(Dtype::int64, {boxes.shape[0]}), .what = "order", .before_output = true},
          {.bytes = dense_bytes(Dtype::int64, {words}), .what = "overlaps", .before_output = true}};
}

Operand half_offset() { return tensor({2, 18, 5, 6}); }

Cases modulated_cases() {
  return {{tensor({2, 4, 5, 6}), half_offset(), tensor({2, 9, 5, 6}), parameter({7, 4, 3, 3}), parameter({7}),
           ints({1, 1}), ints({1, 1}), ints({1, 1}), 1, 1},
          {tensor({1, 2, 5, 5}), tensor({1, 18, 3, 3}), tensor({1, 9, 3, 3}), parameter({3, 2, 3, 3}), Given(),
           ints({2, 2}), ints({1, 1}), ints({1, 1}), 1, 1}};
}
Cases plain_cases() {
  return {
      {tensor({2, 4, 5, 6}), half_offset(), parameter({7, 4, 3, 3}), ints({1, 1}), ints({1, 1}), ints({1, 1})},
      {data({1, 2, 5, 5}), tensor({1, 18, 3, 3}), parameter({3, 2, 3, 3}), ints({2, 2}), ints({1, 1}), ints({1, 1})}};
}
Cases torchvision_cases() {
  return {{tensor({2, 4, 5, 6}), parameter({7, 4, 3, 3}), half_offset(), tensor({2, 9, 5, 6}), parameter({7})},
          {data({1, 2, 5, 5}), parameter({3, 2, 3, 3}), tensor({1, 18, 3, 3}), Given(), parameter({3})}};
}
Cases attention_cases() {
  const Operand shapes = data({2, 2}, Dtype::int64), starts = data({2}, Dtype::int64);
  return {{tensor({2, 20, 4, 8}), shapes, starts, tensor({2, 7, 4, 2, 3, 2}), tensor({2, 7, 4, 2, 3})},
          {tensor({1, 5, 1, 3}), shapes, starts, data({1, 3, 1, 2, 1, 2}), tensor({1, 3, 1, 2, 1})}};
}
Cases roi_cases() {
  return {{tensor({2, 4, 9, 9}), data({5, 5}), ints({7, 7})},
          {tensor({1, 3, 8, 6}), data({3, 5}), ints({2, 3}), 0.5, 0, "max"}};
}
Cases torchvision_roi_cases() {
  return {{tensor({2, 4, 9, 9}), data({5, 5}), 1.0, 7, 7}, {tensor({1, 3, 8, 6}), data({3, 5}), 0.5, 2, 3}};
}
Cases carafe_cases() {
  return {{tensor({2, 4, 5, 6}), tensor({2, 25, 10, 12}), 5, 1, 2},
          {tensor({1, 2, 3, 3}), tensor({1, 9, 9, 9}), 3, 1, 3}};
}
Cases psa_cases() { return {{tensor({2, 49, 4, 4}), 0, ints({7, 7})}, {tensor({1, 25, 3, 3}), 1, ints({5, 5})}}; }
Cases focal_cases() {
  return {{tensor({6, 4}), data({6}, Dtype::int64)},
          {tensor({5, 3}), data({5}, Dtype::int64), 2.0, 0.25, data({3}), "none"}};
}
Cases nms_cases() { return {{data({20, 4}), data({20}), 0.5}, {data({7, 4}), data({7}), 0.3}}; }

constexpr Op kOps[] = {
    with_forward(declared<"modulated_deform_conv2d",
                          "(Tensor input, Tensor offset, Tensor mask, Tensor weight, Tensor? bias, int[2] stride, "
                          "int[2] padding, int[2] dilation, int groups=1, int deform_groups=1) -> Tensor",
                          infer_deformed<kModulated>, saves_deformed<kModulated>, backward_deformed<kModulated>,
                          modulated_cases, "mmcv.ops.modulated_deform_conv2d">(),
                 forward_deformed<kModulated>),
    with_forward(declared<"deform_conv2d.mmcv",
                          "(Tensor input, Tensor offset, Tensor weight, int[2] stride, int[2] padding, int[2] "
                          "dilation, int groups=1, int deform_groups=1, bool bias=False, int im2col_step=32) -> Tensor",
                          infer_deformed<kPlain>, saves_deformed<kPlain>, backward_deformed<kPlain>, plain_cases,
                          "mmcv.ops.deform_conv2d">(),
                 forward_deformed<kPlain>),
    with_forward(declared<"deform_conv2d",
                          "(Tensor input, Tensor weight, Tensor offset, Tensor? mask=None, Tensor? bias=None) -> "
                          "Tensor",
                          infer_torchvision, keeps<At<0, 1, 2, 3, 4>>, backward_torchvision, torchvision_cases,
                          "torchvision.ops.deform_conv2d">(),
                 forward_torchvision),
    declared<"ms_deform_attn",
             "(Tensor value, Tensor spatial_shapes, Tensor level_start_index, Tensor sampling_locations, Tensor "
             "attention_weights, int im2col_step=64) -> Tensor",
             infer_attention, keeps<At<0, 1, 2, 3, 4>>, gives<0, 0, 3, 4>, attention_cases,
             "mmcv.ops.ms_deform_attn">(),
    declared<"roi_align.mmcv",
             "(Tensor input, Tensor rois, int[2] output_size, float spatial_scale=1.0, int sampling_ratio=0, str "
             "pool_mode=\"avg\", bool aligned=True) -> Tensor",
             infer_roi<true>, saves_roi, gives<0, 0>, roi_cases, "mmcv.ops.roi_align">(),
    declared<"roi_align",
             "(Tensor input, Tensor rois, float spatial_scale, int pooled_height, int pooled_width, int "
             "sampling_ratio=-1, bool aligned=False) -> Tensor",
             infer_roi<false>, keeps<At<1>>, gives<0, 0>, torchvision_roi_cases, "torchvision.ops.roi_align">(),
    with_forward(declared<"carafe",
                          "(Tensor features, Tensor masks, int kernel_size, int group_size, int scale_factor) -> "
                          "Tensor",
                          infer_carafe, saves_carafe, backward_carafe, carafe_cases, "mmcv.ops.carafe">(),
                 forward_carafe),
    declared<"psa_mask", "(Tensor input, int psa_type, int[2] mask_size) -> Tensor", infer_psa, keeps<At<0>>,
             gives<0, 0>, psa_cases, "mmcv.ops.psa_mask">(),
    with_forward(declared<"sigmoid_focal_loss",
                          "(Tensor input, Tensor target, float gamma=2.0, float alpha=0.25, Tensor? weight=None, str "
                          "reduction=\"mean\") -> Tensor",
                          infer_focal, keeps<At<0, 1, 4>>, gives<0, 0>, focal_cases, "mmcv.ops.sigmoid_focal_loss">(),
                 forward_focal),
    with_forward(declared<"nms", "(Tensor boxes, Tensor scores, float iou_threshold) -> Tensor", infer_nms, nullptr,
                          nullptr, nms_cases, "torchvision.ops.nms", "mmcv.ops.nms_">(),
                 forward_nms),
};

}  // namespace detection_op
}  // namespace

std::span<const Op> detection_ops() { return detection_op::kOps; }

}  // namespace vramlint::ops
