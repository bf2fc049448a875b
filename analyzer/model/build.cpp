#include "model/build.h"

#include <algorithm>

#include "model/apply.h"
#include "model/failure.h"
#include "model/mixed_precision.h"
#include "model/names.h"
#include "model/step.h"
#include "model/torch_modules.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;
using Kind = BuildFailure::Kind;

interp::World world(const config::Experiment& experiment, BuildContext& context) {
  return {context.files, context.parsed, &prelude(), experiment.import_paths, experiment.working_directory, {}};
}

bool is_module(Interpreter& interpreter, const Value& model) {
  if (!model.as<interp::Instance>()) return false;
  interp::Result<Value> found = interpreter.guarded([&] {
    Value cls = interpreter.get_attribute(interpreter.import("torch.nn", {}), "Module", {});
    return Value::boolean(interpreter.is_instance(model, cls, {}));
  });
  auto* value = std::get_if<Value>(&found);
  return value && value->as_bool();
}

Value make_model(Interpreter& interpreter, const config::Expression& expression, const Value& names) {
  Value model = evaluate(interpreter, expression, names);
  if (model.is_unknown()) {
    const Unknown& why = model.as<interp::UnknownValue>()->info;
    fail(Kind::unresolved, "the model is not known: " + why.reason,
         why.span ? in_recipe(why.span, expression) : expression.span);
  }
  if (!is_module(interpreter, model)) {
    fail(Kind::unresolved,
         "the model expression yields no torch.nn.Module but " + interpreter.repr(model).substr(0, 80),
         expression.span);
  }
  return model;
}

template <typename T>
void distinct(std::vector<T>& items) {
  std::vector<T> kept;
  for (T& item : items) {
    if (std::find(kept.begin(), kept.end(), item) == kept.end()) kept.push_back(std::move(item));
  }
  items = std::move(kept);
}

Built build_step(Interpreter& interpreter, const std::shared_ptr<Builder>& builder, const config::Config& config,
                 const config::Experiment& experiment) {
  Value names = make_names(interpreter, config);
  std::vector<InputShape> inputs;
  for (const config::Expression& input : experiment.inputs) {
    inputs.push_back(input_shape(interpreter, evaluate_setting(interpreter, input, names), input));
  }
  Built built;
  built.precision = precision_of(interpreter, experiment, names);
  built.batch = batch_key(interpreter, inputs, config);
  built.shape_keys = shape_keys(interpreter, inputs, config);
  StepParts parts{interpreter,    builder, experiment, names, make_model(interpreter, *experiment.model, names),
                  built.precision};
  place_parameters(parts);
  if (inputs.empty()) {
    fail(Kind::unknown_shape,
         "the shape of the model's input is neither in the config nor in the source; add `inputs:` to "
         "the recipe, for example inputs: [\"float32[cfg.batch_size, 3, 224, 224]\"]",
         experiment.model->span);
  }
  run_step(parts, inputs);
  builder->finish();
  built.phases.push_back(std::move(builder->graph));
  return built;
}

}  // namespace

BuildResult build(const config::Config& config, const config::Experiment& experiment, BuildContext& context) {
  BuildResult result;
  if (!experiment.model) {
    result.failure = BuildFailure{Kind::unresolved, "the recipe names no model", {}, {}, {}};
    return result;
  }
  auto builder = std::make_shared<Builder>();
  builder->torch = graph::torch_profile(context.torch).value_or(builder->torch);
  builder->torch_version = context.torch;
  Interpreter interpreter(world(experiment, context));
  install_torch(interpreter, builder);
  try {
    result.built = build_step(interpreter, builder, config, experiment);
  } catch (const Failed& failed) {
    result.failure = failed.failure;
  } catch (const Unsupported& found) {
    result.failure = failure_of(found, *experiment.model);
  }
  builder->finish();
  result.unknowns = interpreter.unknowns();
  result.assumptions = interpreter.assumptions();
  distinct(result.unknowns);
  distinct(result.assumptions);
  interpreter.set_effects(nullptr);
  set_builder(interpreter, nullptr);
  return result;
}

}  // namespace vramlint::model
