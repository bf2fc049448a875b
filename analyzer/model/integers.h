// Integers as operators are given them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/op.h"
#include "graph/schema.h"
#include "interp/value.h"

namespace vramlint::model {

/// No size is greater than 2^55; what is counts like that, so that no arithmetic on it overflows.
int64_t bounded_integer(int64_t n);

/// What PyTorch says of a list that stands for one number a spatial dimension: strides, kernel sizes, paddings. `size`:
/// of `int[2]` two, 0 for a list of any length; empty where it says nothing.
std::string fixed_list_error(const graph::SchemaArgument& argument, int size, const std::vector<int64_t>& given);

/// Whether an operator's list of integers is the shape of its result, or how often each dimension is repeated.
bool takes_sizes(std::string_view schema);

/// Which dimension the first number of such a list is of: behind batch and channels where pictures are resized.
size_t first_sized(std::string_view schema);

/// A tensor without dimensions, of integers or booleans.
bool is_whole_number(const interp::Value& value);

/// Whether this argument alone says how many elements a dimension has, so that a bounded one bounds it. Those before it
/// are bound.
bool says_size(const graph::Call& call, size_t argument);

}  // namespace vramlint::model
