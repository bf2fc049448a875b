// What the conditions and loops around the running statement came from. Private to this room.
#pragma once

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

}  // namespace vramlint::interp
