#include "usage/usage.h"

#include <algorithm>

#include "config/contents.h"
#include "config/values.h"
#include "model/apply.h"
#include "model/build.h"
#include "model/torch_modules.h"
#include "usage/excuses.h"
#include "usage/judge.h"
#include "usage/readers.h"

namespace vramlint::usage {

namespace {

using interp::Interpreter;
using interp::Value;

constexpr int64_t kSteps = 4'000'000;

/// Where the program's imports are searched: beside itself first.
std::vector<std::filesystem::path> search_paths(const config::Program& program, const config::Experiment& experiment,
                                                const Files& files) {
  std::vector<std::filesystem::path> paths{(files.root() / program.path).parent_path().lexically_normal()};
  paths.insert(paths.end(), experiment.import_paths.begin(), experiment.import_paths.end());
  return paths;
}

/// A config that is Python itself is not run twice: the program gets what was read of it.
void hand_over_tree(Interpreter& interpreter, const Value& module, const config::Config& config) {
  config::ToValue convert(interpreter);
  const auto call = [&](const char* function, std::vector<Value> given) {
    return interpreter.call(interpreter.get_attribute(module, function, {}), std::move(given), {});
  };
  const Value mapping_class = call("mapping_class", {});
  convert.mapping_class = mapping_class.as<interp::Class>();
  const Value path = Value::string(config.source->path());
  const Value made = call("make", {path, convert.value(config.root)});
  call("know", {path, made.with_origin(interpreter.origins().atom({"", Span{config.source, 0, 0}}))});
}

/// What it is called with.
void prepare(Interpreter& interpreter, const config::Program& program, const config::Config& config) {
  const interp::Origin given = interpreter.origins().atom({"", interp::place_of_run()});
  const auto text = [&](const std::string& word) { return Value::string(word).with_origin(given); };
  (void)interpreter.guarded([&] {
    Value words;
    if (program.arguments) {
      std::vector<Value> list;
      for (const std::string& word : *program.arguments) list.push_back(text(word));
      words = Value::list(std::move(list));
    }
    const Value module = interpreter.import("vramlint_follow", {});
    if (config.source->path().ends_with(".py")) hand_over_tree(interpreter, module, config);
    return interpreter.call(interpreter.get_attribute(module, "prepare", {}),
                            {text(program.path), text(config.source->path()), std::move(words)}, {});
  });
}

/// Runs one training program as far as it goes.
void run(const config::Program& program, const Source& script, const config::Experiment& experiment,
         const std::vector<std::filesystem::path>& paths, const config::Config& config, Context& context, Notes& notes,
         Usage& usage) {
  auto builder = std::make_shared<model::Builder>();
  builder->torch = graph::torch_profile(context.torch).value_or(builder->torch);
  builder->torch_version = context.torch;
  for (const config::Package& package : experiment.packages)
    builder->packages.emplace_back(package.name, package.version);
  builder->gpus = experiment.gpus;
  interp::World world{context.files, context.parsed, &model::prelude(), paths, experiment.working_directory, {}};
  world.limits.steps = kSteps;
  world.environment = experiment.environment;
  for (const config::Package& package : experiment.packages) world.packages.emplace_back(package.name, package.version);
  world.contents = config::contents_for_programs(config);
  Interpreter interpreter(std::move(world));
  model::install_torch(interpreter, builder);
  prepare(interpreter, program, config);
  notes.attach(interpreter);
  interp::follow(interpreter, &notes);
  const interp::Result<interp::Value> result = interpreter.run_file(script, "__main__");
  if (const auto* error = std::get_if<interp::Error>(&result)) {
    usage.gaps.push_back({error->message, error->span});
    usage.cut_short |= error->kind == interp::Error::Kind::budget;
  }
  interp::follow(interpreter, nullptr);
  notes.detach();
  for (const Unknown& gap : interpreter.unknowns()) {
    if (std::find(usage.gaps.begin(), usage.gaps.end(), gap) == usage.gaps.end()) usage.gaps.push_back(gap);
  }
  builder->finish();
  builder->autocast.kept.clear();
  interpreter.set_effects(nullptr);
  model::set_builder(interpreter, nullptr);
}

KeyUse use_of(const Key& key, const Doubt& doubt) {
  const Span read = key.reads.empty() ? Span{} : key.reads.front();
  if (key.named) return {key.path, key.used ? "read and used" : "read", read};
  if (key.used) return {key.path, "used", read};
  if (const Span place = doubt.place_of(key)) return {key.path, "not followed", place};
  if (key.overwritten) return {key.path, "overwritten", key.overwrite};
  return {key.path, "not read", {}};
}

}  // namespace

bool can_follow(const config::Config& config) {
  return !config.source->path().ends_with(".py") || config.dialect == "mmengine";
}

std::vector<config::Program> programs_of(const config::Experiment& experiment) {
  std::vector<config::Program> programs;
  for (size_t stage = 0; stage < stage_count(experiment); ++stage) {
    for (const config::Program& program : stage_at(experiment, stage).programs) {
      const auto same = [&](const config::Program& other) {
        return other.path == program.path && other.arguments == program.arguments;
      };
      if (std::none_of(programs.begin(), programs.end(), same)) programs.push_back(program);
    }
  }
  return programs;
}

Usage usage_of(const config::Config& config, const config::Experiment& experiment, Context& context) {
  Usage usage;
  Keys keys(config);
  excuse_own_names(config, context, keys);
  excuse_inputs(experiment, keys);
  std::vector<const Source*> sources = config.files;
  sources.push_back(config.source);
  for (const auto& text : config.overrides) sources.push_back(text.get());
  Notes notes(keys, std::move(sources));
  notes.config_has_attributes = config.source->path().ends_with(".py");
  std::vector<std::shared_ptr<const Program>> reached;
  for (const config::Program& program : programs_of(experiment)) {
    const Source* script = context.files.read(program.path).source;
    if (!script) {
      usage.not_known = "`" + program.path + "` cannot be read";
      return usage;
    }
    const std::vector<std::filesystem::path> paths = search_paths(program, experiment, context.files);
    run(program, *script, experiment, paths, config, context, notes, usage);
    auto reach = context.programs.reach(*script, paths, context.files, context.parsed);
    reached.push_back(context.programs.with(std::move(reach), notes.loaded, paths, context.files, context.parsed));
  }
  if (!notes.opened) {
    usage.not_known = "the file is not read where the training program can be followed";
    return usage;
  }
  const Doubt doubt(reached, keys, notes);
  for (size_t i = Keys::kRoot + 1; i < keys.all().size(); ++i) usage.keys.push_back(use_of(keys.at(i), doubt));
  if (!usage.cut_short) {  // what was not reached may read any key
    judge_unread(keys, doubt, notes, usage);
    judge_ineffective(keys, doubt, notes, usage);
  }
  judge_choices(keys, doubt, notes, usage);
  judge_failures(keys, doubt, notes, usage);
  judge_paths(reached, doubt, notes, usage);
  find_readers(reached, context, usage);
  return usage;
}

}  // namespace vramlint::usage
