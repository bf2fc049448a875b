// Assertions about the releases of packages. Which one is described here says nothing of what the program finds.
#pragma once

#include "interp/frame.h"

namespace vramlint::interp {

/// Whether a condition of a followed program that does not hold asks for a release: then it is assumed to hold, and
/// `package.__version__ == "0.3.2"` says the release.
bool is_of_releases(Interpreter& interpreter, Frame& frame, const syntax::Expr& condition);

}  // namespace vramlint::interp
