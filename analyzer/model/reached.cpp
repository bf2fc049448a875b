#include "model/reached.h"

#include <algorithm>

#include "model/apply.h"

namespace vramlint::model {

using graph::TensorId;

std::unordered_set<graph::TensorId> reached_from(const Builder& builder, const std::vector<graph::TensorId>& roots) {
  std::unordered_set<TensorId> found(roots.begin(), roots.end());
  const auto is_found = [&](TensorId result) { return found.contains(result); };
  builder.each_event_backwards([&](const graph::Event& event) {
    // Gradients with a history: a second backward goes on to where the first one began.
    if (const auto* first = std::get_if<graph::Backward>(&event);
        first && std::any_of(first->results.begin(), first->results.end(), is_found))
      found.insert(first->roots.begin(), first->roots.end());
    const auto* node = std::get_if<graph::Node>(&event);
    if (!node || !node->recorded) return;
    if (!std::any_of(node->results.begin(), node->results.end(), is_found)) return;
    for (const TensorId input : node->inputs) {
      if (builder.graph.tensors[input].requires_grad) found.insert(input);
    }
  });
  return found;
}

interp::Value leaves_reached_from(Builder& builder, const std::vector<TensorId>& roots) {
  const std::unordered_set<TensorId> found = reached_from(builder, roots);
  std::vector<TensorId> in_order(found.begin(), found.end());
  std::sort(in_order.begin(), in_order.end());
  std::vector<interp::Value> leaves;
  for (const TensorId id : in_order) {
    const graph::Tensor& facts = builder.graph.tensors[id];
    if (!facts.leaf || !facts.requires_grad) continue;
    for (Tensor* tensor : builder.on_storage(facts.storage)) {
      if (*tensor->id != id) continue;
      leaves.emplace_back(tensor);
      break;
    }
  }
  return interp::Value::list(std::move(leaves));
}

void note_second_derivatives(interp::Interpreter& interpreter, Builder& builder,
                             const std::unordered_set<TensorId>& found) {
  bool has_programs = false;
  builder.each_event_backwards([&](const graph::Event& event) {
    const auto* node = std::get_if<graph::Node>(&event);
    has_programs |= node && (node->backward || node->segment) &&
                    std::any_of(node->results.begin(), node->results.end(),
                                [&](TensorId result) { return found.contains(result); });
  });
  const Span place = user_span(interpreter);
  if (has_programs)
    builder.graph.unknowns.push_back(
        {"second derivatives of Functions and of checkpoints (create_graph=True) are not "
         "modelled: what they keep is not counted",
         place});
  else
    builder.graph.unknowns.push_back(
        {"what second derivatives (create_graph=True) keep and make is worked out by the "
         "sizes of the first ones, with the scratch memory of the first backward",
         place, Pull::either});
}

}  // namespace vramlint::model
