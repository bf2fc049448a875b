#include "memory/leaf_gradients.h"

#include <utility>

namespace vramlint::memory {

namespace {

/// obeys_layout_contract of torch/csrc/autograd/utils/grad_layout_contract.h [2.4].
bool obeys_layout(const graph::TensorType& gradient, const graph::TensorType& leaf) {
  if (!leaf.dense()) return gradient.contiguous();
  if (gradient.strides.size() != leaf.strides.size()) return false;
  for (size_t dim = 0; dim < leaf.strides.size(); ++dim) {
    const bool single = gradient.shape[dim].point == 1;
    if (single ? gradient.strides[dim] == 0 : gradient.strides[dim] != leaf.strides[dim]) return false;
  }
  return true;
}

}  // namespace

void LeafGradients::accumulate(graph::TensorId leaf, Gradient gradient) {
  if (std::exchange(last_[leaf], now_) != now_) reached_.emplace_back(now_ - 1, leaf);
  if (!gradient) return;
  if (!gradients_[leaf]) take(leaf, std::move(gradient));
  gradient.reset();
  if (ready) ready(leaf);
}

void LeafGradients::take(graph::TensorId leaf, Gradient gradient) {
  const graph::TensorType& type = graph_.tensors[leaf].type;
  if (gradient.use_count() == 1 && obeys_layout(gradient->type, type)) {
    gradients_[leaf] = std::move(gradient);
    return;
  }
  const uint32_t label = gradient->storage.label();
  gradients_[leaf] = make_gradient(storages_.make(type.bytes(), label), type);
}

}  // namespace vramlint::memory
