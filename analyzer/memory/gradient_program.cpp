#include "memory/gradient_program.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "graph/operator_name.h"
#include "memory/libraries/aten_reduction.h"
#include "memory/libraries/convolution_call.h"
#include "memory/libraries/cudnn_convolution.h"
#include "memory/libraries/cudnn_recurrent.h"
#include "memory/libraries/cufft.h"

namespace vramlint::memory {

namespace {

using graph::GradStep;

constexpr size_t kMostKnown = 8192;  // nodes

class Run {
 public:
  Run(const GradientProgram& program, const graph::Node& node, std::vector<Gradient>& incoming,
      const std::vector<GradStep>& steps, std::vector<StorageRef>* saved)
      : program_(program),
        node_(node),
        incoming_(incoming),
        steps_(steps),
        saved_(saved),
        outgoing_(node.inputs.size()) {}

  std::vector<Gradient> all() {
    for (const GradStep& step : steps_) play(step);
    multiply();
    for (StorageRef& slot : slots_) slot.reset();
    return std::move(outgoing_);
  }

 private:
  void play(const GradStep& step) {
    switch (step.kind) {
      case GradStep::Kind::allocate:
        return allocate(step);
      case GradStep::Kind::release:
        return slot(step).reset();
      case GradStep::Kind::gradient:
        return fresh(step);
      case GradStep::Kind::pass:
        return pass(step);
      case GradStep::Kind::promote:
        return put(step, make_gradient(std::exchange(slot(step), {}), step.type));
      case GradStep::Kind::part:
        return put(step, make_view(slot(step), step.type));
      case GradStep::Kind::forget:
        return forget(step);
      case GradStep::Kind::returned:
        return returned();
    }
  }

  /// The result of the first product is there before cuBLAS asks for its workspace.
  void multiply() {
    if (!std::exchange(multiplied_, true)) program_.products.backward(node_);
  }

  void forget(const GradStep& step) {
    if (step.slot < 0) std::fill(incoming_.begin(), incoming_.end(), nullptr);
    if (!saved_) return;
    if (step.slot < 0) return saved_->clear();
    const auto at = static_cast<size_t>(step.slot);
    if (at < saved_->size()) (*saved_)[at].reset();
  }

  /// What a checkpoint has computed again is handed out once: nobody else keeps it (_checkpoint_hook of
  /// torch/utils/checkpoint.py [2.11]). Without one the node does, until the engine is done with it.
  void returned() {
    if (node_.segment && saved_) saved_->clear();
  }

  void allocate(const GradStep& step) {
    Label label = label_of(Category::temporary);
    if (step.workspace) label.category = Category::workspace;
    if (becomes_gradient(step.slot)) label.category = Category::gradient;
    if (label.category != Category::gradient && !step.what.empty()) label.op = step.what;
    const ConvolutionPass pass = step.operand == 1 ? ConvolutionPass::by_weight : ConvolutionPass::by_input;
    slot(step) =
        step.workspace ? program_.workspace(node_, pass, step.bytes, label) : program_.storages.make(step.bytes, label);
    if (label.category == Category::gradient) multiply();
  }

  void fresh(const GradStep& step) {
    StorageRef made = program_.storages.make(step.type.bytes(), label_of(Category::gradient));
    multiply();
    sum_down(step);
    put(step, make_gradient(std::move(made), step.type));
  }

  void sum_down(const GradStep& step) {
    if (const Gradient& whole = incoming_.front(); whole) {
      const ReductionBuffers buffers =
          gradient_reduction(node_, step.operand, whole->type, step.type, program_.platform);
      program_.take_and_leave(buffers, label_of(Category::workspace));
    }
    const NormSums sums = norm_gradient(node_, step.operand, program_.platform);
    if (sums.weight.high > Bytes(0)) {
      const Label label = label_of(Category::temporary);
      const StorageRef weight = program_.storages.make(sums.weight, label),
                       bias = program_.storages.make(sums.bias, label);
      program_.take_and_leave(sums.reduction, label);
    }
    const Interval sorted = embedding_gradient(node_, program_.platform);
    if (sorted.high > Bytes(0)) program_.storages.make(sorted, label_of(Category::temporary)).reset();
  }

