// The turns of a long loop that all do the same on the device and leave nothing there: passes in evaluation, the steps
// of a sampler. A few are followed and the last one; what the others change of Python's own is not known after them.
#pragma once

#include <functional>
#include <optional>

#include "interp/frame.h"
#include "interp/native.h"

namespace vramlint::interp {

/// A number, an element of an array, or a tuple of such, as of `enumerate(timesteps)`: what tells turns of a sampler
/// apart.
bool is_of_numbers(const Value& item);

class SteadyTurns {
 public:
  SteadyTurns(Interpreter& interpreter, Frame& frame, const Span& loop);

  /// The loop has taken so much that another turn is measured.
  bool is_long() const;

  /// One turn of a long loop over numbers; where it is like the one before, those up to the last are passed over.
  Flow turn(const std::function<Flow()>& run, const Value& iterator);

  /// The item of the last turn, where turns have been passed over.
  std::optional<Value> next(const Value& iterator);

 private:
  static constexpr int64_t kLong = 100'000, kLongOfSome = 1'000'000;

  bool is_steady(const Effects& effects);
  std::optional<Value> last_of(const Value& iterator);

  Interpreter& interpreter_;
  Frame& frame_;
  const Span& loop_;
  const int64_t begin_;
  const int remainders_;                    ///< when the loop began
  std::optional<Effects::Standing> start_;  ///< of the turn before
  size_t events_ = 0;                       ///< of that one
  bool left_nothing_ = false;               ///< likewise
  int left_ = 8;  ///< turns to measure yet: where none of them is like the one before, none will be
  std::optional<Value> last_;
};

}  // namespace vramlint::interp
