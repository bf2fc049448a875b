// What an index that is not known finds among the items of a list or a tuple: what all of them have in common.
#pragma once

#include <optional>
#include <vector>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// Of numbers one between the smallest and the largest; of tuples of one length and one kind such a tuple; of tensors
/// the one that holds most, which is noted. Nothing where the items have nothing in common.
std::optional<Value> some_item(Interpreter& interpreter, const std::vector<Value>& items, const Unknown& why);

}  // namespace vramlint::interp
