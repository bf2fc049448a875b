// What each turn of a loop adds to what stays on the GPU: items of lists, and tensors that are joined to one that is
// there.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model/builder.h"

namespace vramlint::model {

struct Tensor;

/// What stands between two turns.
struct BetweenTurns {
  size_t storages = 0, events = 0;  ///< that there are
  std::unordered_set<graph::StorageId> live;
  std::unordered_map<const interp::Object*, size_t> lists;  ///< by how long they are
  Bytes held;
};

/// A tensor that each turn makes anew, larger by `more` in one dimension.
struct Joined {
  Tensor* tensor = nullptr;
  size_t dim = 0;
  int64_t more = 0;
  Span place;  ///< that makes it
};

struct KeptGrowth {
  std::vector<Joined> joined;
  std::vector<std::pair<interp::Value, size_t>> lists;  ///< with how many items a turn adds
  std::vector<Tensor*> added;                           ///< to lists, in the last turn
  Bytes bytes;
  bool keeps_graph = false;  ///< what is kept has a history, which is kept as well
};

class GrowthMeter {
 public:
  GrowthMeter(interp::Interpreter& interpreter, Builder& builder) : interpreter_(interpreter), builder_(builder) {}

  BetweenTurns look() const;
  /// Of the last turn, where the one before it did the same. `known`: lists of which that has been seen earlier.
  KeptGrowth of(const std::vector<BetweenTurns>& turns,
                const std::vector<std::pair<interp::Value, size_t>>& known) const;
  /// As `more` turns would leave it.
  void enlarge(const KeptGrowth& growth, int64_t more) const;

 private:
  const graph::Node* maker(graph::StorageId storage, size_t event) const;
  void add_joined(const std::vector<BetweenTurns>& turns, KeptGrowth& growth) const;
  void add_list(const BetweenTurns& begin, const interp::Value& list, size_t items, KeptGrowth& growth) const;
  interp::Value larger(const interp::Value& like, std::vector<int64_t> sizes, const Span& place) const;
  interp::Value another(const interp::Value& item, int64_t times) const;

  interp::Interpreter& interpreter_;
  Builder& builder_;
};

}  // namespace vramlint::model
