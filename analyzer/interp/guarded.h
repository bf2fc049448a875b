// What the conditions and loops around the running statement came from. Private to this room.
#pragma once

#include "interp/impl.h"

namespace vramlint::interp {

/// One more of them, for as long as it lives.
class Guarded {
 public:
  Guarded(Interpreter& interpreter, Origin condition) : impl_(interpreter.impl()), outer_(impl_.guard) {
    impl_.guard = impl_.join(outer_, condition);
  }
  ~Guarded() { impl_.guard = outer_; }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

 private:
  Interpreter::Impl& impl_;
  Origin outer_;
};

}  // namespace vramlint::interp