  /// The incoming tensor itself where nothing about it changes, else a view of it.
  void pass(const GradStep& step) {
    const Gradient& source = incoming_.at(static_cast<size_t>(step.output));
    if (!source) return;
    const bool same = source->type.shape == step.type.shape && source->type.strides == step.type.strides;
    put(step, same ? source : make_view(source->storage, step.type));
  }

  void put(const GradStep& step, Gradient gradient) {
    outgoing_.at(static_cast<size_t>(step.operand)) = std::move(gradient);
  }

  StorageRef& slot(const GradStep& step) {
    VRAMLINT_CHECK(step.slot >= 0, "a gradient step without its slot");
    const auto index = static_cast<size_t>(step.slot);
    if (slots_.size() <= index) slots_.resize(index + 1);
    return slots_[index];
  }

  bool becomes_gradient(int slot) const {
    return std::any_of(steps_.begin(), steps_.end(), [&](const GradStep& step) {
      return step.slot == slot && (step.kind == GradStep::Kind::promote || step.kind == GradStep::Kind::part);
    });
  }

  Label label_of(Category category) const {
    return {.category = category, .module = node_.module, .op = operator_name(*node_.call.op), .span = node_.span};
  }

  const GradientProgram& program_;
  const graph::Node& node_;
  std::vector<Gradient>& incoming_;
  const std::vector<GradStep>& steps_;
  std::vector<StorageRef>* saved_;
  std::vector<Gradient> outgoing_;
  std::vector<StorageRef> slots_;
  bool multiplied_ = false;
};

}  // namespace

void GradientProgram::take_and_leave(const ReductionBuffers& buffers, Label label) const {
  if (!buffers.any()) return;
  label.op = "partial results";
  const StorageRef partial = storages.make(buffers.partial, label), counters = storages.make(buffers.semaphores, label);
}

StorageRef GradientProgram::workspace(const graph::Node& node, ConvolutionPass pass, const Interval& asked,
                                      const Label& label) const {
  if (is_convolution(node)) {
    if (convolutions.size() >= kMostKnown) convolutions.clear();
    const auto [found, is_new] = convolutions.try_emplace({&node, pass});
    if (is_new) found->second = cudnn_convolution(node, pass, platform).value_or(asked);
    return storages.attempt(found->second, label);
  }
  if (const auto space = transform_work_area(node, pass != ConvolutionPass::forward, asked, platform))
    return storages.make(*space, label);
  return storages.make(recurrent_workspace(node, platform).value_or(asked), label);
}

std::vector<Gradient> GradientProgram::run(const graph::Node& node, std::vector<Gradient> incoming,
                                           std::vector<StorageRef>* saved) const {
  const bool reached = std::any_of(incoming.begin(), incoming.end(), [](const Gradient& g) { return g != nullptr; });
  if (!reached || !node.call.op->backward) return std::vector<Gradient>(node.inputs.size());
  return Run(*this, node, incoming, steps_of(node, incoming), saved).all();
}

const std::vector<GradStep>& GradientProgram::steps_of(const graph::Node& node,
                                                       const std::vector<Gradient>& incoming) const {
  const auto same = [](const std::optional<graph::TensorType>& type, const Gradient& gradient) {
    if (!type || !gradient) return !type && !gradient;
    return type->dtype == gradient->type.dtype && type->shape == gradient->type.shape &&
           type->strides == gradient->type.strides && type->offset == gradient->type.offset;
  };
  if (known.size() >= kMostKnown) known.clear();
  const auto [found, is_new] = known.try_emplace(&node);
  Known& last = found->second;
  if (!is_new && std::equal(last.incoming.begin(), last.incoming.end(), incoming.begin(), incoming.end(), same))
    return last.steps;
  graph::BackwardCall call{node.call, node.outputs, {}, torch};
  call.grads.reserve(incoming.size());
  for (const Gradient& gradient : incoming)
    call.grads.push_back(gradient ? std::optional(gradient->type) : std::nullopt);
  last.steps = node.call.op->backward(call);
  last.incoming = std::move(call.grads);
  return last.steps;
}

}  // namespace vramlint::memory
