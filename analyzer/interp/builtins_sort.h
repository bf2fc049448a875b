// Sorting as list.sort and sorted() do it.
#pragma once

#include <optional>
#include <vector>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// Stable; `key` and `reverse` may be unbound or None. Only `<` is asked of the items. If an item, its key or a
/// comparison is Unknown, `items` is left as it was and that Unknown returned.
std::optional<Value> sort_values(Interpreter& interpreter, std::vector<Value>& items, const Value& key,
                                 const Value& reverse, Span span);

}  // namespace vramlint::interp
