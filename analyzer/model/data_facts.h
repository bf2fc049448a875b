// What is known of a tensor's elements without knowing them, and what follows for sizes that depend on the data: how
// many classes a label map may hold, how many of them unique finds, how many turns a loop over them takes.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "graph/op.h"
#include "interp/bounded.h"
#include "interp/footprint.h"
#include "interp/interpreter.h"

namespace vramlint::model {

struct Bound;
struct ColumnRuns;
struct Tensor;

/// Of few elements in their order: the lowest, the most likely and the highest that each may be.
using ElementEnds = std::array<std::vector<double>, 3>;

/// Of two numbers.
struct Comparison {
  syntax::CompareOp op;
  interp::Bounds left, right;
};

struct DataFacts {
  std::optional<graph::Dim> distinct;      ///< so many different values
  bool each_once = false;                  ///< no value twice: what unique gives
  std::optional<graph::Dim> chosen;        ///< of a mask: so many elements are true
  std::optional<int64_t> most_distinct;    ///< of whole numbers: no more different values
  std::optional<double> uniform;           ///< all elements are this number (model/uniform.h)
  std::optional<bool> all_same;            ///< of a mask: the truth of each element
  std::optional<graph::Dim> value;         ///< of a single element: the number that it is
  std::optional<interp::Bounds> range;     ///< of all elements; see model/ranges.h
  std::optional<Comparison> truth;         ///< of a single element: whether it is true
  std::optional<ElementEnds> ends;         ///< see model/ends.h
  interp::Footprint footprint;             ///< of these
  std::shared_ptr<const ColumnRuns> runs;  ///< see model/column_runs.h
  std::optional<graph::Dim> of_many;       ///< it stands for one of so many alike; as many exist as the point says
};

/// A loop over a tensor is followed for so many rows at most where only the data tells their number.
inline constexpr int64_t kMostRowsFollowed = 512;

/// Whether something is known of an operand's elements; the other two are of no use else.
bool has_facts(const Bound& bound);

/// A slice whose end only the data tells.
bool ends_slice(const Bound& bound);
/// The same mask chooses as many each time.
void remember_choice(const Bound& bound, const graph::Inferred& inferred);
/// Sizes of results that facts about the operands bound more closely than the operator alone.
void refine_sizes(const Bound& bound, graph::Inferred& inferred);
/// The sum of a mask is the number of what it chooses.
void count_chosen(interp::Interpreter& interpreter, const Bound& bound, const std::vector<interp::Value>& results);
/// After a write it is not known what a mask chooses.
void forget_choice(Tensor& written);
/// What the operands' facts say of results.
void hand_on(interp::Interpreter& interpreter, const Bound& bound, const std::vector<interp::Value>& results);

/// The functions of `_vramlint` that state facts.
void add_data_natives(interp::Interpreter& interpreter, interp::Dict& names);

}  // namespace vramlint::model
