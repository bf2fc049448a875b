#include "model/build.h"

#include <algorithm>

#include "config/contents.h"
#include "interp/listed.h"
#include "interp/opaque.h"
#include "interp/text.h"
#include "model/apply.h"
#include "model/config_looks.h"
#include "model/failure.h"
#include "model/mixed_precision.h"
#include "model/names.h"
#include "model/placement.h"
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
Value make_state(Interpreter& interpreter, const config::Experiment& experiment, const Value& names,
                 const Value& model) {
  if (!experiment.setup) return Value::none();
  interp::Dict& table = interpreter.heap().dict(names);
  table.set("model", model);
  Value state = evaluate_setting(interpreter, *experiment.setup, names);
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
                 std::vector<bool>& looks) {
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
  Value state = make_state(interpreter, experiment, names, parts.model);
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
  facts.size_keys = size_keys(interpreter, builder->sized, config);
  builder->finish();
}

/// torch.backends.cudnn.benchmark as the step leaves it, if it is on.
std::optional<bool> benchmark_of(Interpreter& interpreter) {
  const interp::Result<Value> module = interpreter.import_module("torch.backends.cudnn");
  const auto* found = std::get_if<Value>(&module);
  const auto* cudnn = found ? found->as<interp::Module>() : nullptr;
  const auto* names = cudnn ? cudnn->globals.as<interp::Dict>() : nullptr;
  const Value* benchmark = names ? names->find("benchmark") : nullptr;
  if (benchmark && benchmark->is_bool() && benchmark->as_bool()) return true;
  return std::nullopt;
}

/// What the program has put into os.environ for libraries, beyond what it found there.
std::vector<std::pair<std::string, std::string>> set_by_program(Interpreter& interpreter,
                                                                const config::Experiment& experiment) {
  std::vector<std::pair<std::string, std::string>> set;
  for (const auto& [name, value] : interp::environment_of(interpreter)) {
    if (!config::is_library_variable(name)) continue;
    if (value.is_unknown()) {
      interp::note_unknown(
          interpreter, unknown_by(value.as<interp::UnknownValue>()->info,
                                  "the program sets " + name + " to what is not known", {}, Gap::held, Pull::either));
    } else if (value.is_string()) {
      std::pair<std::string, std::string> variable(name, value.as_string());
      const auto& found = experiment.environment;
      if (std::find(found.begin(), found.end(), variable) == found.end()) set.push_back(std::move(variable));
    }
  }
  return set;
}

/// "vae", "vae/validation": the stage, and the phase where the stage has several.
std::string phase_name(const config::Experiment& experiment, const config::Phase* phase) {
  const std::string own = phase ? phase->name : "train";
  if (experiment.stage.empty()) return own;
  return own == "train" ? experiment.stage : experiment.stage + "/" + own;
}

std::vector<Span> places_of_modules(const Builder& builder, const config::Experiment& experiment) {
  std::vector<Span> places(builder.graph.modules.size());
  for (const auto& [object, module] : builder.modules) {
    const auto made = builder.made.find(object);
    if (made == builder.made.end()) continue;
    places[module] = in_recipe(made->second, *experiment.model);
    if (experiment.setup) places[module] = in_recipe(places[module], *experiment.setup);
  }
  return places;
}

/// A failure is not the user's where something that is not known has been noted on the way.
BuildFailure as_far_as_known(Interpreter& interpreter, BuildFailure failure) {
  const std::vector<Unknown>& noted = interpreter.unknowns();
  if (failure.kind == Kind::budget) {
    if (failure.message.starts_with("evaluation stopped") || failure.message.starts_with("values of more"))
      failure.message += " --evaluation-budget 10 allows ten times as much";
    return failure;
  }
  if (failure.kind == Kind::unsupported) return failure;
  const std::vector<Assumption>& assumed = interpreter.assumptions();
  const auto guess = std::find_if(assumed.begin(), assumed.end(), interp::is_given_back);
  if (noted.empty() && guess == assumed.end()) return failure;
  failure.kind = Kind::unsupported;
  failure.message += noted.empty() ? "; what led there is assumed: " + guess->text
                                   : "; what led there is not all known: " + noted.front().reason;
  return failure;
}

/// sys.argv, where the recipe says how its script is called.
void give_command_line(Interpreter& interpreter, const config::Config& config, const config::Experiment& experiment) {
  if (experiment.programs.empty() || !experiment.programs.front().arguments) return;
  const config::Program& program = experiment.programs.front();
  std::vector<Value> words = {Value::string(program.path)};
  for (const std::string& word : *program.arguments)
    words.push_back(Value::string(word == "{config}" ? config.source->path() : word));
  (void)interpreter.guarded([&] {
    interpreter.set_attribute(interpreter.import("sys", {}), "argv", Value::list(std::move(words)), {});
    return Value::none();
  });
}

