#include "model/written_step.h"

#include <algorithm>

#include "model/failure.h"
#include "model/names.h"
#include "model/placement.h"
#include "model/tensor.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;
using Kind = BuildFailure::Kind;

/// The entries of a dict are names of their own.
void offer(interp::Dict& names, std::string_view name, const Value& value) {
  names.set(name, value);
  const auto* parts = value.as<interp::Dict>();
  if (!parts) return;
  for (const interp::Dict::Entry& entry : parts->entries()) {
    if (entry.live && entry.key.is_string() && !names.find(entry.key.as_string()))
      names.set(entry.key.as_string(), entry.value);
  }
}

Value tuple_of(StepParts& parts, const std::vector<InputShape>& shapes) {
  std::vector<Value> tensors;
  for (const InputShape& shape : shapes)
    tensors.push_back(arrive(parts.builder, shape, parts.builder->graph.events.size()));
  return Value::tuple(std::move(tensors));
}

std::vector<InputShape> target_shapes(StepParts& parts) {
  std::vector<InputShape> shapes;
  for (const config::Expression& target : parts.experiment.targets)
    shapes.push_back(input_shape(parts.interpreter, evaluate_setting(parts.interpreter, target, parts.names), target));
  return shapes;
}

/// The batch lives to the end of the iteration, in the training loop's variables.
void carry_batch(Builder& builder, Value names) {
  builder.collect_drops();
  names = Value::none();
  size_t arrived = 0;
  for (const graph::TensorId tensor : builder.take_drops()) {
    if (builder.graph.storages[builder.graph.tensors[tensor].storage].kind == graph::StorageKind::input)
      builder.graph.carried.push_back({tensor, ++arrived});
  }
  carry_kept(builder);
}

template <typename Event>
bool has(const graph::Graph& graph) {
  const auto is_one = [](const graph::Event& event) { return std::holds_alternative<Event>(event); };
  return std::any_of(graph.events.begin(), graph.events.end(), is_one);
}

constexpr const char* kUntrained = "the step never calls backward() on a tensor: nothing is trained";
constexpr const char* kUntrainedInPart =
    "as far as the step is followed it never calls backward() on a tensor: no gradients and no states of the optimizer "
    "are counted";

/// Where a part of the step is not known, backward() may be called there.
void note_untrained(Interpreter& interpreter, Builder& builder, const config::Phase& phase) {
  if (has<graph::Backward>(builder.graph)) return;
  const std::vector<Unknown>& noted = interpreter.unknowns();
  const auto says_so = [](const Unknown& one) { return one.gap == Gap::training; };
  if (std::any_of(noted.begin(), noted.end(), says_so)) return;
  builder.graph.unknowns.push_back({noted.empty() ? kUntrained : kUntrainedInPart, phase.step.span});
}

constexpr int kMostIterations = 64;
constexpr int64_t kMostStepsOfRepeats = 2'000'000;  // of the interpreter's, a tenth of its budget

/// Gradients are accumulated: the program's optimizers step in a later iteration, which a counter decides.
bool steps_later(const graph::Graph& graph) {
  return !graph.optimizers.empty() && has<graph::Backward>(graph) && !has<graph::OptimizerStep>(graph);
}

constexpr const char* kNeverSteps =
    "no optimizer steps in the iterations that are followed: its states are not counted";

void note_never_steps(Builder& builder, const config::Phase& phase) {
  if (steps_later(builder.graph)) builder.graph.unknowns.push_back({kNeverSteps, phase.step.span});
}

}  // namespace

bool says_untrained(const Unknown& unknown) {
  return unknown.reason == kUntrained || unknown.reason == kUntrainedInPart || unknown.reason == kNeverSteps;
}

void run_written_step(StepParts& parts, const config::Phase& phase, const Value& state,
                      const std::vector<InputShape>& inputs) {
  Interpreter& interpreter = parts.interpreter;
  Builder& builder = *parts.builder;
  const std::vector<InputShape> targets = target_shapes(parts);
  Value function = evaluate_setting(interpreter, phase.step, parts.names);
  if (function.is_unknown()) {
    fail(Kind::unresolved, "the step is not known: " + function.as<interp::UnknownValue>()->info.reason,
         phase.step.span);
  }
  builder.in_step = true;
  auto* made = new interp::Dict;
  Value names(made);
  interp::Dict& offered = *made;
  offered.set("cfg", *parts.names.as<interp::Dict>()->find("cfg"));
  offered.set("inputs", tuple_of(parts, inputs));
  offered.set("targets", tuple_of(parts, targets));
  offer(offered, "model", parts.model);
  offer(offered, "state", state);
  const auto iterate = [&] {
    (void)value_or_fail(interpreter.guarded([&] {
      Value steps = interpreter.import("vramlint_steps", {});
      return interpreter.call(interpreter.get_attribute(steps, "run", {}), {function, names}, {});
    }),
                        phase.step);
  };
  iterate();
  const int64_t first = interpreter.budget().steps();
  for (int done = 1; done < kMostIterations && steps_later(builder.graph); ++done) {
    if (interpreter.budget().steps() - first > kMostStepsOfRepeats) break;
    offered.set("inputs", tuple_of(parts, inputs));
    offered.set("targets", tuple_of(parts, targets));
    iterate();
  }
  note_never_steps(builder, phase);
  if (phase.name == "train") note_untrained(interpreter, builder, phase);
  carry_batch(builder, std::move(names));
}

}  // namespace vramlint::model
