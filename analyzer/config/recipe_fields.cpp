#include "config/recipe_fields.h"

#include <algorithm>

namespace vramlint::config {

namespace {

std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

// ---------------------------------------------------------------- optimizer

/// `momentum: 0.9`, `weight_decay: 0`: whether the term is there at all.
bool is_nonzero(FieldReader& reader, const Entry& entry) {
  if (const auto* truth = std::get_if<bool>(&entry.value.value)) return *truth;
  if (const auto* number = std::get_if<int64_t>(&entry.value.value)) return *number != 0;
  if (const auto* number = std::get_if<double>(&entry.value.value)) return *number != 0;
  reader.wrong_type(entry, "a number");
  return false;
}

void read_optimizer_name(FieldReader& reader, const Entry& entry, OptimizerFacts& facts) {
  std::optional<std::string> name = reader.text(entry);
  if (!name) return;
  bool plain = !name->empty() && std::all_of(name->begin(), name->end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (!plain)
    return reader.wrong_type(entry, "the name of an optimizer, such as `adamw`, or a mapping with its `name`");
  facts.name = lower(std::move(*name));
}

void ignore(FieldReader&, const Entry&, OptimizerFacts&) {}

constexpr Field<OptimizerFacts> kOptimizerFields[] = {
    {"name", read_optimizer_name},
    {"momentum", [](FieldReader& r, const Entry& e, OptimizerFacts& f) { f.momentum = is_nonzero(r, e); }},
    {"weight_decay", [](FieldReader& r, const Entry& e, OptimizerFacts& f) { f.weight_decay = is_nonzero(r, e); }},
    {"amsgrad", [](FieldReader& r, const Entry& e, OptimizerFacts& f) { f.amsgrad = r.boolean(e).value_or(false); }},
    {"foreach", [](FieldReader& r, const Entry& e, OptimizerFacts& f) { f.foreach = r.boolean(e); }},
    {"fused", [](FieldReader& r, const Entry& e, OptimizerFacts& f) { f.fused = r.boolean(e); }},
    {"set_to_none",
     [](FieldReader& r, const Entry& e, OptimizerFacts& f) { f.set_to_none = r.boolean(e).value_or(true); }},
    {"lr", ignore},
    {"betas", ignore},
    {"eps", ignore},
};

void read_optimizer(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  OptimizerFacts& facts = recipe.facts.optimizer;
  facts.span = entry.value.span;
  const Mapping* mapping = entry.value.mapping();
  if (!mapping) return read_optimizer_name(reader, entry, facts);
  read_fields<OptimizerFacts>(reader, *mapping, kOptimizerFields, "optimizer", facts);
  if (!entry.value.find("name")) reader.complain(entry.key_span, "an optimizer needs a `name`");
}

// ---------------------------------------------------------------- the rest

void read_amp(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  if (const auto* on = std::get_if<bool>(&entry.value.value)) {
    recipe.facts.precision = *on ? Precision::amp_fp16 : Precision::fp32;
    return;
  }
  const auto* text = std::get_if<std::string>(&entry.value.value);
  std::string name = text ? lower(*text) : "";
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
  const auto* count = std::get_if<int64_t>(&entry.value.value);
  if (count && *count > 0) {
    recipe.facts.accumulation = *count;
  } else if (!count && std::holds_alternative<std::string>(entry.value.value)) {
    recipe.accumulation = reader.expression(entry, entry.value);
  } else {
    reader.wrong_type(entry, "a whole number of at least 1, or an expression over `cfg`");
  }
}

void read_name(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  recipe.name = reader.text(entry).value_or("");
  recipe.facts.recipe = recipe.name;
}

void read_python_path(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  for (const std::string& path : reader.texts(entry)) recipe.facts.import_paths.push_back(reader.files.root() / path);
}

void read_step(FieldReader& reader, const Entry& entry, Recipe&) {
  reader.findings.warning("invalid-recipe", entry.key_span,
                          "`step` is not supported yet: the step is taken as forward, loss, backward, optimizer");
}

constexpr Field<Recipe> kRecipeFields[] = {
    {"name", read_name},
    {"configs", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.configs = r.texts(e); }},
    {"script", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.script = r.text(e).value_or(""); }},
    {"model", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.model = r.expression(e, e.value); }},
    {"inputs", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.inputs = r.expressions(e); }},
    {"targets", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.targets = r.expressions(e); }},
    {"loss", [](FieldReader& r, const Entry& e, Recipe& recipe) { recipe.facts.loss = r.expression(e, e.value); }},
    {"optimizer", read_optimizer},
    {"amp", read_amp},
    {"accumulation", read_accumulation},
    {"python_path", read_python_path},
    {"step", read_step},
};

}  // namespace

Recipe read_recipe(FieldReader& reader, const Node& node) {
  Recipe recipe;
  recipe.span = node.span;
  const Mapping* mapping = node.mapping();
  if (!mapping) {
    reader.complain(node.span, "a recipe must be a mapping with `configs`, `model` and `inputs`");
    return recipe;
  }
  read_fields<Recipe>(reader, *mapping, kRecipeFields, "recipe", recipe);
  Span start = mapping->entries.empty() ? node.span : mapping->entries.front().key_span;
  for (std::string_view key : {"configs", "model"}) {
    if (!node.find(key)) reader.complain(start, "the recipe has no `" + std::string(key) + "`");
  }
  return recipe;
}

}  // namespace vramlint::config
