#include "model/step.h"

#include <algorithm>
#include <array>

#include "model/failure.h"
#include "model/mixed_precision.h"
#include "model/names.h"
#include "model/placement.h"
#include "model/tensor.h"
#include "model/trail.h"

namespace vramlint::model {
namespace {

using graph::TensorId;
using interp::Interpreter;
using interp::Value;
using Kind = BuildFailure::Kind;

constexpr std::array<std::string_view, 8> kNamedLosses = {
    "mse", "l1", "smooth_l1", "cross_entropy", "bce", "bce_with_logits", "sum", "mean"};

bool is_named_loss(std::string_view text) {
  return std::find(kNamedLosses.begin(), kNamedLosses.end(), text) != kNamedLosses.end();
}

std::string_view trimmed(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t\r\n"), end = text.find_last_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin, end - begin + 1);
}

// What a target must look like: a class per position for cross_entropy, else the output's own shape.
InputShape target_like(const Tensor& output, std::string_view loss) {
  InputShape shape{graph::contiguous(output.type_info.dtype, output.type_info.shape), output.origins};
  if (loss == "cross_entropy") {
    graph::Shape without = output.type_info.shape;
    size_t classes = without.size() > 1 ? 1 : 0;
    if (!without.empty()) {
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(classes));
      shape.origins.erase(shape.origins.begin() + static_cast<std::ptrdiff_t>(classes));
    }
    shape.type = graph::contiguous(graph::Dtype::int64, without);
  }
  return shape;
}

class Step {
 public:
  Step(StepParts& parts) : parts_(parts), builder_(*parts.builder), interpreter_(parts.interpreter) {}

  void run(const std::vector<InputShape>& inputs) {
    builder_.in_step = true;
    for (const InputShape& shape : inputs) batch_.push_back(arrive(parts_.builder, share(shape), arrived_++));
    bring_targets();
    zero_grad(config::ZeroGradAt::before_forward);
    MixedPrecision precision(interpreter_, builder_, parts_.precision);
    precision.begin();
    forward();
    find_loss();
    precision.end();
    check_loss();
    if (parts_.experiment.batch_holder == config::BatchHolder::forward) release_batch();
    zero_grad(config::ZeroGradAt::before_backward);
    Value scaled = precision.scaled(loss_);
    builder_.append(graph::Backward{.roots = {*as_tensor(scaled)->id}, .gradients = {{}}});
    scaled = Value::none();
    precision.unscale();
    clip();
    builder_.append(graph::OptimizerStep{});
    precision.update();
    if (parts_.experiment.batch_holder == config::BatchHolder::step) release_step();
    zero_grad(config::ZeroGradAt::after_step);
    if (parts_.experiment.validates) validate(inputs);
    carry();
  }

 private:
  const config::Expression& loss_place() const {
    return parts_.experiment.loss ? *parts_.experiment.loss : *parts_.experiment.model;
  }

  /// A loss that is not known depends on what it was made of.
  void take_root() {
    if (!loss_.is_unknown() || !as_tensor(rooted(loss_))) return;
    const Unknown& why = loss_.as<interp::UnknownValue>()->info;
    interpreter_.assumptions().push_back(
        {"the loss is taken to depend on all tensors that it was made of: " + why.reason, loss_place().span});
    loss_ = rooted(loss_);
  }

  void check_loss() {
    take_root();
    Tensor* loss = as_tensor(loss_);
    if (!loss) no_loss();
    if (loss->type_info.numel() != 1) {
      fail(Kind::raised,
           "RuntimeError: grad can be implicitly created only for scalar outputs; the loss has shape " +
               graph::to_string(loss->type_info.shape),
           loss_place().span);
    }
    if (!loss->on_device() || !loss->requires_grad) {
      fail(Kind::raised, "RuntimeError: the loss does not require grad: no parameter takes part in it",
           loss_place().span);
    }
  }

  void call_model(std::string_view method) {
    value_or_fail(interpreter_.guarded([&] {
      return interpreter_.call(interpreter_.get_attribute(parts_.model, method, {}), std::vector<Value>{}, {});
    }),
                  *parts_.experiment.model);
  }

