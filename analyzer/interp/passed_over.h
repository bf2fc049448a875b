// What a statement of a followed program comes to that raised and is passed over.
#pragma once

#include <string>

#include "interp/frame.h"
#include "interp/interpreter.h"

namespace vramlint::interp {

struct PassedOver {
  std::string why;
  bool is_told = false;    ///< the program ends there, which is said
  bool in_header = false;  ///< the condition of an `if` raised, or the items of a `for`
};

/// What it would have set is not known; the body of one whose header raised runs maybe.
Flow pass_over(Interpreter& interpreter, Frame& frame, const syntax::Stmt& statement, const PassedOver& how);

/// Looks at the header of the statement that stands there.
template <typename Look>
auto in_header(const Span& statement, const Look& look) {
  try {
    return look();
  } catch (Raised& raised) {
    raised.header = &statement;
    throw;
  }
}

}  // namespace vramlint::interp