struct PhaseBuild {
  const config::Config& config;
  const config::Experiment& experiment;
  BuildContext& context;
  BuildResult& result;
  std::vector<bool>& looks;

  void fail_with(BuildFailure failure, const config::Phase* phase) {
    const auto same = [&](const BuildFailure& known) {
      return known.kind == failure.kind && known.message == failure.message && known.span == failure.span;
    };
    if (std::any_of(result.failures.begin(), result.failures.end(), same)) return;
    failure.phase = phase_name(experiment, phase);
    if (!result.failure) result.failure = failure;
    result.failures.push_back(std::move(failure));
  }

  /// A program that does not end would not end in the other phases either, each with a budget of its own.
  bool ran_out = false;

  /// Every phase has an interpreter to itself: what one does to the program's objects is none of the other's business.
  void run(const config::Phase* phase, size_t stage, Built& built) {
    auto builder = std::make_shared<Builder>();
    builder->torch = graph::torch_profile(context.torch).value_or(builder->torch);
    builder->torch_version = context.torch;
    for (const config::Package& package : experiment.packages)
      builder->packages.emplace_back(package.name, package.version);
    builder->processes = processes(experiment);
    std::unique_ptr<Bench> bench = context.workshop ? context.workshop->take(experiment, context, builder)
                                                    : make_bench(experiment, context, builder);
    Interpreter& interpreter = bench->interpreter;
    interpreter.world().contents = config::contents_for_programs(config);
    give_command_line(interpreter, config, experiment);
    PhaseFacts facts{.stage = stage};
    try {
      build_phase(interpreter, builder, config, experiment, phase, facts, looks);
      builder->graph.phase = phase_name(experiment, phase);
      facts.cudnn_benchmark = benchmark_of(interpreter);
      facts.environment = set_by_program(interpreter, experiment);
      append(builder->graph.unknowns, interpreter.unknowns());
      facts.made = places_of_modules(*builder, experiment);
      facts.made_in_step = std::move(builder->made_in_step);
      facts.unsaid_checkpoints = std::move(builder->unsaid_checkpoints);
      built.phases.push_back(std::move(builder->graph));
      built.facts.push_back(std::move(facts));
    } catch (const Failed& failed) {
      ran_out = ran_out || failed.failure.kind == Kind::budget;
      fail_with(as_far_as_known(interpreter, failed.failure), phase);
    } catch (const Unsupported& found) {
      fail_with(failure_of(found, phase ? phase->step : *experiment.model), phase);
    }
    builder->finish();
    builder->autocast.kept.clear();  // tensors hold the builder
    append(result.unknowns, interpreter.unknowns());
    append(result.assumptions, interp::listed_assumptions(interpreter));
    interpreter.world().contents = {};
    interpreter.set_effects(nullptr);
    set_builder(interpreter, nullptr);
    builder.reset();
    if (context.workshop) context.workshop->give_back(experiment, context, std::move(bench));
  }

  template <typename T>
  static void append(std::vector<T>& to, const std::vector<T>& from) {
    for (const T& item : from) {
      if (std::find(to.begin(), to.end(), item) == to.end()) to.push_back(item);
    }
  }
};

BuildResult build_anew(const config::Config& config, const config::Experiment& experiment, BuildContext& context,
                       std::vector<bool>& looks) {
  BuildResult result;
  if (!experiment.model) {
    result.failure = BuildFailure{Kind::unresolved, "the recipe names no model", {}, {}, {}};
    return result;
  }
  Built built;
  for (size_t stage = 0; stage < stage_count(experiment); ++stage) {
    const config::Experiment& training = stage_at(experiment, stage);
    PhaseBuild build{config, training, context, result, looks};
    for (const config::Phase& phase : training.phases) {
      if (!build.ran_out) build.run(&phase, stage, built);
    }
    if (training.phases.empty() && !build.ran_out) build.run(nullptr, stage, built);
  }
  if (built.phases.empty()) return result;
  static_cast<PhaseFacts&>(built) = built.facts.front();
  result.built = std::move(built);
  return result;
}

}  // namespace

BuildResult build(const config::Config& config, const config::Experiment& experiment, BuildContext& context) {
  std::vector<bool> looks;
  KeptBuilds* kept = context.workshop ? context.workshop->builds() : nullptr;
  if (!kept) return build_anew(config, experiment, context, looks);
  if (std::optional<BuildResult> found = kept->find(config, experiment, context.torch)) return std::move(*found);
  BuildResult result = build_anew(config, experiment, context, looks);
  kept->keep(config, experiment, context.torch, looks, result);
  return result;
}

}  // namespace vramlint::model
