// A column whose numbers come in runs: rows of several samples that are put together have the sample's number before
// them, `F.pad(rows, (1, 0), value=i)`, and later the last of these says how many samples there are, and a comparison
// which rows are one sample's.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "graph/shape.h"
#include "interp/interpreter.h"

namespace vramlint::model {

struct Bound;

struct ColumnRuns {
  int64_t column = 0;                               ///< of a matrix, or of one of its rows; 0 of the column itself
  bool is_row = false;                              ///< it is the last row: its column is the last number
  std::vector<std::pair<double, graph::Dim>> runs;  ///< a number, and how many rows have it
};

/// A call that begins such a column.
bool begins_runs(const Bound& bound);
/// What the call makes of the columns of its operands: columns, masks that choose so many rows, or a number of it.
void hand_on_runs(const Bound& bound, const std::vector<interp::Value>& results);

}  // namespace vramlint::model
