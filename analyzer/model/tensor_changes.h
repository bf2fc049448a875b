// What arms of branches that are tried change in tensors, to undo it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "graph/graph.h"
#include "interp/native.h"
#include "model/place.h"

namespace vramlint::model {

struct DataFacts;
struct Tensor;

/// All that may be another of a tensor, but for how it is counted.
struct TensorState {
  graph::TensorType type;
  std::optional<graph::TensorId> id;
  bool requires_grad, leaf;
  Place asked;
  bool stays_on_host, written;
  std::vector<interp::Origin> origins;
  std::shared_ptr<std::vector<double>> values;
  std::shared_ptr<const DataFacts> facts;
  interp::Value host_storage, cls, grad, attributes;
};

TensorState state_of(const Tensor& tensor);

/// A tensor as it was before an arm changed it.
struct TensorChange {
  Tensor* tensor;    ///< nullptr: it is gone
  size_t earlier;    ///< the tensor's change before this one: one past its place, or 0
  bool of_elements;  ///< and of what is known of them, of nothing else
  TensorState before;
};

class TensorChanges {
 public:
  /// The tensor is about to change. Of its changes since there were `then` the first is kept.
  void note(Tensor& tensor, size_t then, bool of_elements);
  /// It is being destroyed.
  void forget(const Tensor& tensor);
  /// Back to when there were `then`.
  void undo(size_t then);
  /// Likewise; which tensors these are that are not in the graph from `first_made` on, and what was known of each.
  std::vector<interp::Effects::Written> take_back(size_t then, size_t first_made);
  void clear();
  size_t size() const { return all_.size(); }
  /// Whether all since then are of elements.
  bool are_of_elements(size_t then) const;
  const TensorChange& operator[](size_t place) const { return all_[place]; }

 private:
  std::vector<TensorChange> all_;
};

/// A tensor as it is now may be what was taken back.
void may_be(const interp::Effects::Written& written);

}  // namespace vramlint::model