  /// The same variables are bound anew, while the optimizer's states and what training left are still there.
  void validate(const std::vector<InputShape>& training) {
    std::vector<InputShape> inputs;
    for (const config::Expression& input : parts_.experiment.validation_inputs)
      inputs.push_back(input_shape(interpreter_, evaluate_setting(interpreter_, input, parts_.names), input));
    const size_t outputs_bound = outputs_bound_, loss_bound = loss_bound_;
    call_model("eval");
    builder_.grad_enabled = false;
    for (size_t i = 0; i < batch_.size(); ++i) {
      const InputShape& shape = share(i < inputs.size() ? inputs[i] : training[i]);
      batch_[i] = arrive(parts_.builder, shape, builder_.graph.events.size());
    }
    MixedPrecision precision(interpreter_, builder_, parts_.precision);
    precision.begin();
    forward();
    if (!has_own_targets()) find_loss();
    precision.end();
    builder_.grad_enabled = true;
    call_model("train");
    outputs_bound_ = outputs_bound, loss_bound_ = loss_bound;
  }

  /// Targets of training do not fit other inputs.
  bool has_own_targets() const { return !targets_.empty() && !parts_.experiment.validation_inputs.empty(); }

  interp::Dict& names() { return interpreter_.heap().dict(parts_.names); }

  void bring_targets() {
    for (const config::Expression& target : parts_.experiment.targets) {
      Value spec = evaluate_setting(interpreter_, target, parts_.names);
      targets_.push_back(arrive(parts_.builder, share(input_shape(interpreter_, spec, target)), arrived_++));
    }
  }

  /// DataParallel gives each GPU its part of the batch, the first one never less than another
  /// (torch/nn/parallel/scatter_gather.py: chunks).
  InputShape share(InputShape shape) const {
    const auto& distributed = parts_.experiment.distributed;
    const bool divides = distributed && std::holds_alternative<config::DataParallelFacts>(distributed->kind);
    if (!divides || shape.type.shape.empty()) return shape;
    graph::Dim& batch = shape.type.shape[0];
    for (int64_t* size : {&batch.low, &batch.point, &batch.high}) {
      *size = *size / distributed->gpus + (*size % distributed->gpus != 0);
    }
    shape.type = graph::contiguous(shape.type.dtype, shape.type.shape);
    return shape;
  }

  void zero_grad(config::ZeroGradAt place) {
    const config::Experiment& facts = parts_.experiment;
    if (facts.zero_grad == place) builder_.append(graph::ZeroGrad{{}, facts.optimizer.set_to_none});
  }

  void clip() {
    const auto& clipping = parts_.experiment.clipping;
    if (!clipping) return;
    const bool norm = clipping->kind == config::ClippingFacts::Kind::norm;
    builder_.append(
        graph::ClipGradients{norm ? graph::ClipGradients::Kind::norm : graph::ClipGradients::Kind::value, {}});
  }

  void release_batch() {
    batch_.clear();
    targets_.clear();
  }

  void release_step() {
    release_batch();
    outputs_ = Value::none();
    loss_ = Value::none();
  }

  void forward() {
    const std::optional<config::Expression>& written = parts_.experiment.forward;
    if (written) {
      offer_batch();
      outputs_ = evaluate_setting(interpreter_, *written, parts_.names);
      withdraw_batch();
    } else {
      interp::Arguments arguments{batch_, {}, {}};
      outputs_ = value_or_fail(interpreter_.call_guarded(parts_.model, std::move(arguments)), *parts_.experiment.model);
    }
    outputs_bound_ = builder_.graph.events.size();
    if (outputs_.is_unknown() && !as_tensor(rooted(outputs_))) {
      const Unknown& why = outputs_.as<interp::UnknownValue>()->info;
      fail(Kind::unsupported, "what the model returns is not known: " + why.reason, why.span);
    }
  }

