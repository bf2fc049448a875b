#include "config/recipe_fields.h"

#include <algorithm>
#include <array>

#include "config/recipe_parts.h"

namespace vramlint::config {

namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

void read_amp(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  recipe.amp = recipe.facts.precision_expression = std::nullopt;
  if (const auto* on = std::get_if<bool>(&entry.value.value)) {
    recipe.facts.precision = *on ? Precision::amp_fp16 : Precision::fp32;
    return;
  }
  const auto* text = std::get_if<std::string>(&entry.value.value);
  std::string name = text ? lower_case(*text) : "";
  if (name == "fp16" || name == "float16") {
    recipe.facts.precision = Precision::amp_fp16;
  } else if (name == "bf16" || name == "bfloat16") {
    recipe.facts.precision = Precision::amp_bf16;
  } else if (name == "fp32" || name == "none" || name == "no") {
    recipe.facts.precision = Precision::fp32;
  } else {
    recipe.amp = recipe.facts.precision_expression = reader.expression(entry, entry.value);
  }
}

void read_accumulation(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  recipe.accumulation.reset();
  const auto* count = std::get_if<int64_t>(&entry.value.value);
  if (count && *count > 0) {
    recipe.facts.accumulation = *count;
  } else if (!count && std::holds_alternative<std::string>(entry.value.value)) {
    recipe.accumulation = reader.expression(entry, entry.value);
  } else {
    reader.wrong_type(entry, "a whole number of at least 1, or an expression over `cfg`"_words);
  }
}

void read_name(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  recipe.name = reader.text(entry).value_or("");
  recipe.facts.recipe = recipe.name;
}

void read_python_path(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  for (const std::string& path : reader.texts(entry)) recipe.facts.import_paths.push_back(reader.files.root() / path);
}

/// An expression, or one per phase.
void read_step(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  recipe.facts.phases.clear();
  const Mapping* phases = entry.value.mapping();
  if (!phases) {
    if (auto step = reader.expression(entry, entry.value)) recipe.facts.phases.push_back({"train", *step});
    return;
  }
  if (phases->entries.empty()) reader.wrong_type(entry, "an expression, or one for each phase"_words);
  for (const Entry& phase : phases->entries) {
    if (auto step = reader.expression(phase, phase.value)) recipe.facts.phases.push_back({phase.key, *step});
  }
}

/// true, or the inputs of validation where they differ.
void read_validation(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  const auto* on = std::get_if<bool>(&entry.value.value);
  recipe.facts.validates = !on || *on;
  if (!on) recipe.facts.validation_inputs = reader.expressions(entry);
}

constexpr Field<Recipe> kStageFields[] = {
    {"script", read_script},
    {"batch", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.batch = r.expression(e, e.value); }},
    {"model", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.model = r.expression(e, e.value); }},
    {"inputs", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.inputs = r.expressions(e); }},
    {"targets", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.targets = r.expressions(e); }},
    {"forward",
     [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.forward = r.expression(e, e.value); }},
    {"loss", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.loss = r.expression(e, e.value); }},
    {"optimizer", read_optimizer},
    {"validation", read_validation},
    {"zero_grad", read_zero_grad},
    {"clip_grad", read_clipping},
    {"ema", read_ema},
    {"distributed", read_distributed},
    {"amp", read_amp},
    {"accumulation", read_accumulation},
    {"python_path", read_python_path},
    {"setup", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.setup = r.expression(e, e.value); }},
    {"step", read_step},
    {"allocator", [](FieldReader& r, const Entry& e, Recipe& recipe) { read_allocator(r, e, recipe.facts.runtime); }},
    {"packages", [](FieldReader& r, const Entry& e, Recipe& recipe) { read_packages(r, e, recipe.facts.packages); }},
    {"models", [](FieldReader& r, const Entry& e, Recipe& recipe) { read_models(r, e, recipe.facts.models); }},
    {"data", [](FieldReader& r, const Entry& e, Recipe& recipe) { read_data(r, e, recipe.facts.data); }},
    {"environment", [](FieldReader& r, const Entry& e,
                       Recipe& recipe) { read_environment(r, e, recipe.facts.runtime, recipe.facts.environment); }},
    {"cuda", [](FieldReader& r, const Entry& e, Recipe& recipe) { read_cuda(r, e, recipe.facts.runtime); }},
    {"cudnn_benchmark",
     [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.runtime.cudnn_benchmark = r.boolean(e); }},
    {"cudnn_deterministic",
     [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.runtime.deterministic = r.boolean(e); }},
};

