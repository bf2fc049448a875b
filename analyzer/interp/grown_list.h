// Lists of which only the data tells how long they are, where a statement puts more into them.
#pragma once

#include "interp/frame.h"

namespace vramlint::interp {

/// `tokens.append(one)`, `tokens.extend(more)` where such a list stands behind the name, which stands for a longer one
/// from then on. False where the expression is none of these, and has not been evaluated.
bool grows_list(Interpreter& interpreter, Frame& frame, const syntax::Expr& expr);

/// `samples[i * 8:(i + 1) * 8]` of a list: as many as are taken, each like any of the list; nothing where that is not
/// known. Of a list that may hold more than is seen there are as many, which is assumed.
std::optional<Value> window_of(Interpreter& interpreter, const List& list, const SliceObject& slice, const Span& span);

}  // namespace vramlint::interp
