// The .grad of parameters and other leaves, and how AccumulateGrad fills them.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "memory/gradient.h"

namespace vramlint::memory {

class LeafGradients {
 public:
  LeafGradients(const graph::Graph& graph, StorageTable& storages)
      : graph_(graph),
        storages_(storages),
        gradients_(graph.tensors.size()),
        reduced_(graph.tensors.size()),
        last_(graph.tensors.size()) {}

  /// torch/csrc/autograd/functions/accumulate_grad.h [1.13.1], [2.4]: the first gradient becomes .grad itself if
  /// nothing else references the tensor and its layout is the leaf's, else a clone does; later ones are added in place.
  void accumulate(graph::TensorId leaf, Gradient gradient);
  /// Its own, or what a reduction has left of those of its unit.
  const Gradient& operator[](graph::TensorId leaf) const {
    return gradients_[leaf] ? gradients_[leaf] : reduced_[leaf];
  }
  void clear(graph::TensorId leaf) {
    gradients_[leaf].reset();
    reduced_[leaf].reset();
  }

  /// zero_() of a sparse gradient; a dense one stays as it is (aten/src/ATen/native/sparse/SparseTensorMath.cpp,
  /// zero_sparse_).
  void empty_sparse(graph::TensorId leaf);

  /// Of what embedding(sparse=True) makes: rows, and not all of the leaf's.
  bool is_sparse(graph::TensorId leaf, const Gradient& gradient) const;
  /// Their sum, one of them sparse: the rows of both, or all of the leaf's (aten/src/ATen/native/sparse).
  Gradient sum_of_sparse(graph::TensorId leaf, const Gradient& one, const Gradient& other) const;

  /// From now on event number `event` of the graph is played.
  void begin(size_t event) { now_ = event + 1; }
  /// The leaves that the events have led to since the last call, with the event, each once.
  std::vector<std::pair<size_t, graph::TensorId>> take_reached() {
    std::fill(last_.begin(), last_.end(), 0);
    return std::exchange(reached_, {});
  }

  // For wrappers that divide gradients or keep them elsewhere.
  std::function<void(graph::TensorId)> ready;  ///< called when a leaf's gradient has been added to
  void clear_own(graph::TensorId leaf) { gradients_[leaf].reset(); }
  void replace(graph::TensorId leaf, Gradient gradient) { gradients_[leaf] = std::move(gradient); }
  Gradient& reduced(graph::TensorId leaf) { return reduced_[leaf]; }

 private:
  void take(graph::TensorId leaf, Gradient gradient);

  const graph::Graph& graph_;
  StorageTable& storages_;
  std::vector<Gradient> gradients_;  // by tensor
  std::vector<Gradient> reduced_;    // by tensor: of a unit, at its first parameter
  size_t now_ = 0;
  std::vector<size_t> last_;  // by tensor: the event that led to it last, plus one
  std::vector<std::pair<size_t, graph::TensorId>> reached_;
};

}  // namespace vramlint::memory
