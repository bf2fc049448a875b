#include "probes/steps/substitutes.h"

#include "probes/executor/call.h"

namespace vramlint::probes {

namespace {

using graph::Call;

/// Elementwise dropout in training is one fused operator on CUDA (aten/src/ATen/native/Dropout.cpp,
/// is_fused_kernel_acceptable, 1.13 to 2.7); the CPU has it under its own name only.
constexpr graph::Op kNativeDropout = {.schema =
                                          "native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)"};

bool is_fused_dropout(const Call& call) {
  const double p = call.real(1);
  return call.boolean(2) && p > 0 && p < 1 && call.operand(0).requires_grad && call.operand(0).type.numel() > 0;
}

void fuse_dropout(const graph::Node&, Call& call) {
  if (is_fused_dropout(call)) call.op = &kNativeDropout;
}

/// Data that comes from the host is a graph's `empty` of the dtype it has there.
void say_dtype(const graph::Node& node, Call& call) {
  if (call.is_none(1)) call.args[1] = node.outputs.at(0).type.dtype;
}

struct Substitute {
  std::string_view schema;
  void (*change)(const graph::Node&, Call&);
};

constexpr Substitute kSubstitutes[] = {{"dropout", fuse_dropout}, {"empty.memory_format", say_dtype}};

}  // namespace

Call substituted(const graph::Node& node) {
  const std::string_view name = schema_name(*node.call.op);
  Call result = node.call;
  for (const Substitute& substitute : kSubstitutes) {
    if (substitute.schema == name) substitute.change(node, result);
  }
  return result;
}

}  // namespace vramlint::probes
