// What a generator is in the midst of.
#pragma once

#include <optional>

#include "interp/frame.h"

namespace vramlint::interp {

/// One block being run: a body with what surrounds it.
struct Block {
  const syntax::Body* body = nullptr;
  size_t next = 0;
  const syntax::For* loop = nullptr;
  const syntax::While* repeat = nullptr;
  const syntax::Try* attempt = nullptr;  // its body, handlers or else
  bool handling = false;                 // in a handler or the else: its own handlers no longer apply
  bool finishing = false;                // in the finally
  std::optional<Raised> pending;         // raised on, after the finally
  bool returning = false;                // a return goes on after the finally
  bool turned = false;                   // a while whose condition is not known: it has run once
  bool told = false;                     // a loop that is followed
  Value iterator;                        // of a loop
  Value exit, manager;                   // of a with
  Span place;
};

}  // namespace vramlint::interp
