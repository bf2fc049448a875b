// The patterns of `match`, read as what they ask of the subject and the names that they give.
#pragma once

#include <functional>
#include <vector>

#include "syntax/python_builder.h"

namespace vramlint::syntax {

/// What a pattern looks at, or what a name is given: made anew for each place in the tree.
using Maker = std::function<ExprPtr()>;

struct Capture {
  TSNode name;
  Maker value;
};

/// What a pattern asks, all of which must hold, and the names that it gives then.
struct CasePattern {
  std::vector<ExprPtr> tests;
  std::vector<Capture> captures;
};

/// Of a `case_clause`, all of its patterns.
CasePattern case_pattern(PythonBuilder& builder, TSNode clause, const Maker& subject);

/// True where there are none.
ExprPtr all_hold(Span span, std::vector<ExprPtr> tests);
/// `(value,)`, which is true.
ExprPtr is_made(Span span, ExprPtr value);
/// `(name := value,)`
ExprPtr named(PythonBuilder& builder, const Capture& capture);

}  // namespace vramlint::syntax
