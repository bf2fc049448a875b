// What the conditions and loops around the running statement came from. Private to this room.
#pragma once

#include <utility>

#include "interp/impl.h"

namespace vramlint::interp {

/// One more of them, for as long as it lives.
class Guarded {
 public:
  Guarded(Interpreter& interpreter, Origin condition)
      : impl_(interpreter.impl()), outer_(impl_.guard), nearest_(impl_.nearest), around_(impl_.around_nearest) {
    impl_.guard = impl_.join(outer_, condition);
    if (condition == 0) return;
    impl_.nearest = condition;
    impl_.around_nearest = outer_;
  }
  ~Guarded() {
    impl_.guard = outer_;
    impl_.nearest = nearest_;
    impl_.around_nearest = around_;
  }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

 private:
  Interpreter::Impl& impl_;
  Origin outer_, nearest_, around_;
};

/// The first turn of a loop: how often that runs says nothing of what is raised there.
class FirstTurn {
 public:
  /// `times`: where it comes from how often the loop runs.
  FirstTurn(Interpreter& interpreter, Origin times)
      : impl_(interpreter.impl()), outer_(std::exchange(impl_.first_turns, impl_.join(impl_.first_turns, times))) {}
  ~FirstTurn() { end(); }
  FirstTurn(const FirstTurn&) = delete;
  FirstTurn& operator=(const FirstTurn&) = delete;
  void end() { impl_.first_turns = outer_; }

 private:
  Interpreter::Impl& impl_;
  const Origin outer_;
};

/// The loops around that are in their first turn decided nothing of what is raised there, unless it speaks of a value
/// that comes of the same key.
inline Raised settled(Interpreter::Impl& impl, Raised raised) {
  impl.budget.touch_throw(raised.span);
  if (impl.first_turns == 0) return raised;
  const auto without_turns = [&](Origin origin) {
    return impl.join(impl.origins.without(origin, impl.first_turns), raised.own);
  };
  raised.origin = without_turns(raised.origin);
  if (raised.own == 0) raised.nearest = impl.origins.without(raised.nearest, impl.first_turns);
  return raised;
}

}  // namespace vramlint::interp
