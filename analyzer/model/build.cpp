#include "model/build.h"

#include <algorithm>

#include "config/contents.h"
#include "interp/branches.h"
#include "interp/listed.h"
#include "interp/opaque.h"
#include "interp/text.h"
#include "model/apply.h"
#include "model/attempt.h"
#include "model/conclude.h"
#include "model/config_looks.h"
#include "model/failure.h"
#include "model/mixed_precision.h"
#include "model/names.h"
#include "model/placement.h"
#include "model/program_setting.h"
#include "model/step.h"
#include "model/workshop.h"
#include "model/written_step.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;
using Kind = BuildFailure::Kind;

/// nn.DataParallel is one process.
int64_t processes(const config::Experiment& experiment) {
  if (!experiment.distributed) return 1;
  const bool threads = std::holds_alternative<config::DataParallelFacts>(experiment.distributed->kind);
  return threads ? 1 : experiment.distributed->gpus;
}

Value make_model(Interpreter& interpreter, const config::Expression& expression, const Value& names) {
  Value model = interp::standing_in(evaluate(interpreter, expression, names));
  if (model.is_unknown()) {
    const Unknown& why = model.as<interp::UnknownValue>()->info;
    fail(Kind::unsupported, "the model is not known: " + why.reason,
         why.span ? in_recipe(why.span, expression) : expression.span);
  }
  if (modules_in(interpreter, model, "").empty()) {
    fail(Kind::unresolved, "the model expression yields no torch.nn.Module but " + interp::shown(interpreter, model),
         expression.span);
  }
  return model;
}

/// What `setup:` makes, with the model at hand: optimizers, averaged copies, scalers.
Value make_state(Interpreter& interpreter, const config::Experiment& experiment, const Value& names, const Value& model,
                 Builder& builder) {
  if (!experiment.setup) return Value::none();
  interp::Dict& table = interpreter.heap().dict(names);
  table.set("model", model);
  builder.in_setup = true;
  Value state = evaluate_setting(interpreter, *experiment.setup, names);
  builder.in_setup = false;
  table.erase("model");
  return state;
}

void place(StepParts& parts, const Value& state) {
  value_or_fail(parts.interpreter.guarded([&] {
    parts.builder->graph.modules = {""};
    for (const NamedModule& module : modules_in(parts.interpreter, parts.model, ""))
      place_module(parts.interpreter, *parts.builder, module, Owner::model);
    for (const NamedModule& module : modules_in(parts.interpreter, state, "state"))
      place_module(parts.interpreter, *parts.builder, module, Owner::state);
    place_tensors(parts.interpreter, *parts.builder, state, "state");
    return Value::none();
  }),
                *parts.experiment.model);
}

[[noreturn]] void no_inputs(const config::Experiment& experiment) {
  fail(Kind::unknown_shape,
       "the shape of the model's input is neither in the config nor in the source; add `inputs:` to "
       "the recipe, for example inputs: [\"float32[cfg.batch_size, 3, 224, 224]\"]",
       experiment.model->span);
}

/// Null: the step that the recipe's keys describe.
void build_phase(Interpreter& interpreter, const std::shared_ptr<Builder>& builder, const config::Config& config,
                 const config::Experiment& experiment, const config::Phase* phase, PhaseFacts& facts,
                 std::vector<config::Look>& looks) {
  Value names = make_names(interpreter, config);
  const ConfigLooks looking(config.root, *names.as<interp::Dict>()->find("cfg"));
  std::vector<InputShape> inputs;
  for (const config::Expression& input : experiment.inputs) {
    inputs.push_back(input_shape(interpreter, evaluate_setting(interpreter, input, names), input));
  }
  PrecisionSetting setting = precision_of(interpreter, experiment, names);
  facts.precision = setting.precision;
  facts.precision_key = std::move(setting.key);
  facts.batch = batch_key(interpreter, inputs, config);
  facts.shape_keys = shape_keys(interpreter, inputs, config);
  StepParts parts{interpreter,    builder, experiment, names, make_model(interpreter, *experiment.model, names),
                  facts.precision};
  Value state = make_state(interpreter, experiment, names, parts.model, *builder);
  place(parts, state);
  for (const NamedModule& module : modules_in(interpreter, parts.model, "")) {
    if (!module.first.empty()) facts.models.push_back(module.first);
  }
  if (inputs.empty()) no_inputs(experiment);
  if (phase && facts.precision != config::Precision::fp32) {
    const Span place = experiment.precision_expression ? experiment.precision_expression->span : phase->step.span;
    interpreter.assumptions().push_back(
        {"`amp` says nothing of a step that is written as a function: it runs in mixed precision where it enters "
         "autocast itself",
         place});
  }
  if (phase)
    run_written_step(parts, *phase, state, inputs);
  else
    run_step(parts, inputs);
  looking.take(*names.as<interp::Dict>()->find("cfg"), looks);
  take_size_keys(interpreter, builder->sized, config, facts);
  builder->finish();
}

