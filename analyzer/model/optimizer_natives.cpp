#include "model/apply.h"
#include "model/autograd.h"
#include "model/ended_trainings.h"
#include "model/made_in_step.h"
#include "model/trail.h"

namespace vramlint::model {
namespace {

using graph::TensorId;
using interp::Arguments;
using interp::Interpreter;
using interp::Value;

std::vector<std::pair<std::string, double>> numbers_in(const Value& options) {
  std::vector<std::pair<std::string, double>> numbers;
  const auto* table = options.as<interp::Dict>();
  if (!table) return numbers;
  for (const interp::Dict::Entry& entry : table->entries()) {
    if (!entry.live || !entry.key.is_string()) continue;
    if (entry.value.is_bool()) {
      numbers.emplace_back(entry.key.as_string(), entry.value.as_bool() ? 1.0 : 0.0);
    } else if (entry.value.is_number()) {
      numbers.emplace_back(entry.key.as_string(), entry.value.as_real());
    }
  }
  return numbers;
}

/// new_optimizer(name, options): its number.
Value native_new_optimizer(Interpreter& interpreter, Arguments& arguments) {
  Builder& builder = *builder_of(interpreter);
  builder.graph.optimizers.push_back({std::string(arguments.positional.at(0).as_string()),
                                      numbers_in(arguments.positional.at(1)),
                                      {},
                                      user_span(interpreter)});
  return Value::integer(static_cast<int64_t>(builder.graph.optimizers.size()) - 1);
}

/// optimizer_step(number, parameters)
Value native_optimizer_step(Interpreter& interpreter, Arguments& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  const auto number = static_cast<uint32_t>(arguments.positional.at(0).as_int());
  std::vector<TensorId>& parameters = builder->graph.optimizers.at(number).parameters;
  parameters.clear();
  for (const Tensor* tensor : tensors_in(interpreter, arguments.positional.at(1))) {
    if (tensor && tensor->on_device()) parameters.push_back(*tensor->id);
  }
  ++builder->optimizer_steps;
  if (!builder->in_step) {
    note_ended_step(*builder, number, tensors_in(interpreter, arguments.positional.at(1)));
    return Value::none();
  }
  note_made_in_step(interpreter, *builder, parameters);
  note_step(*builder, number);
  builder->append(graph::OptimizerStep{number});
  return Value::none();
}

/// program_steps(True) and program_steps(False): around the step() of an optimizer of the program's own, which is
/// followed like any other code.
Value native_program_steps(Interpreter& interpreter, Arguments& arguments) {
  const auto builder = builder_of(interpreter);
  const bool begins = arguments.positional.at(0).as_bool();
  if (begins) ++builder->optimizer_steps;
  builder->program_steps += begins ? 1 : -1;
  return Value::none();
}

constexpr std::pair<std::string_view, NativeFunction> kOptimizerNatives[] = {
    {"new_optimizer", native_new_optimizer},
    {"optimizer_step", native_optimizer_step},
    {"program_steps", native_program_steps},
};

}  // namespace

std::span<const std::pair<std::string_view, NativeFunction>> optimizer_natives() { return kOptimizerNatives; }

}  // namespace vramlint::model
