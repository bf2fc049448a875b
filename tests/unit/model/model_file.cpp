#include "model_file.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace vramlint::model {
namespace {

const std::filesystem::path kModels = std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests" / "models";

config::Node node_of(const interp::Value& value) {
  config::Node node;
  if (value.is_bool())
    node.value = value.as_bool();
  else if (value.is_int())
    node.value = value.as_int();
  else if (value.is_real())
    node.value = value.as_real();
  else if (value.is_string())
    node.value = std::string(value.as_string());
  else if (auto* list = value.as<interp::List>()) {
    config::Sequence sequence;
    for (const interp::Value& item : list->items) sequence.items.push_back(node_of(item));
    node.value = std::move(sequence);
  } else if (auto* dict = value.as<interp::Dict>()) {
    config::Mapping mapping;
    for (const interp::Dict::Entry& entry : dict->entries()) {
      if (!entry.live) continue;
      config::Entry made;
      made.key = std::string(entry.key.as_string());
      made.value = node_of(entry.value);
      mapping.entries.push_back(std::move(made));
    }
    node.value = std::move(mapping);
  }
  return node;
}

/// The value of a name that the file assigns a literal to.
std::string literal_text(const std::string& source, const std::string& name) {
  size_t start = source.find("\n" + name + " = ");
  if (start == std::string::npos) return "";
  start += name.size() + 4;
  int depth = 0;
  size_t end = start;
  do {
    if (source[end] == '{' || source[end] == '[') ++depth;
    if (source[end] == '}' || source[end] == ']') --depth;
    ++end;
  } while (depth > 0);
  return source.substr(start, end - start);
}

}  // namespace

std::unique_ptr<Recipe> recipe_of_model(const std::string& file) {
  const std::string module = file.substr(0, file.find('.'));
  std::ifstream stream(kModels / file);
  std::string text((std::istreambuf_iterator<char>(stream)), {});

  auto recipe = std::make_unique<Recipe>();
  recipe->root = kModels;
  DiskFiles files(recipe->root);
  interp::ParsedModules parsed;
  interp::Interpreter interpreter({files, parsed, nullptr, {}, files.root(), {}});
  Source cfg("cfg", literal_text(text, "CFG"));
  interp::Value names(new interp::Dict);
  auto value = interpreter.evaluate(cfg, names);
  if (!std::holds_alternative<interp::Value>(value)) return nullptr;
  recipe->config.root = node_of(std::get<interp::Value>(value));
  for (const nlohmann::json& input : nlohmann::json::parse(literal_text(text, "INPUTS"))) {
    recipe->inputs.push_back(input[0].get<std::string>() + input[1].dump());
  }
  recipe->model = module + ".build(cfg)";
  recipe->loss = module + ".loss(outputs)";
  return recipe;
}

}  // namespace vramlint::model
