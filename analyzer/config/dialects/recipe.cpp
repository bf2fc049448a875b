#include "config/dialects/recipe.h"

#include <algorithm>

#include "config/config_dict.h"
#include "config/dialect.h"
#include "config/dialects/function_config.h"
#include "config/dialects/openmmlab.h"
#include "config/overrides.h"
#include "config/own_settings.h"
#include "config/plain_yaml.h"
#include "config/project.h"
#include "config/set_own.h"
#include "interp/text.h"

namespace vramlint::config {

namespace {

/// A program that has no config beside itself.
bool is_script(const Source& source, const Recipe& recipe) {
  return !recipe.facts.model && recipe.facts.script == source.path();
}

/// Whether the source of a program of the recipe has one of the words; one that is not at hand may.
bool may_say(const Recipe& recipe, const LoadContext& context, std::initializer_list<std::string_view> words) {
  return std::any_of(recipe.facts.programs.begin(), recipe.facts.programs.end(), [&](const Program& program) {
    const ReadResult read = context.files.read(program.path);
    return !read || std::any_of(words.begin(), words.end(), [&](std::string_view word) {
      return read.source->text().find(word) != std::string_view::npos;
    });
  });
}

/// mmcv's or mmengine's dialect surely reads it: it inherits, or the program stands on them.
bool is_of_openmmlab(const Source& source, const Recipe& recipe, const LoadContext& context) {
  if (!source.path().ends_with(".py") || !python_looks_like_config(source.text(), false)) return false;
  return source.text().find("_base_") != std::string::npos || source.text().find("read_base(") != std::string::npos ||
         may_say(recipe, context, {"import mm", "from mm"});
}

/// A file that the program is told to read in its own way.
bool is_read(const Source& source, const Recipe& recipe, const LoadContext& context) {
  if (recipe.facts.model || source.path().ends_with(".sh") || is_of_openmmlab(source, recipe, context)) return false;
  return std::any_of(recipe.facts.programs.begin(), recipe.facts.programs.end(), [](const Program& program) {
    const auto& words = program.arguments;
    return words && std::any_of(words->begin(), words->end(),
                                [](const std::string& word) { return word.find("{config}") != std::string::npos; });
  });
}

bool recognises_recipe(const Source& source, const LoadContext& context) {
  if (!context.project || &source == context.project->source) return false;
  const Recipe* recipe = recipe_of(source, context);
  return recipe && (is_data(source) || (recipe->config && source.path().ends_with(".py")) ||
                    is_script(source, *recipe) || is_read(source, *recipe, context));
}

std::optional<Config> load_recipe(const Source& source, LoadContext& context) {
  std::optional<Config> config{{.source = &source, .root = {.value = Mapping{}}, .files = {&source}}};
  const Recipe* recipe = recipe_of(source, context);
  if (is_data(source)) config = load_plain_yaml(source, context.findings, recipe && !recipe->facts.programs.empty());
  Overrides overrides = context.overrides;
  if (recipe && is_script(source, *recipe)) {
    Mapping settings = own_settings(*context.parsed.parse(source, context.prelude));
    set_options(settings, recipe->facts.programs.front());
    overrides = others_than(settings, overrides);
    config->root.value = std::move(settings);
    config->files.insert(config->files.begin(), context.project->source);
  }
  if (config && recipe && recipe->config) config = function_config(*recipe, std::move(*config), context);
  if (!config) return std::nullopt;
  config->dialect = "recipe";
  apply_overrides(*config, overrides, context.findings, context.assumptions);
  return config;
}

/// `accumulation: cfg.steps`, worked out over the config.
void settle_accumulation(const Expression& expression, const Config& config, LoadContext& context, Experiment& facts) {
  interp::World world{.files = context.files, .parsed = context.parsed, .prelude = context.prelude};
  world.working_directory = facts.working_directory;
  interp::Interpreter interpreter(std::move(world));
  interp::Result<interp::Value> result = interpreter.guarded([&]() -> interp::Value {
    auto* names = new interp::Dict();
    interp::Value globals(names);
    names->set("cfg", make_config_object(config.root, interpreter));
    interp::Result<interp::Value> value = interpreter.evaluate(*expression.source, globals);
    if (const auto* error = std::get_if<interp::Error>(&value)) {
      context.findings.error("invalid-recipe", expression.span,
                             "`accumulation` cannot be worked out: " + error->type + ": " + error->message);
      return {};
    }
    return std::get<interp::Value>(std::move(value));
  });
  const auto* value = std::get_if<interp::Value>(&result);
  if (!value || value->is_none()) return;
  if (value->is_int() && value->as_int() > 0) {
    facts.accumulation = value->as_int();
  } else if (value->is_unknown()) {
    context.unknowns.push_back({"`accumulation` is not known before training starts", expression.span});
  } else {
    context.findings.error(
        "invalid-setting", expression.span,
        "`accumulation` is " + interp::shown(interpreter, *value) + ", and must be a whole number of at least 1");
  }
}

std::optional<Experiment> understand_recipe(const Recipe& recipe, const Config& config, LoadContext& context) {
  Experiment facts = recipe.facts;
  if (recipe.accumulation) settle_accumulation(*recipe.accumulation, config, context, facts);
  if (!facts.model && facts.programs.empty()) {
    context.unknowns.push_back(
        {"recipe `" + recipe.name + "` does not say what trains: add `script:`, or `model:`", recipe.span});
    return std::nullopt;
  }
  if (facts.model && !facts.optimizer.span && facts.phases.empty()) {
    context.assumptions.push_back(
        {"no optimizer is given: plain SGD is taken, which holds no state; add `optimizer:`", recipe.span});
  }
  return facts;
}

std::optional<Experiment> understand_recipe(const Config& config, LoadContext& context) {
  const Recipe* recipe = recipe_of(*config.source, context);
  if (!recipe) return std::nullopt;
  if (recipe->stages.empty()) return understand_recipe(*recipe, config, context);
  std::vector<Experiment> stages;
  for (const Recipe& stage : recipe->stages) {
    if (auto facts = understand_recipe(stage, config, context)) stages.push_back(std::move(*facts));
  }
  if (stages.empty()) return std::nullopt;
  Experiment all = stages.front();
  all.stages = std::move(stages);
  return all;
}

}  // namespace

std::optional<Experiment> recipe_experiment(const Config& config, LoadContext& context) {
  return understand_recipe(config, context);
}

extern const Dialect recipe_dialect = {.name = "recipe",
                                       .recognises = recognises_recipe,
                                       .load = load_recipe,
                                       .understand = understand_recipe,
                                       .manual = {}};

}  // namespace vramlint::config
