// Cross entropy and negative log likelihood over classes (dimension 1, or 0 for one sample).
//
// cross_entropy_loss is log_softmax followed by nll_loss: kept are the log probabilities, the target, the class weights
// and a scalar total weight; the backward holds a zero-filled gradient of the log probabilities and the gradient of the
// logits at once (aten/src/ATen/native/LossNLL.cpp, 1.13 to 2.7). With smoothing the mean over classes comes on top,
// with probabilities as target the product with them.
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace cross_entropy_op {

constexpr size_t kWeight = 2, kReduction = 3, kSmoothing = 5;
constexpr int64_t kNone = 0, kMean = 1;

bool has_probabilities(const Call& call) { return same_sizes(call.operand(0).type.shape, call.operand(1).type.shape); }

Shape without_classes(const TensorType& self) {
  Shape shape = self.shape;
  shape.erase(shape.begin() + (self.rank() == 1 ? 0 : 1));
  return shape;
}

std::string target_error(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& target = call.operand(1).type;
  if (self.rank() == 0) return "cross_entropy_loss needs at least one dimension of classes";
  if (may_be_same(without_classes(self), target.shape)) return {};
  if (self.rank() > 1 && target.rank() > 0 && !may_be_same(self.shape[0], target.shape[0])) {
    return "Expected input batch_size (" + std::to_string(self.size(0)) + ") to match target batch_size (" +
           std::to_string(target.size(0)) + ").";
  }
  return "Expected target size " + to_string(without_classes(self)) + ", got " + to_string(target.shape);
}

template <bool probabilities_allowed>
Inferred infer(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const bool probabilities = probabilities_allowed && has_probabilities(call);
  if (!probabilities) {
    if (std::string error = target_error(call); !error.empty()) return failure(error);
    if (call.operand(1).type.dtype != Dtype::int64 && call.operand(1).type.dtype != Dtype::uint8) {
      return failure("expected scalar type Long but found " + std::string(to_string(call.operand(1).type.dtype)));
    }
  }
  const bool each = call.integer(kReduction) == kNone;
  return fresh(graph::contiguous(self.dtype, each ? without_classes(self) : Shape{}));
}

double smoothing(const Call& call) { return call.args.size() > kSmoothing ? call.real(kSmoothing) : 0.0; }

/// The ignored samples are masked out; a mean without class weights then selects the others.
void save_smoothing(const Call& call, const TorchProfile& torch, Saved& saved) {
  const TensorType& self = call.operand(0).type;
  const Interval mask = dense_bytes(Dtype::boolean, without_classes(self));
  const Interval losses = dense_bytes(self.dtype, without_classes(self));
  saved.extras.push_back({mask, "ignored targets"});
  if (call.integer(kReduction) != kMean) return;
  if (!call.is_none(kWeight)) {
    saved.extras.push_back({exactly(size_of(self.dtype)), "weight of the targets"});
    return;
  }
  saved.extras.push_back({losses, "smooth loss"});
  saved.extras.push_back({mask, "counted targets"});
  if (torch.mean_saves_input_all) saved.extras.push_back({losses, "counted smooth loss"});
}

/// nll_loss_nd sees other than two and four dimensions as four, through a contiguous copy, which is then what is kept.
bool copied(const Call& call, size_t arg) {
  const int64_t rank = call.operand(0).type.rank();
  return rank != 1 && rank != 2 && rank != 4 && !call.operand(arg).type.contiguous();
}

void save_target(const Call& call, Saved& saved) {
  const TensorType& target = call.operand(1).type;
  if (copied(call, 1) && !has_probabilities(call)) {
    saved.extras.push_back({dense_bytes(target.dtype, target.shape), "contiguous target"});
  } else {
    saved.operands.push_back(operand_of(call, 1));
  }
}

Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  Saved saved{.extras = {{call.operand(0).type.bytes(), "log probabilities", true}}};
  if (torch.softmax_saves_input) saved.operands.push_back(0);
  save_target(call, saved);
  if (!call.is_none(kWeight)) saved.operands.push_back(operand_of(call, kWeight));
  if (has_probabilities(call)) return saved;
  saved.extras.push_back({exactly(size_of(call.operand(0).type.dtype)), "total weight"});
  if (smoothing(call) > 0) save_smoothing(call, torch, saved);
  return saved;
}

