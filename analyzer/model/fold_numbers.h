// The elements of an elementwise result, from the elements of its operands.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "graph/shape.h"

namespace vramlint::model {

/// Elements in the order of their indices, the last of which runs fastest.
struct Elements {
  const std::vector<double>* values = nullptr;
  const graph::Shape* shape = nullptr;  ///< of a tensor; nullptr for a number
  double number = 0;
};

using Unary = double (*)(double);
using Binary = double (*)(double, double);

/// nullptr where the operator is none of these; by the schema's name without its overload.
Unary unary_function(std::string_view name);
Binary binary_function(std::string_view name);

std::vector<double> mapped(const std::vector<double>& values, Unary function);
/// Broadcast to `shape`.
std::vector<double> paired(const Elements& left, const Elements& right, Binary function, const graph::Shape& shape);

}  // namespace vramlint::model
