// Where a function's body stops.
#pragma once

#include "syntax/python.h"

namespace vramlint::interp {

/// Whether a `yield` stands in it.
bool yields(const syntax::Stmt& statement);

/// The `yield` whose value the statement takes, drops or returns; nullptr where it stands deeper.
const syntax::Expr* yield_of(const syntax::Stmt& statement);

}  // namespace vramlint::interp
