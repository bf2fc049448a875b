#include "model/program_entry.h"

#include "config/contents.h"
#include "config/own_settings.h"
#include "config/stated_packages.h"
#include "config/values.h"
#include "interp/following.h"
#include "interp/listed.h"
#include "model/apply.h"
#include "model/config_view.h"
#include "model/torch_modules.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;

/// The program has no config beside itself.
bool is_itself(const config::Program& program, const config::Config& config) {
  return program.path == config.source->path();
}

/// The config is what is said on its command line, and by its parser's defaults.
bool says_words(const config::Program& program, const config::Config& config) {
  return is_itself(program, config) || config.dialect == "launch";
}

/// The literals of the program that are settings of the config.
interp::NamedLiterals settings_in(const config::Program& program, const config::Config& config, Files& files) {
  const config::Mapping* own = says_words(program, config) ? config.root.mapping() : nullptr;
  if (!own) return {};
  if (is_itself(program, config)) return {config.source, config::keys_by_place(*own)};
  const Source* source = files.read(program.path).source;
  config::Mapping defaults;
  for (const config::Entry& entry : own->entries)
    if (entry.value.span.source == source) defaults.entries.push_back(entry);
  return {source, config::keys_by_place(defaults)};
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

/// The settings that the words of its command line are; without a key for others.
std::vector<interp::OriginAtom> settings_of_words(const config::Program& program, const config::Config& config) {
  std::vector<interp::OriginAtom> found(program.words.size());
  const config::Mapping* root = config.root.mapping();
  for (const config::Entry& entry : root ? root->entries : std::vector<config::Entry>()) {
    const Span& value = entry.value.span;
    const auto is_it = [&](const Span& word) {
      return word && value.source == word.source && value.end == word.end && value.begin >= word.begin;
    };
    const auto word = std::find_if(program.words.begin(), program.words.end(), is_it);
    if (word != program.words.end()) found[static_cast<size_t>(word - program.words.begin())] = {entry.key, value};
  }
  return found;
}

/// What it is called with.
void prepare(Interpreter& interpreter, const config::Program& program, const config::Config& config, bool doubts) {
  const interp::Origin given = interpreter.origins().atom({"", interp::place_of_run()});
  const auto text = [&](const std::string& word) { return Value::string(word).with_origin(given); };
  const auto settings =
      says_words(program, config) ? settings_of_words(program, config) : std::vector<interp::OriginAtom>();
  const auto argument = [&](size_t i) {
    const std::string& word = (*program.arguments)[i];
    if (i >= settings.size() || settings[i].key.empty()) return text(word);
    return Value::string(word).with_origin(interpreter.origins().atom(settings[i]));
  };
  (void)interpreter.guarded([&] {
    Value words;
    if (program.arguments || !doubts) {
      std::vector<Value> list;
      if (program.arguments)
        for (size_t i = 0; i < program.arguments->size(); ++i) list.push_back(argument(i));
      words = Value::list(std::move(list));
    }
    const Value open(new interp::Dict);
    for (const auto& [option, why] : program.open)
      interpreter.heap().dict(open).set(option, Value::unknown(why, program.span));
    const Value module = interpreter.import("vramlint_follow", {});
    if (config.source->path().ends_with(".py") && !is_itself(program, config))
      hand_over_tree(interpreter, module, config);
    return interpreter.call(interpreter.get_attribute(module, "prepare", {}),
                            {text(program.path), text(config.source->path()), std::move(words), open}, {});
  });
}

std::shared_ptr<Builder> builder_for(const config::Experiment& experiment, const std::string& torch) {
  auto builder = std::make_shared<Builder>();
  builder->torch = graph::torch_profile(torch).value_or(builder->torch);
  builder->torch_version = torch;
  for (const config::Package& package : experiment.packages)
    builder->packages.emplace_back(package.name, package.version);
  builder->gpus = experiment.gpus;
  return builder;
}

/// `view`: of the config's file, which nothing is set in.
void show(interp::World& world, const config::Config& config, ConfigView& view) {
  world.contents = [&](Interpreter&, const Source& file, Value written) {
    if (&file == config.source) view.watch(written);
    return written;
  };
  world.reads_text = [&](const Source& file) {
    if (&file == config.source) view.see_all();
  };
}

interp::World world_for(const config::Program& program, const config::Experiment& experiment, BuildContext& context) {
  interp::World world{context.files,
                      context.parsed,
                      &prelude(),
                      search_paths(program, experiment, context.files),
                      experiment.working_directory,
                      {}};
  world.program_folder = (context.files.root() / program.path).parent_path().lexically_normal();
  world.limits = context.limits;
  world.batch_is_said = experiment.batch || !experiment.inputs.empty();
  world.environment = experiment.environment;
  for (const config::Package& package : experiment.packages) world.packages.emplace_back(package.name, package.version);
  for (const config::DataFile& file : experiment.data) world.data.push_back({file.pattern, file.dtype, file.sizes});
  world.models = config::folders_of_models(experiment);
  world.stated_packages = config::pins_of(config::stated_packages(context.files));
  return world;
}

std::string setting_of(const config::Program& program, const config::Experiment& experiment,
                       const BuildContext& context, Entry entry) {
  std::string setting = entry == Entry::to_train ? "train" : "usage";
  const auto add = [&](const std::string& text) { setting += '\n' + text; };
  add(context.torch);
  add(experiment.working_directory.string());
  for (const auto& path : search_paths(program, experiment, context.files)) add(path.string());
  for (const config::Package& package : experiment.packages) add(package.name + '=' + package.version.value_or(""));
  for (const auto& [name, text] : experiment.environment) add("export " + name + '=' + text);
  for (const auto& [name, folder] : experiment.models) add("model " + name + '=' + folder);
  for (const config::DataFile& file : experiment.data) {
    add(file.pattern + ": " + file.dtype);
    for (const int64_t size : file.sizes) setting += ' ' + std::to_string(size);
  }
  for (const int64_t number : {int64_t{experiment.batch || !experiment.inputs.empty()}, experiment.gpus.value_or(-1),
                               context.limits.steps, int64_t{context.limits.depth}, context.limits.bytes})
    add(std::to_string(number));
  return setting;
}

}  // namespace