/// Every stage is a recipe of its own that starts from what the recipe says outside of `stages`.
void read_stages(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  const Mapping* stages = entry.value.mapping();
  if (!stages || stages->entries.empty()) return reader.wrong_type(entry, "a mapping from names to stages"_words);
  for (const Entry& one : stages->entries) {
    const Mapping* keys = one.value.mapping();
    if (!keys) {
      reader.wrong_type(one, "a mapping with `model`, `inputs` and what else differs from the recipe"_words);
      continue;
    }
    Recipe stage = recipe;
    stage.stages.clear();
    stage.facts.stage = one.key;
    stage.span = one.key_span;
    read_fields<Recipe>(reader, *keys, kStageFields, "a stage"_words, stage);
    if (!stage.facts.model && stage.facts.programs.empty())
      reader.complain(one.key_span, "the stage `{0}` has neither `model` nor `script`"_words(one.key));
    recipe.stages.push_back(std::move(stage));
  }
}

/// The words that follow the script's name: a text is split at blanks, a list is taken as it is.
void read_launch(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  LaunchFacts launch{.arguments = {}, .span = entry.value.span ? entry.value.span : entry.key_span};
  if (const Sequence* list = entry.value.sequence()) {
    for (const Node& item : list->items) {
      const auto* text = std::get_if<std::string>(&item.value);
      launch.arguments.push_back({.value = text ? *text : std::string(item.span.text()), .span = item.span});
    }
  } else if (!std::holds_alternative<bool>(entry.value.value)) {
    const std::string text = reader.text(entry).value_or("");
    for (size_t at = text.find_first_not_of(' '); at < text.size();) {
      const size_t end = std::min(text.find(' ', at), text.size());
      launch.arguments.push_back({.value = text.substr(at, end - at), .span = entry.value.span});
      at = text.find_first_not_of(' ', end);
    }
  }
  recipe.launch = std::move(launch);
}

constexpr Field<Recipe> kOuterFields[] = {
    {"config", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.config = r.expression(e, e.value); }},
    {"launch", read_launch},
    {"name", read_name},
    {"configs", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.configs = r.texts(e); }},
    {"stages", [](FieldReader&, const Entry&, Recipe&) {}},  // read when the rest is known
};

constexpr auto kRecipeFields = [] {
  std::array<Field<Recipe>, std::size(kOuterFields) + std::size(kStageFields)> all{};
  std::copy(std::begin(kStageFields), std::end(kStageFields),
            std::copy(std::begin(kOuterFields), std::end(kOuterFields), all.begin()));
  return all;
}();

/// Configs that say themselves what the model is.
bool only_python(const std::vector<std::string>& globs) {
  return !globs.empty() &&
         std::all_of(globs.begin(), globs.end(), [](const auto& glob) { return glob.ends_with(".py"); });
}

}  // namespace

Recipe read_recipe(FieldReader& reader, const Node& node) {
  Recipe recipe;
  recipe.span = node.span;
  const Mapping* mapping = node.mapping();
  if (!mapping) {
    reader.complain(node.span, "a recipe must be a mapping with `configs`, and `script` or `model`"_words);
    return recipe;
  }
  read_fields<Recipe>(reader, *mapping, kRecipeFields, "a recipe"_words, recipe);
  for (const Entry& entry : mapping->entries) {
    if (entry.key == "stages") read_stages(reader, entry, recipe);
  }
  Span start = mapping->entries.empty() ? node.span : mapping->entries.front().key_span;
  if (!node.find("configs")) reader.complain(start, "the recipe has no `configs`"_words);
  const bool says_what_trains = node.find("model") || node.find("script") || node.find("stages");
  if (!says_what_trains && !only_python(recipe.configs))
    reader.complain(start, "the recipe has neither `model` nor `script`"_words);
  return recipe;
}

}  // namespace vramlint::config
