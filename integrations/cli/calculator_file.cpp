#include "integrations/cli/calculator_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vramlint::cli {
namespace {

using config::Node;

std::string place_of(const Node& node) {
  return node.span ? fmt::format("{}:{}: ", node.span.source->path(), node.span.start().line) : std::string();
}

std::string described(const Node& node) {
  if (node.sequence()) return "a list";
  return node.mapping() ? "a mapping" : config::to_json(node);
}

/// Python counts with bools as well as with numbers.
Setting number(const Node& node, std::string_view key) {
  double value = NAN;
  if (const auto* integer = std::get_if<int64_t>(&node.value)) value = static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&node.value)) value = *real;
  if (const auto* flag = std::get_if<bool>(&node.value)) value = *flag ? 1 : 0;
  if (std::isfinite(value) && value >= 0) return value;
  return fmt::format("{}`{}` is {}, not a number that can be counted with", place_of(node), key, described(node));
}

Setting number_or(const Node& section, std::string_view section_name, std::string_view key, double otherwise) {
  const Node* node = section.find(key);
  return node ? number(*node, fmt::format("{}.{}", section_name, key)) : Setting(Default{otherwise});
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

Setting layers_of(const Node& model, const std::string& name) {
  const auto contains = [&](std::string_view part) { return name.find(part) != std::string::npos; };
  if (contains("fno")) return number_or(model, "model", "n_layers", 4);
  if (!contains("unet") && !contains("ddpm")) return number_or(model, "model", "num_layers", 10);
  Setting blocks = number_or(model, "model", "num_res_blocks", 2);
  if (double* count = std::get_if<double>(&blocks)) *count *= 4;
  if (Default* count = std::get_if<Default>(&blocks)) count->value *= 4;
  return blocks;
}

void read_model(const Node& model, CalculatorFile& file) {
  file.hidden =
      model.find("width") ? number_or(model, "model", "width", 256) : number_or(model, "model", "hidden_dim", 256);
  const Node* name = model.find("name");
  const auto* text = name ? std::get_if<std::string>(&name->value) : nullptr;
  if (name && !text) {
    const std::string trouble = fmt::format("{}`model.name` is {}, not text", place_of(*name), described(*name));
    file.layers = file.hidden = file.batch = file.height = file.width = trouble;
  } else {
    file.layers = layers_of(model, text ? lower(*text) : "");
  }
}

void read_data(const Node& data, CalculatorFile& file) {
  file.batch = number_or(data, "data", "train_batchsize", 8);
  file.height = file.width = Default{128};
  const Node* shape = data.find("shape");
  const config::Sequence* sizes = shape ? shape->sequence() : nullptr;
  if (!sizes || sizes->items.size() < 2) return;
  file.height = number(sizes->items[0], "data.shape.0");
  file.width = number(sizes->items[1], "data.shape.1");
}

}  // namespace

CalculatorFile read_calculator_file(const Node& root) {
  CalculatorFile file;
  const Node nothing{.value = config::Mapping{}};
  const Node* model = root.find("model");
  const Node* data = root.find("data");
  for (const auto& [section, name] : {std::pair(model, "model"), std::pair(data, "data")}) {
    if (!section || section->mapping()) continue;
    const std::string trouble =
        fmt::format("{}`{}` is {}, not a mapping", place_of(*section), name, described(*section));
    return {trouble, trouble, trouble, trouble, trouble};
  }
  read_data(data ? *data : nothing, file);
  read_model(model ? *model : nothing, file);
  return file;
}

}  // namespace vramlint::cli
