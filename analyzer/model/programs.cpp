#include "model/programs.h"

#include <utility>

#include "interp/opaque.h"
#include "model/apply.h"

namespace vramlint::model {
namespace {

using graph::TensorId;
using interp::Interpreter;
using interp::Value;

/// Where the builder stood; back there at the end of the scope.
class Mode {
 public:
  Mode(Builder& builder, bool grad_enabled, AutocastMode autocast)
      : builder_(builder),
        grad_enabled_(builder.grad_enabled),
        segment_(builder.segment),
        module_(builder.module),
        autocast_(std::exchange(builder.autocast, {})) {
    builder_.grad_enabled = grad_enabled;
    builder_.segment.reset();
    builder_.autocast.mode = autocast;
    builder_.autocast.origin = autocast_.origin;  // what was cast before comes in here
  }
  Mode(const Mode&) = delete;
  Mode& operator=(const Mode&) = delete;
  ~Mode() {
    builder_.grad_enabled = grad_enabled_;
    builder_.segment = segment_;
    builder_.module = module_;
    builder_.autocast = std::move(autocast_);
  }

 private:
  Builder& builder_;
  bool grad_enabled_;
  std::optional<graph::SegmentId> segment_;
  graph::ModuleId module_;
  Autocast autocast_;
};

/// Nodes recorded in the scope belong to the segment.
class Within {
 public:
  Within(Builder& builder, graph::SegmentId segment)
      : builder_(builder), outer_(std::exchange(builder.segment, segment)) {}
  Within(const Within&) = delete;
  Within& operator=(const Within&) = delete;
  ~Within() { builder_.segment = outer_; }

 private:
  Builder& builder_;
  std::optional<graph::SegmentId> outer_;
};

std::vector<TensorId> ids_of(const std::vector<Value>& tensors) {
  std::vector<TensorId> ids;
  for (const Value& value : tensors) ids.push_back(*as_tensor(value)->id);
  return ids;
}

/// An operator refuses what it is given: so it does in the run. Other exceptions may be gaps of ours.
bool raises_at_run_time(Interpreter& interpreter, const interp::Raised& raised) {
  return interpreter.type_of(raised.exception) == interpreter.builtin_class("RuntimeError");
}

/// What a program does not follow through is left out, and said.
template <typename Body>
std::optional<graph::ProgramId> written(Interpreter& interpreter, Builder& builder, std::vector<TensorId> inputs,
                                        std::string_view what, Body body) {
  builder.open_program(std::move(inputs));
  std::string reason;
  try {
    return body();
  } catch (const interp::Raised& raised) {
    reason = interpreter.str(raised.exception);
    if (raises_at_run_time(interpreter, raised)) {
      builder.abandon_program();
      interpreter.raise("RuntimeError", reason + ", in " + std::string(what), raised.span, raised.origin);
    }
  } catch (const Unsupported& found) {
    reason = found.message;
  }
  builder.abandon_program();
  interp::note_unknown(interpreter,
                       {"what " + std::string(what) + " holds is not counted, for it could not be followed: " + reason,
                        user_span(interpreter)});
  return {};
}

std::vector<std::optional<TensorId>> outputs_of(Interpreter& interpreter, const Value& result) {
  std::vector<std::optional<TensorId>> outputs;
  for (const Value& value : interpreter.to_vector(result, {})) {
    const Tensor* tensor = as_tensor(value);
    outputs.push_back(tensor && tensor->on_device() ? tensor->id : std::nullopt);
  }
  return outputs;
}

}  // namespace

std::optional<graph::ProgramId> follow_backward(Interpreter& interpreter, const Value& function,
                                                std::vector<Value> gradients, const std::vector<Tensor*>& held) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  const Mode mode(*builder, false, {});  // the engine runs outside of autocast
  return written(interpreter, *builder, ids_of(gradients), "the backward of a Function", [&] {
    Value result = interpreter.call(function, std::move(gradients), {});
    gradients.clear();
    const graph::ProgramId program = builder->close_program(outputs_of(interpreter, result));
    for (const Tensor* tensor : held) {
      if (tensor && tensor->on_device()) builder->graph.programs[program].captured.push_back(*tensor->id);
    }
    builder->ignore_drops([&] { result = Value::none(); });  // the engine takes them over
    return program;
  });
}

Value run_segment(Interpreter& interpreter, const Value& function, const std::vector<Tensor*>& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  if (!builder->in_step || !builder->grad_enabled) return interpreter.call(function, std::vector<Value>{}, {});
  const auto segment = static_cast<graph::SegmentId>(builder->graph.segments.size());
  builder->graph.segments.push_back({});
  for (const Tensor* tensor : arguments) {
    if (tensor && tensor->on_device()) builder->graph.segments[segment].arguments.push_back(*tensor->id);
  }
  Value result;
  {
    const Within within(*builder, segment);
    result = interpreter.call(function, std::vector<Value>{}, {});
  }
  const Mode mode(*builder, true, builder->autocast.mode);
  const auto again = written(interpreter, *builder, {}, "what a checkpoint makes again", [&] {
    interpreter.call(function, std::vector<Value>{}, {});
    builder->autocast.kept.clear();
    return builder->close_program({});
  });
  if (again)
    builder->graph.segments[segment].again = *again;
  else
    builder->leave_segment(segment);
  return result;
}

}  // namespace vramlint::model
