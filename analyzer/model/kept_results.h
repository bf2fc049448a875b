// What a loop over a loader that trains nothing, as a validation, leaves in lists: tensors that stay on the GPU, a
// batch of them a turn, until someone lets go of the list.
#pragma once

#include <unordered_set>
#include <vector>

#include "model/build.h"
#include "model/builder.h"

namespace vramlint::model {

class KeptResultsWatch {
 public:
  KeptResultsWatch(interp::Interpreter& interpreter, const Builder& builder)
      : interpreter_(interpreter), builder_(builder) {}

  void begins(const Span& loop);
  void leaves(const Span& loop);
  /// A loader yields a batch; `length`: how many it has, where that is known.
  void drew(const interp::Value& length);
  void hands_over(const interp::Value& callee, const interp::Value& value, const Span& place);

  std::vector<KeptResults> found;

 private:
  struct Kept {
    Span place;
    graph::TensorId tensor;
  };
  struct Loop {
    Span span;
    bool draws = false;
    int64_t batches = 0;
    std::unordered_set<const interp::Object*> lists;  ///< those of variables that were there before the first batch
    std::vector<Kept> kept;
  };
  interp::Interpreter& interpreter_;
  const Builder& builder_;
  std::vector<Loop> running_;
};

}  // namespace vramlint::model