std::vector<Temporary> forward(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& self = call.operand(0).type;
  std::vector<Temporary> made;
  if (!self.contiguous()) made.push_back({.bytes = self.bytes(), .what = "contiguous logits"});  // host_softmax
  if (has_probabilities(call)) {
    made.push_back({.bytes = self.bytes(), .what = "product with the probabilities"});
  } else if (smoothing(call) != 0) {
    made.resize(made.size() + 2, {.bytes = dense_bytes(self.dtype, without_classes(self)), .what = "smooth loss"});
  }
  return made;
}

/// Among what is saved: see save_target.
int place_of_target(const BackwardCall& call) {
  const int before = call.torch.softmax_saves_input ? 2 : 1;  // behind the log probabilities
  if (!copied(call.call, 1)) return before;
  return before + (call.call.is_none(kWeight) ? 0 : 1);  // behind the weight
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  const TensorType made = graph::contiguous(program.type(0).dtype, program.type(0).shape);
  const int inner = program.needs(0) ? program.temporary(made, "gradient of the log probabilities") : -1;
  if (!has_probabilities(call.call)) program.forget(place_of_target(call));  // nll_loss is done
  program.computed(0, made);
  if (inner >= 0) program.release(inner);
  if (has_probabilities(call.call)) program.computed(1, made);
  return program.finish();
}

// nll_loss_nd

Saved saves_nll(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved{.operands = {operand_of(call, 0), operand_of(call, 1)}};
  if (!call.is_none(kWeight)) saved.operands.push_back(operand_of(call, kWeight));
  saved.extras.push_back({exactly(size_of(call.operand(0).type.dtype)), "total weight"});
  return saved;
}

std::vector<graph::GradStep> backward_nll(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.type(0).dtype, program.type(0).shape));
  return program.finish();
}

Operand turned_target() {
  Operand target = data({2, 4}, Dtype::int64);
  target.type.strides = {1, 2};
  return target;
}

Cases cases() {
  return {{tensor({4, 5}), data({4}, Dtype::int64)},
          {tensor({2, 3, 4, 5}), data({2, 4, 5}, Dtype::int64), Given(), 1, 255},
          {tensor({2, 3, 4, 5}), data({2, 4, 5}, Dtype::int64), data({3}), 0, -100},
          {tensor({4, 5}), data({4}, Dtype::int64), Given(), 1, -100, 0.1},
          {tensor({2, 3, 4}), turned_target()},
          {tensor({4, 5}), data({4, 5})}};
}
Cases nll_cases() {
  return {{tensor({4, 5}), data({4}, Dtype::int64)},
          {tensor({2, 3, 4, 5}), data({2, 4, 5}, Dtype::int64), Given(), 2, 255}};
}

constexpr Op kOps[] = {
    {.schema = "cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, int "
               "ignore_index=-100, float label_smoothing=0.0) -> Tensor",
     .names = names<"torch._C._nn.cross_entropy_loss">(),
     .infer = infer<true>,
     .saves = saves,
     .forward = forward,
     .backward = backward,
     .samples = samples<"cross_entropy_loss", cases>},
    {.schema = "nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, int "
               "ignore_index=-100) -> Tensor",
     .names = names<"torch._C._nn.nll_loss_nd">(),
     .infer = infer<false>,
     .saves = saves_nll,
     .backward = backward_nll,
     .samples = samples<"nll_loss_nd", nll_cases>},
};

}  // namespace cross_entropy_op
}  // namespace

std::span<const Op> cross_entropy_ops() { return cross_entropy_op::kOps; }

}  // namespace vramlint::ops