/// `{config}` is the config's path, also behind an option: `--config={config}`.
std::string with_config(std::string word, std::string_view path) {
  constexpr std::string_view kPlace = "{config}";
  for (size_t at = word.find(kPlace); at != std::string::npos; at = word.find(kPlace, at + path.size()))
    word.replace(at, kPlace.size(), path);
  return word;
}

/// sys.argv, where the recipe says how its script is called.
void give_command_line(Interpreter& interpreter, const config::Config& config, const config::Experiment& experiment) {
  if (experiment.programs.empty() || !experiment.programs.front().arguments) return;
  const config::Program& program = experiment.programs.front();
  std::vector<Value> words = {Value::string(program.path)};
  for (const std::string& word : *program.arguments)
    words.push_back(Value::string(with_config(word, config.source->path())));
  (void)interpreter.guarded([&] {
    interpreter.set_attribute(interpreter.import("sys", {}), "argv", Value::list(std::move(words)), {});
    return Value::none();
  });
}

std::shared_ptr<Builder> make_builder(const config::Experiment& experiment, const BuildContext& context) {
  auto builder = std::make_shared<Builder>();
  builder->torch = graph::torch_profile(context.torch).value_or(builder->torch);
  builder->torch_version = context.torch;
  for (const config::Package& package : experiment.packages)
    builder->packages.emplace_back(package.name, package.version);
  builder->processes = processes(experiment);
  return builder;
}

void prepare(Interpreter& interpreter, const config::Config& config, const config::Experiment& experiment,
             BuildContext& context, const Attempt& how) {
  interpreter.world().contents = config::contents_for_programs(config);
  interpreter.world().other_arms = how.other_arms;
  interpreter.world().doubts = how.doubts;
  if (how.doubts) doubt(interpreter, experiment);
  give_command_line(interpreter, config, experiment);
  if (how.imports_of_script) import_for_script(interpreter, experiment, context);
}

}  // namespace

Outcome attempt(const PhaseOf& phase, BuildContext& context, const Attempt& how, std::vector<config::Look>& looks) {
  const config::Experiment& experiment = phase.experiment;
  std::shared_ptr<Builder> builder = make_builder(experiment, context);
  std::unique_ptr<Bench> bench = context.workshop ? context.workshop->take(experiment, context, builder)
                                                  : make_bench(experiment, context, builder);
  Interpreter& interpreter = bench->interpreter;
  Outcome outcome;
  PhaseFacts& facts = outcome.facts;
  facts.stage = phase.stage;
  try {
    prepare(interpreter, phase.config, experiment, context, how);
    build_phase(interpreter, builder, phase.config, experiment, phase.phase, facts, looks);
    if (!how.compares) note_not_followed(interpreter, how.other_arms, how.failure);
    take_graph(interpreter, *builder, phase, outcome);
  } catch (const Failed& failed) {
    outcome.is_raised = failed.failure.kind == Kind::raised;
    outcome.failure = as_far_as_known(interpreter, failed.failure);
  } catch (const Unsupported& found) {
    outcome.failure = failure_of(found, phase.phase ? phase.phase->step : *experiment.model);
  }
  if (outcome.failure) {
    outcome.failure->phase = phase_name(experiment, phase.phase);
    outcome.parameters = parameters_of(builder->graph);
  }
  builder->finish();
  builder->autocast.kept.clear();  // tensors hold the builder
  take_notes(interpreter, outcome);
  interpreter.world().contents = {};
  interpreter.world().other_arms = {};
  interpreter.world().doubts = false;
  context.steps += interpreter.budget().taken();
  if (bench->snapshot) {
    const std::vector<const Source*>& opened = bench->snapshot->opened_by_now();
    context.opened.insert(context.opened.end(), opened.begin(), opened.end());
  }
  interpreter.set_effects(nullptr);
  set_builder(interpreter, nullptr);
  builder.reset();
  if (context.workshop) context.workshop->give_back(experiment, context, std::move(bench));
  return outcome;
}

}  // namespace vramlint::model
