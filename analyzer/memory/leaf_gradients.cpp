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

bool LeafGradients::is_sparse(graph::TensorId leaf, const Gradient& gradient) const {
  return gradient && gradient->type.shape != graph_.tensors[leaf].type.shape;
}

void LeafGradients::empty_sparse(graph::TensorId leaf) {
  Gradient& own = gradients_[leaf];
  if (!is_sparse(leaf, own)) return;
  graph::TensorType none = own->type;
  none.shape[0] = graph::Dim(0);
  own = make_gradient(storages_.make(none.bytes(), own->storage.label()), none);
}

Gradient LeafGradients::sum_of_sparse(graph::TensorId leaf, const Gradient& one, const Gradient& other) const {
  graph::TensorType type = graph_.tensors[leaf].type;
  if (is_sparse(leaf, one) && is_sparse(leaf, other)) {
    const graph::Dim& first = one->type.shape[0];
    const graph::Dim& second = other->type.shape[0];
    type = one->type;
    type.shape[0] = {first.low + second.low, first.point + second.point, first.high + second.high};
  }
  return make_gradient(storages_.make(type.bytes(), one->storage.label()), type);
}

void LeafGradients::accumulate(graph::TensorId leaf, Gradient gradient) {
  if (std::exchange(last_[leaf], now_) != now_) reached_.emplace_back(now_ - 1, leaf);
  if (!gradient) return;
  Gradient& own = gradients_[leaf];
  if (!own)
    take(leaf, std::move(gradient));
  else if (is_sparse(leaf, own))
    own = sum_of_sparse(leaf, own, gradient);
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
