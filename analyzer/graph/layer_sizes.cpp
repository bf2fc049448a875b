#include "graph/layer_sizes.h"

#include <algorithm>
#include <unordered_map>

namespace vramlint::graph {

static void add_once(std::vector<Shape>& shapes, Shape shape) {
  if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end()) shapes.push_back(std::move(shape));
}

std::map<std::string, std::vector<Shape>> layer_sizes(const Graph& graph) {
  std::map<std::string, std::vector<Shape>> sizes;
  std::unordered_map<TensorId, const std::string*> weights;
  for (const Parameter& parameter : graph.parameters) weights.emplace(parameter.tensor, &parameter.name);
  for (const Event& event : graph.events) {
    const auto* node = std::get_if<Node>(&event);
    if (!node || node->results.size() != 1) continue;
    const TensorId made = node->results.front();
    const Shape& shape = graph.tensors[made].type.shape;
    for (const TensorId input : node->inputs) {
      const auto weight = weights.find(input);
      if (weight == weights.end()) continue;
      const bool is_copy = node->inputs.size() == 1 && shape == graph.tensors[input].type.shape;
      if (is_copy)
        weights.emplace(made, weight->second);
      else if (!shape.empty())
        add_once(sizes[*weight->second], Shape(shape.begin() + 1, shape.end()));
      break;
    }
  }
  return sizes;
}

}  // namespace vramlint::graph
