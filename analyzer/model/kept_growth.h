// What each turn of a loop adds to what stays on the GPU: items of lists and dicts, and tensors that are joined to one
// that is there.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model/build.h"
#include "model/builder.h"

namespace vramlint::model {

struct Tensor;

constexpr Bytes kWorthCounting{int64_t{32} << 20};
constexpr int64_t kMostCounted = 10'000'000;

/// Of lists and dicts.
using Lengths = std::unordered_map<const interp::Object*, size_t>;

/// What stands between two turns.
struct BetweenTurns {
  size_t storages = 0, events = 0;  ///< that there are
  std::unordered_set<graph::StorageId> live;
  Lengths lengths;
  Bytes held;
};

/// A list or a dict to which each turn adds.
struct Grown {
  interp::Value whole;
  size_t items = 0;            ///< of a turn
  size_t most = 0;             ///< that it holds: `deque(maxlen=100)`; 0: any number
  std::vector<Tensor*> added;  ///< in the last turn
  Bytes bytes;
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
  std::vector<Grown> grown;
  Bytes bytes;
  bool keeps_graph = false;  ///< what is kept has a history, which is kept as well
};

/// The last `count` items of a list, or values of a dict.
std::vector<interp::Value> last_of(const interp::Value& whole, size_t count);
/// Of a list, or a dict; none: neither.
std::optional<size_t> length_of(const interp::Value& whole);

/// The items of a `deque(maxlen=…)` of ours, and how many it holds.
std::optional<std::pair<const interp::Object*, size_t>> limit_in(const interp::Value& part);

/// On the GPU, by what Python refers to.
Bytes held_by(const Builder& builder);

/// Where tensors were appended.
class Appends {
 public:
  void note(const interp::Value& value, const Span& place);
  Span at(const Tensor& tensor) const;  ///< none: not seen

 private:
  std::unordered_map<graph::TensorId, Span> places_;
};

class GrowthMeter {
 public:
  GrowthMeter(interp::Interpreter& interpreter, Builder& builder) : interpreter_(interpreter), builder_(builder) {}

  BetweenTurns look() const;
  Lengths lengths() const;
  /// Of the last turn, where the one before it did the same. `known`: those of which that has been seen earlier.
  KeptGrowth of(const std::vector<BetweenTurns>& turns, const std::vector<Grown>& known) const;
  /// The operator of these events, or later ones, that made what it holds; none: not seen.
  Span made_at(const Tensor& tensor, size_t since) const;
  /// A tensor of so many bytes, of its kind.
  interp::Value of_size(Tensor& like, Bytes bytes) const;
  /// As `more` turns would leave it.
  void enlarge(const KeptGrowth& growth, int64_t more) const;

 private:
  const graph::Node* maker(graph::StorageId storage, size_t event) const;
  void add_joined(const std::vector<BetweenTurns>& turns, KeptGrowth& growth) const;
  void add_grown(const BetweenTurns& begin, const interp::Value& whole, size_t items, KeptGrowth& growth) const;
  interp::Value larger(const interp::Value& like, std::vector<int64_t> sizes, const Span& place) const;
  interp::Value another(const interp::Value& item, const Grown& grown, int64_t times, int depth = 8) const;
  void lengthen(const Grown& grown, int64_t more) const;

  interp::Interpreter& interpreter_;
  Builder& builder_;
};

}  // namespace vramlint::model
