// softmax and log_softmax keep their result (derivatives.yaml, _softmax and _log_softmax; 1.13 to 2.7); until 1.10
// their input too, of which backward wants only the dtype (derivatives.yaml of 1.8).
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace softmax_op {

Dtype dtype_of(const Call& call) {
  return call.is_none(2) ? call.operand(0).type.dtype : std::get<Dtype>(call.args[2]);
}

/// The kernel reads the input in another dtype: half to float32 is fused, anything else is cast first.
bool casts(const Call& call) {
  const Dtype from = call.operand(0).type.dtype;
  return dtype_of(call) != from && !(from == Dtype::float16 && dtype_of(call) == Dtype::float32);
}

Inferred infer(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (wrap(call.integer(1), self.rank()) < 0) return failure(dim_error(call.integer(1), self.rank()));
  return fresh(graph::contiguous(dtype_of(call), self.shape));
}

Saved saves(const Call&, const std::vector<Output>&, const TorchProfile& torch) {
  Saved saved{.outputs = {0}};
  if (torch.softmax_saves_input) saved.operands.push_back(0);
  return saved;
}

std::vector<Temporary> forward(const Call& call, const std::vector<Output>& outputs, const TorchProfile&) {
  std::vector<Temporary> temporaries;
  if (casts(call))
    temporaries.push_back({.bytes = outputs[0].type.bytes(), .what = "converted input", .before_output = true});
  if (!call.operand(0).type.contiguous()) {
    temporaries.push_back({.bytes = call.operand(0).type.bytes(), .what = "contiguous input", .before_output = true});
  }
  return temporaries;
}

/// _softmax_backward_data writes the gradient in the input's dtype where the forward read half precision itself.
TensorType gradient_of(const Program& program) {
  const bool fused = program.type(0).dtype == Dtype::float16 && program.grad().dtype == Dtype::float32;
  return graph::contiguous(fused ? Dtype::float16 : program.grad().dtype, program.grad().shape);
}

/// On a GPU softmax's kernel reads the product of gradient and result, which is made before it runs
/// (aten/src/ATen/native/cuda/SoftMax.cu, softmax_backward_cuda_out; an H100 with 2.11 holds it).
template <bool logarithm>
std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  program.contiguous_grad();
  program.computed(0, gradient_of(program));
  if (!logarithm)
    program.temporary(graph::contiguous(program.grad().dtype, program.grad().shape), "product with the result");
  return program.finish();
}

Cases cases() { return {{tensor({2, 3, 4}), 1}, {tensor({5, 7}), -1}, {tensor({5, 7}), -1, Dtype::float64}}; }

constexpr Op kOps[] = {
    {.schema = "softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
     .names = names<"torch.softmax", "Tensor.softmax">(),
     .infer = infer,
     .saves = saves,
     .forward = forward,
     .backward = backward<false>,
     .samples = samples<"softmax.int", cases>},
    {.schema = "log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
     .names = names<"torch.log_softmax", "Tensor.log_softmax">(),
     .infer = infer,
     .saves = saves,
     .forward = forward,
     .backward = backward<true>,
     .samples = samples<"log_softmax.int", cases>},
};

}  // namespace softmax_op
}  // namespace

std::span<const Op> softmax_ops() { return softmax_op::kOps; }

}  // namespace vramlint::ops
