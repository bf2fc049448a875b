#include "probes/operators/exemptions.h"

namespace vramlint::probes {

const std::map<std::string, Exemption>& exemptions() {
  static const std::map<std::string, Exemption> list = {
      {"dropout", {.saved = true, .reason = "CPU multiplies with noise of the input's dtype, CUDA keeps a bool mask"}},
      {"log_sigmoid",
       {.saved = true, .strides = true, .reason = "CPU keeps a buffer of the input's size, CUDA's is empty"}},
      {"scaled_dot_product_attention", {.everything = true, .reason = "1.13 has no such operator"}},
      {"embedding_bag",
       {.everything = true, .reason = "CPU makes other helper tensors: one more offset, no empty maxima"}},
      {"memory_efficient_attention",
       {.everything = true, .reason = "xformers' own, which the dispatcher does not know"}},
      {"modulated_deform_conv2d", {.everything = true, .reason = "mmcv's own, which the dispatcher does not know"}},
      {"deform_conv2d.mmcv", {.everything = true, .reason = "mmcv's own, which the dispatcher does not know"}},
      {"ms_deform_attn", {.everything = true, .reason = "mmcv's own, which the dispatcher does not know"}},
      {"roi_align.mmcv", {.everything = true, .reason = "mmcv's own, which the dispatcher does not know"}},
      {"carafe", {.everything = true, .reason = "mmcv's own, which the dispatcher does not know"}},
      {"psa_mask", {.everything = true, .reason = "mmcv's own, which the dispatcher does not know"}},
      {"sigmoid_focal_loss", {.everything = true, .reason = "mmcv's own, which the dispatcher does not know"}},
      {"deform_conv2d", {.everything = true, .reason = "torchvision's own, which the dispatcher does not know"}},
      {"roi_align", {.everything = true, .reason = "torchvision's own, which the dispatcher does not know"}},
      {"nms", {.everything = true, .reason = "torchvision's own, which the dispatcher does not know"}},
      {"_function", {.everything = true, .reason = "the program's own Function, which the dispatcher does not know"}},
      {"lstm.input", {.saved = true, .reason = "CPU runs one step at a time, cuDNN keeps a reserve"}},
      {"rnn_tanh.input", {.saved = true, .reason = "CPU runs one step at a time, cuDNN keeps a reserve"}},
      {"rnn_relu.input", {.saved = true, .reason = "CPU runs one step at a time, cuDNN keeps a reserve"}},
      {"lstm_cell", {.saved = true, .reason = "CPU composes the cell of small operators, CUDA fuses it"}},
      {"gru_cell", {.saved = true, .reason = "CPU composes the cell of small operators, CUDA fuses it"}},
      {"_unpack",
       {.everything = true,
        .reason = "stands for what its backward makes, under no name of its own in the dispatcher"}},
      {"_adjoint",
       {.everything = true,
        .reason = "stands for what its backward makes, under no name of its own in the dispatcher"}},
      {"_pick_adjoint",
       {.everything = true,
        .reason = "stands for what its backward makes, under no name of its own in the dispatcher"}},
      {"_norm_backward",
       {.everything = true,
        .reason = "stands for what its backward makes, under no name of its own in the dispatcher"}},
      {"conv1d.gradient",
       {.everything = true,
        .reason = "stands for what its backward makes, under no name of its own in the dispatcher"}},
      {"conv2d.gradient",
       {.everything = true,
        .reason = "stands for what its backward makes, under no name of its own in the dispatcher"}},
      {"conv3d.gradient",
       {.everything = true,
        .reason = "stands for what its backward makes, under no name of its own in the dispatcher"}},
      {"conv_transpose1d.gradient",
       {.everything = true,
        .reason = "stands for what its backward makes, under no name of its own in the dispatcher"}},
      {"conv_transpose2d.gradient",
       {.everything = true,
        .reason = "stands for what its backward makes, under no name of its own in the dispatcher"}},
      {"conv_transpose3d.gradient",
       {.everything = true,
        .reason = "stands for what its backward makes, under no name of its own in the dispatcher"}},
      {"_sync_batch_norm", {.everything = true, .reason = "needs several processes"}},
      {"_weight_norm", {.saved = true, .reason = "CPU divides and multiplies in 1.13, CUDA has one kernel"}},
      {"rms_norm", {.everything = true, .reason = "1.13 has no such operator"}},
      {"gru.input", {.saved = true, .reason = "CPU runs one step at a time, cuDNN keeps a reserve"}},
  };
  return list;
}

Exemption exemption_of(const std::string& schema_name) {
  const auto found = exemptions().find(schema_name);
  return found == exemptions().end() ? Exemption{} : found->second;
}

}  // namespace vramlint::probes
