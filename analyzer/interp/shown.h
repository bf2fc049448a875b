// What an expression comes to, as far as that shows without running anything of the program's. Private to this room.
#pragma once

#include "interp/frame.h"

namespace vramlint::interp {

/// Of a name, or an attribute that an object has itself; None: of anything else.
Value shown_by(const Frame& frame, const syntax::Expr& expr);
/// `x` of `len(x)`; nullptr: it is something else.
const syntax::Expr* length_asked(const syntax::Expr& expr);

}  // namespace vramlint::interp
