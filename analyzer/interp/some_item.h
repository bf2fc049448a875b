// What an index that is not known finds among the items of a list or a tuple.
#pragma once

#include <optional>
#include <vector>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// The only item there is; of numbers one between the smallest and the largest; of tuples of one length such a tuple,
/// part by part; of tensors the one that holds most; of lists, dicts and objects that are alike the first, likewise of
/// what a data set chooses from and of what is there to be called. Which of the last is taken is noted. Nothing where
/// the items have nothing in common.
std::optional<Value> some_item(Interpreter& interpreter, const std::vector<Value>& items, const Value& index,
                               const Span& span);

/// Behind the end of a list that may hold more: where turns of a loop fill it that are not followed, what one put
/// there. Nothing for any other index.
std::optional<Value> item_behind(Interpreter& interpreter, const List& list, const Value& index, const Span& span);

}  // namespace vramlint::interp
