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

struct Substitute {
  std::string_view schema;
  bool (*applies)(const Call&);
  const graph::Op* op;  ///< with arguments of the same names
};

constexpr Substitute kSubstitutes[] = {{"dropout", is_fused_dropout, &kNativeDropout}};

}  // namespace

Call substituted(const Call& call) {
  const std::string_view name = schema_name(*call.op);
  Call result = call;
  for (const Substitute& substitute : kSubstitutes) {
    if (substitute.schema == name && substitute.applies(call)) result.op = substitute.op;
  }
  return result;
}

}  // namespace vramlint::probes
