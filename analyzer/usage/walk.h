// The parts of a syntax tree, one level at a time.
#pragma once

#include <functional>

#include "syntax/python.h"

namespace vramlint::usage {

/// What stands directly below: bodies of functions and classes, defaults, decorators and annotations included.
struct Parts {
  std::function<void(const syntax::Expr&)> expression;
  std::function<void(const syntax::Stmt&)> statement;
};

void each_part(const syntax::Expr& expr, const Parts& parts);
void each_part(const syntax::Stmt& statement, const Parts& parts);

/// Whether one place lies within the other, in the same source.
bool covers(const Span& outer, const Span& inner);

}  // namespace vramlint::usage