std::vector<std::filesystem::path> search_paths(const config::Program& program, const config::Experiment& experiment,
                                                const Files& files) {
  std::vector<std::filesystem::path> paths{(files.root() / program.path).parent_path().lexically_normal()};
  paths.insert(paths.end(), experiment.import_paths.begin(), experiment.import_paths.end());
  return paths;
}

std::unique_ptr<Started> start(const config::Program& program, const config::Experiment& experiment,
                               const config::Config& config, BuildContext& context, Entry entry) {
  const auto make = [&] {
    auto made =
        std::make_unique<Bench>(world_for(program, experiment, context), builder_for(experiment, context.torch));
    (void)made->interpreter.origins().atom({"", interp::place_of_run()});  // of every file's own path
    for (const char* name : {"torch", "vramlint_follow"}) (void)made->interpreter.import_module(name);
    return made;
  };
  std::string setting = setting_of(program, experiment, context, entry);
  std::unique_ptr<Bench> bench = context.workshop ? context.workshop->take(setting, make) : make();
  Interpreter& interpreter = bench->interpreter;
  auto run = std::unique_ptr<Started>(
      new Started{builder_for(experiment, context.torch), std::move(bench), interpreter, std::move(setting)});
  run->bench->begin(run->builder);
  interp::count_all_modules(interpreter);
  interpreter.world().contents = config::contents_for_programs(config);
  if (context.view) show(interpreter.world(), config, *context.view);
  interpreter.world().settings = settings_in(program, config, context.files);
  prepare(interpreter, program, config, entry == Entry::to_see_usage);
  return run;
}

void end(Started& run, BuildContext& context) {
  if (context.view) context.view->take();
  run.builder->finish();
  run.builder->autocast.kept.clear();  // tensors hold the builder
  context.steps += run.interpreter.budget().taken();
  run.interpreter.set_effects(nullptr);
  set_builder(run.interpreter, nullptr);
  interp::World& world = run.interpreter.world();
  world.contents = {};
  world.reads_text = {};
  world.settings = {};
  world.other_arms.clear();
  world.supposed = {};
  world.asks_sizes = false;
  run.builder.reset();
  if (context.workshop) context.workshop->give_back(run.setting, std::move(run.bench));
}

}  // namespace vramlint::model
