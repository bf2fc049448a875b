// The elements of a result that many elements make: reductions, running sums, joined tensors.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "graph/shape.h"

namespace vramlint::model {

/// What a reduction of that name (the schema's, without its overload) makes of some elements; empty where it is none.
using Reduce = double (*)(const std::vector<double>& elements);
Reduce reduction(std::string_view name);

/// Along `dim`, or over all where it is empty. At least one element stands in each group.
std::vector<double> reduced(const std::vector<double>& values, const graph::Shape& shape, std::optional<size_t> dim,
                            Reduce function);

std::vector<double> running_sum(std::vector<double> values, const graph::Shape& shape, size_t dim);

/// Tensors one after the other along `dim`; all other sizes are the same.
std::vector<double> joined(const std::vector<const std::vector<double>*>& parts,
                           const std::vector<const graph::Shape*>& shapes, size_t dim);

/// Each element once, in order; for each given one its place among those; how often each of those was given.
std::array<std::vector<double>, 3> distinct_elements(const std::vector<double>& values);

std::vector<double> flipped(const std::vector<double>& values, const graph::Shape& shape, size_t dim);

}  // namespace vramlint::model
