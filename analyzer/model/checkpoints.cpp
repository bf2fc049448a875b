#include "model/checkpoints.h"

#include <algorithm>

namespace vramlint::model {

void Checkpoints::end(const std::vector<graph::Event>& events, const graph::Graph& graph) {
  if (open.empty()) return;
  Open ending = std::move(open.back());
  open.pop_back();
  const auto needs = [&](graph::TensorId input) {
    return input < ending.first_tensor && graph.tensors[input].requires_grad;
  };
  for (size_t at = ending.first_event; at < events.size() && !ending.call.part_needs; ++at) {
    const auto* node = std::get_if<graph::Node>(&events[at]);
    if (node) ending.call.part_needs = std::any_of(node->inputs.begin(), node->inputs.end(), needs);
  }
  ended.push_back(std::move(ending.call));
}

}  // namespace vramlint::model