  void find_loss() {
    const std::optional<config::Expression>& loss = parts_.experiment.loss;
    std::string_view text = loss ? trimmed(loss->source->text()) : "mean";
    if (!loss) interpreter_.assumptions().push_back({"no loss is given: the mean of the outputs is taken", {}});
    if (outputs_.is_unknown() && is_named_loss(text))
      loss_ = outputs_;
    else if (is_named_loss(text))
      named_loss(std::string(text));
    else
      written_loss(*loss);
    loss_bound_ = builder_.graph.events.size();
  }

  void offer_batch() {
    names().set("inputs", Value::tuple(batch_));
    names().set("targets", Value::tuple(targets_));
    names().set("model", parts_.model);
  }

  void withdraw_batch() {
    for (std::string_view name : {"outputs", "inputs", "targets"}) names().erase(name);
  }

  void written_loss(const config::Expression& loss) {
    offer_batch();
    names().set("outputs", outputs_);
    loss_ = evaluate_setting(interpreter_, loss, parts_.names);
    withdraw_batch();
  }

  void named_loss(const std::string& name) {
    const config::Expression& place = loss_place();
    loss_ = value_or_fail(interpreter_.guarded([&] {
      Value losses = interpreter_.import("vramlint_losses", {});
      Value compared = interpreter_.call(interpreter_.get_attribute(losses, "compared", {}), {outputs_}, {});
      std::vector<Value> tensors = interpreter_.to_vector(compared, {});
      compared = Value::none();
      if (tensors.empty()) {
        fail(Kind::invalid_value,
             "the model returns no floating point tensor that the loss '" + name +
                 "' could be taken of; write the loss as an expression over `outputs`",
             place.span);
      }
      if (tensors.size() > 1) {
        interpreter_.assumptions().push_back(
            {"the model has " + std::to_string(tensors.size()) + " outputs: the loss is the sum over all of them",
             place.span});
      }
      if (name != "sum" && name != "mean") complete_targets(tensors, name);
      tensors.clear();
      return interpreter_.call(interpreter_.get_attribute(losses, name, {}), {outputs_, Value::tuple(targets_)}, {});
    }),
                          place);
  }

  // The batch brings its targets along: they stand on the device since before the forward.
  void complete_targets(const std::vector<Value>& outputs, const std::string& loss) {
    for (size_t i = targets_.size(); i < outputs.size(); ++i) {
      targets_.push_back(arrive(parts_.builder, target_like(*as_tensor(outputs[i]), loss), arrived_++));
      ++outputs_bound_;
    }
  }

  [[noreturn]] void no_loss() {
    if (loss_.is_unknown()) {
      const Unknown& why = loss_.as<interp::UnknownValue>()->info;
      fail(Kind::unsupported, "the loss is not known: " + why.reason,
           why.span ? in_recipe(why.span, loss_place()) : loss_place().span);
    }
    fail(Kind::invalid_value,
         "the loss must be a tensor with one element, it is " + interpreter_.repr(loss_).substr(0, 80),
         loss_place().span);
  }

  // Lets the variables of the training loop go one by one, to see which tensors each alone had held.
  void carry() {
    builder_.collect_drops();
    loss_ = Value::none();
    carry_until(loss_bound_);
    outputs_ = Value::none();
    carry_until(outputs_bound_);
    for (size_t i = 0; i < batch_.size(); ++i) {
      batch_[i] = Value::none();
      carry_until(i + 1);
    }
    for (size_t i = 0; i < targets_.size(); ++i) {
      targets_[i] = Value::none();
      carry_until(batch_.size() + i + 1);
    }
    carry_kept(builder_);
  }

  void carry_until(size_t event) {
    for (TensorId tensor : builder_.take_drops()) {
      if (is_transient(builder_, tensor)) builder_.graph.carried.push_back({tensor, event});
    }
  }

  StepParts& parts_;
  Builder& builder_;
  Interpreter& interpreter_;
  std::vector<Value> batch_, targets_;
  Value outputs_, loss_;
  size_t arrived_ = 0;
  size_t outputs_bound_ = 0, loss_bound_ = 0;
};

}  // namespace

void run_step(StepParts& parts, const std::vector<InputShape>& inputs) { Step(parts).run(inputs); }

}  // namespace vramlint::model
