#include "memory/left_tensors.h"

namespace vramlint::memory {

LeftTensors::LeftTensors(const graph::Graph& graph) : unpacked_(graph.tensors.size()) {
  for (const graph::Event& event : graph.events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (node && unpacks(*node)) unpacked_[node->inputs[0]] = true;
  }
}

bool LeftTensors::unpacks(const graph::Node& node) { return node.call.op->schema.starts_with("_unpack("); }

void LeftTensors::leave(graph::TensorId tensor, const LiveTensor& live) {
  if (unpacked_[tensor] && live.storage) left_[tensor] = {live.storage.index(), live.made_by};
}

LiveTensor LeftTensors::unpack(graph::TensorId tensor, StorageTable& storages, AutogradGraph& autograd) const {
  LiveTensor found;
  const auto left = left_.find(tensor);
  if (left == left_.end()) return found;
  found.storage = storages.again(left->second.storage);
  const Edge made_by = left->second.made_by;
  if (made_by && autograd[made_by.node].references > 0) found.made_by = made_by;
  if (found.made_by) autograd.retain(found.made_by.node);
  return found;
}

}  // namespace vramlint::memory
