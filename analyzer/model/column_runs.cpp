#include "model/column_runs.h"

#include <algorithm>
#include <memory>

#include "model/data_facts.h"
#include "model/ends.h"
#include "ops/define.h"

namespace vramlint::model {
namespace {

using graph::Dim;
using interp::Value;

constexpr size_t kMostRuns = 1024;

bool is(const Bound& bound, std::string_view name) { return bound.call.op->schema.starts_with(name); }

const ColumnRuns* runs_of(const Value& value) {
  const Tensor* tensor = as_tensor(value);
  return tensor && tensor->facts ? tensor->facts->runs.get() : nullptr;
}

const graph::TensorType& type_of(const Value& value) { return as_tensor(value)->type_info; }

std::optional<double> number(const graph::Arg& arg) {
  if (const auto* whole = std::get_if<int64_t>(&arg)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&arg);
  return real ? std::optional(*real) : std::nullopt;
}

/// constant_pad_nd(self, pad, value) of a matrix: columns before or behind it.
std::optional<ColumnRuns> padded(const Bound& bound) {
  const graph::TensorType& self = type_of(bound.tensors[0]);
  const std::vector<int64_t>& widths = bound.call.ints(1);
  const std::optional<double> value = number(bound.call.args[2]);
  if (self.rank() != 2 || widths.size() != 2 || !value || widths[0] < 0 || widths[1] < 0) return {};
  const ColumnRuns* old = runs_of(bound.tensors[0]);
  if (widths[0] + widths[1] == 0 || (widths[0] == 0 && old)) return old ? std::optional(*old) : std::nullopt;
  const int64_t column = widths[0] > 0 ? 0 : self.size(1);
  return ColumnRuns{column, false, {{*value, self.shape[0]}}};
}

/// Rows behind rows.
std::optional<ColumnRuns> joined(const Bound& bound) {
  if (bound.call.integer(1) != 0) return {};
  ColumnRuns all;
  for (const Value& value : bound.tensors) {
    const ColumnRuns* part = runs_of(value);
    const bool fits = part && !part->is_row && (all.runs.empty() || part->column == all.column);
    if (!fits || all.runs.size() + part->runs.size() > kMostRuns) return {};
    all.column = part->column;
    all.runs.insert(all.runs.end(), part->runs.begin(), part->runs.end());
  }
  return all;
}

int64_t wrapped(int64_t index, int64_t size) { return index < 0 ? index + size : index; }

bool is_last(int64_t index, const Dim& size) { return index == -1 || (size.known() && index == size.point - 1); }

/// Of select(self, dim, index) what one number of a row or column is.
std::optional<double> picked(const Bound& bound, const ColumnRuns& from) {
  const graph::TensorType& self = type_of(bound.tensors[0]);
  const int64_t index = bound.call.integer(2);
  if (self.rank() != 1 || from.runs.empty()) return {};
  if (from.is_row)
    return wrapped(index, self.size(0)) == from.column ? std::optional(from.runs.back().first) : std::nullopt;
  if (index == 0) return from.runs.front().first;
  return is_last(index, self.shape[0]) ? std::optional(from.runs.back().first) : std::nullopt;
}

/// The largest or smallest number of a column.
std::optional<double> extreme(const Bound& bound, const ColumnRuns& from) {
  const bool largest = is(bound, "max(Tensor self) ");
  if (from.is_row || from.runs.empty() || type_of(bound.tensors[0]).rank() != 1) return {};
  if (!largest && !is(bound, "min(Tensor self) ")) return {};
  const auto [low, high] = std::minmax_element(from.runs.begin(), from.runs.end(),
                                               [](const auto& a, const auto& b) { return a.first < b.first; });
  return largest ? high->first : low->first;
}

std::optional<ColumnRuns> selected(const Bound& bound, const ColumnRuns& from) {
  const graph::TensorType& self = type_of(bound.tensors[0]);
  if (self.rank() != 2) return {};
  const int64_t dim = wrapped(bound.call.integer(1), 2), index = bound.call.integer(2);
  if (dim == 1 && wrapped(index, self.size(1)) == from.column) return ColumnRuns{0, false, from.runs};
  if (dim == 0 && is_last(index, self.shape[0])) return ColumnRuns{from.column, true, from.runs};
  return {};
}

/// Columns of a matrix: slice(self, dim, start, end, step).
std::optional<ColumnRuns> sliced(const Bound& bound, const ColumnRuns& from) {
  const graph::TensorType& self = type_of(bound.tensors[0]);
  if (self.rank() != 2 || wrapped(bound.call.integer(1), 2) != 1 || bound.call.integer(4) != 1) return {};
  const int64_t start = bound.call.is_none(2) ? 0 : wrapped(bound.call.integer(2), self.size(1));
  const int64_t end = bound.call.is_none(3) ? self.size(1) : wrapped(bound.call.integer(3), self.size(1));
  if (from.column < start || from.column >= end) return {};
  return ColumnRuns{from.column - start, false, from.runs};
}

bool keeps(const Bound& bound) {
  constexpr std::string_view kKeeping[] = {"to.", "_to_copy(", "_cast_", "contiguous(", "clone(", "detach("};
  return std::any_of(std::begin(kKeeping), std::end(kKeeping), [&](std::string_view name) { return is(bound, name); });
}

std::optional<ColumnRuns> made_runs(const Bound& bound) {
  if (is(bound, "constant_pad_nd(")) return padded(bound);
  if (is(bound, "cat(")) return joined(bound);
  const ColumnRuns* from = runs_of(bound.tensors[0]);
  if (!from) return {};
  if (keeps(bound)) return *from;
  if (is(bound, "select.int(")) return selected(bound, *from);
  return is(bound, "slice.Tensor(") ? sliced(bound, *from) : std::nullopt;
}

std::shared_ptr<DataFacts> facts_to_change(const Tensor& tensor) {
  return tensor.facts ? std::make_shared<DataFacts>(*tensor.facts) : std::make_shared<DataFacts>();
}

/// `column == value`: the rows of the runs of that number.
void choose_rows(const Bound& bound, const ColumnRuns& column, Tensor& mask) {
  const std::optional<double> wanted = number(bound.call.args[1]);
  if (!wanted || column.is_row || mask.type_info.rank() != 1) return;
  std::optional<Dim> rows;
  for (const auto& [value, count] : column.runs)
    if (value == *wanted) rows = rows ? ops::sum(*rows, count) : count;
  auto facts = facts_to_change(mask);
  facts->chosen = rows ? rows->from(0) : Dim(0);
  mask.facts = std::move(facts);
}

}  // namespace

bool begins_runs(const Bound& bound) { return is(bound, "constant_pad_nd("); }

void hand_on_runs(const Bound& bound, const std::vector<Value>& results) {
  Tensor* made = results.size() == 1 ? as_tensor(results[0]) : nullptr;
  if (!made || bound.tensors.empty() || !as_tensor(bound.tensors[0])) return;
  const ColumnRuns* from = runs_of(bound.tensors[0]);
  if (from && is(bound, "eq.Scalar(")) return choose_rows(bound, *from, *made);
  const auto value = !from ? std::nullopt : is(bound, "select.int(") ? picked(bound, *from) : extreme(bound, *from);
  if (value) return set_ends(*made, {std::vector{*value}, std::vector{*value}, std::vector{*value}});
  std::optional<ColumnRuns> runs = made_runs(bound);
  if (!runs) return;
  auto facts = facts_to_change(*made);
  facts->runs = std::make_shared<const ColumnRuns>(std::move(*runs));
  made->facts = std::move(facts);
}

}  // namespace vramlint::model
