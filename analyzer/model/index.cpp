#include "model/index.h"

#include <algorithm>

#include "interp/anchored.h"
#include "interp/bounded.h"
#include "interp/opaque.h"
#include "interp/summed.h"
#include "model/apply.h"
#include "model/bounded_sizes.h"
#include "model/elements.h"
#include "model/factories.h"
#include "model/ranges.h"
#include "model/stands.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;

struct Indexed {
  Value view;                   // after the basic indices
  std::vector<Value> advanced;  // one per dimension of `view`; None where there is none
  bool has_advanced = false;
  std::optional<Value> unknown;
};

bool is_advanced(const Value& index) {
  return as_tensor(index) || index.as<interp::List>() || index.is_bool() || index.as<interp::Tuple>() ||
         index.as<interp::Range>();
}

int64_t rank_taken(const Value& index) {
  if (index.is_none() || index.kind() == Value::Kind::ellipsis) return 0;
  Tensor* tensor = as_tensor(index);
  bool mask =
      tensor && (tensor->type_info.dtype == graph::Dtype::boolean || tensor->type_info.dtype == graph::Dtype::uint8);
  return mask ? tensor->type_info.rank() : 1;
}

// A known elements tensor keeps them under an integer index: linspace(...)[i].
void keep_values(const Tensor& from, int64_t index, const Value& to) {
  Tensor* result = as_tensor(to);
  const std::vector<double>* known = from.elements();
  if (!known || from.type_info.rank() < 1 || !result) return;
  int64_t rows = from.type_info.shape[0].point;
  int64_t row = static_cast<int64_t>(known->size()) / std::max<int64_t>(rows, 1);
  int64_t at = (index < 0 ? index + rows : index) * row;
  result->values = held({known->begin() + at, known->begin() + at + row});
}

/// As torch 1.13 says it.
std::string too_many_for(int64_t rank) {
  if (rank > 0) return "too many indices for tensor of dimension " + std::to_string(rank);
  return "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a "
         "0-dim tensor to a number";
}

/// Up to PyTorch 0.4 `loss.data[0]` was the number itself; a program that asks for such a release is followed by a
/// later one.
bool may_index_scalars(Interpreter& interpreter) {
  const auto& pins = interpreter.world().stated_packages;
  const auto torch = std::ranges::find_if(pins, [](const auto& pin) { return pin.first == "torch"; });
  if (torch == pins.end() || !torch->second.starts_with("0.") || torch->second.size() < 3) return false;
  const bool is_one_digit = torch->second.size() == 3 || torch->second[3] == '.';
  return is_one_digit && torch->second[2] >= '1' && torch->second[2] <= '4';
}

bool is_zero(const std::vector<Value>& parts) {
  return parts.size() == 1 && parts[0].is_int() && (parts[0].as_int() == 0 || parts[0].as_int() == -1);
}

class Walk {
 public:
  /// `is_alone`: no tuple of indices, so that a slice of all is a view of its own.
  Walk(Interpreter& interpreter, Value self, Span span, bool is_alone)
      : interpreter_(interpreter), span_(span), is_alone_(is_alone) {
    result.view = std::move(self);
  }
  Indexed result;

  void step(const Value& given, int64_t skipped_by_ellipsis) {
    const Value index = array_as_tensor(interpreter_, given, span_);
    if (index.is_unknown()) {
      if (!select_some(index)) result.unknown = index;
    } else if (index.is_none())
      unsqueeze();
    else if (index.kind() == Value::Kind::ellipsis)
      dim_ += skipped_by_ellipsis;
    else if (index.is_int())
      select(index);
    else if (auto* slice = index.as<interp::SliceObject>())
      take(*slice);
    else if (Tensor* scalar = as_tensor(index); scalar && scalar->type_info.rank() == 0 && scalar->values) {
      select(item(interpreter_, *scalar, 0, span_));
    } else if (is_advanced(index))
      advance(index);
    else if (index.is_string())
      interpreter_.raise("TypeError", "new(): invalid data type 'str'", span_);
    else
      interpreter_.raise("IndexError",
                         "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
                         "are valid indices (got " +
                             std::string(interpreter_.type_of(index)->name) + ")",
                         span_);
  }

 private:
  void unsqueeze() {
    result.view = apply(interpreter_, "Tensor.unsqueeze", {std::move(result.view), Value::integer(dim_)}, span_);
    ++dim_;
  }

  void select(const Value& index) {
    Value before = result.view;
    Tensor* tensor = as_tensor(before);
    if (dim_ >= tensor->type_info.rank()) too_many();
    const graph::Dim& dim = tensor->type_info.shape[static_cast<size_t>(dim_)];
    const int64_t size = dim.point, at = index.as_int();
    const auto is_within = [at](int64_t elements) { return at < elements && at >= -elements; };
    if (!is_within(size) && is_within(dim.high) && select_first()) return;
    if (!is_within(size)) {
      interpreter_.raise("IndexError",
                         "index " + std::to_string(at) + " is out of bounds for dimension " + std::to_string(dim_) +
                             " with size " + std::to_string(size),
                         span_, index.origin());
    }
    result.view = apply_schema(interpreter_, "select.int", {before, Value::integer(dim_), index}, span_);
    if (dim_ == 0) keep_values(*tensor, at, result.view);
  }

  /// Which one only the data tells.
  bool select_some(const Value& index) {
    const int64_t rank = as_tensor(result.view)->type_info.rank();
    return is_some_number(index) && dim_ < rank && select_first();
  }

  /// In place of another one.
  bool select_first() {
    if (as_tensor(result.view)->type_info.shape[static_cast<size_t>(dim_)].point == 0) return false;
    result.view = apply_schema(interpreter_, "select.int",
                               {std::move(result.view), Value::integer(dim_), Value::integer(0)}, span_);
    as_tensor(result.view)->values.reset();
    return true;
  }

  /// A part of which only the data tells where it begins or ends: from none to all that there is.
  bool take_some(const interp::SliceObject& slice) {
    const bool steps = !slice.step.is_none() && !(slice.step.is_int() && slice.step.as_int() == 1);
    const auto is_end = [](const Value& end) { return end.is_none() || end.is_int() || is_some_number(end); };
    const Value lower = number_of(slice.lower), upper = number_of(slice.upper);
    const bool some = lower.is_unknown() || upper.is_unknown() || ends_in_open(lower, upper);
    if (steps || !is_end(lower) || !is_end(upper) || !some) return false;
    if (dim_ >= as_tensor(result.view)->type_info.rank()) too_many();
    const bool is_of_open = is_open(as_tensor(result.view)->type_info.shape[static_cast<size_t>(dim_)]);
    const graph::Dim part = part_of(lower, upper, as_tensor(result.view)->size(interpreter_, dim_, span_));
    result.view = apply_schema(interpreter_, "slice.Tensor",
                               {std::move(result.view), Value::integer(dim_), Value::integer(0),
                                size_value(interpreter_, part), Value::integer(1)},
                               span_);
    Tensor* taken = as_tensor(result.view);
    if (taken && !taken->on_device() && (part.known() || is_of_open))
      taken->type_info.shape[static_cast<size_t>(dim_)] = part;
    ++dim_;
    return true;
  }

  /// `x[:256]`, `x[2:258]` where nothing bounds what there is.
  bool ends_in_open(const Value& lower, const Value& upper) const {
    const graph::Shape& shape = as_tensor(result.view)->type_info.shape;
    const auto counts = [](const Value& end) { return end.is_int() && end.as_int() >= 0; };
    return dim_ < static_cast<int64_t>(shape.size()) && is_open(shape[static_cast<size_t>(dim_)]) && counts(upper) &&
           (lower.is_none() || counts(lower));
  }

  Value number_of(const Value& end) const {
    Tensor* tensor = as_tensor(end);
    return tensor && tensor->type_info.numel() == 1 ? item(interpreter_, *tensor, 0, span_) : end;
  }

  graph::Dim part_of(const Value& lower, const Value& upper, const Value& whole) const {
    const interp::Bounds all = *interp::bounds_of(interpreter_, whole);
    const auto end = [&](const Value& given, double otherwise) {
      std::optional<interp::Bounds> known = interp::bounds_of(interpreter_, given);
      if (given.is_none()) known = interp::Bounds{otherwise, otherwise, otherwise};
      const bool counts = known && known->low >= 0;
      return counts ? *known : interp::Bounds{0, given.is_unknown() ? -1.0 : otherwise, all.high};
    };
    const interp::Bounds from = end(lower, 0), to = end(upper, all.high);
    const auto size = [](double elements) { return static_cast<int64_t>(elements); };
    std::optional<double> length = interp::distance(from, to);
    if (const auto count = interp::anchored_count(interpreter_, lower, upper); count && count->low == count->high)
      length = count->low;
    if (upper.is_int() && !lower.is_unknown()) length = to.low - from.low;
    if (length && *length >= 0) {
      if (is_open(dim_of(all))) return taken_of_open(size(*length));
      if (from.low >= 0 && to.high <= all.low) return size(*length);
      return {0, size(std::min(*length, all.point)), size(std::min(*length, all.high))};
    }
    const std::optional<interp::Bounds> rest = interp::rest_of_sum(upper, from);
    if (rest && rest->low >= 0 && is_open(dim_of(all))) return taken_of_open(dim_of(*rest));
    const double most = std::max(std::min(to.high, all.high) - std::min(from.low, all.high), 0.0);
    const bool pointed = from.point >= 0 && to.point >= 0;
    const double point = pointed ? std::min(to.point, all.point) - from.point : std::min(most, all.point) / 2;
    return {0, size(std::clamp(point, 0.0, most)), size(most)};
  }

  graph::Dim taken_of_open(const graph::Dim& length) const {
    interpreter_.assumptions().push_back(
        {"there are as many elements as are taken here: " + std::to_string(length.point), span_});
    return length;
  }

  /// From the beginning to where only the data tells. An end before the beginning is taken for none left: bounds are
  /// wider than the numbers.
  bool take_bounded(const interp::SliceObject& slice) {
    const Value upper = number_of(slice.upper);
    const interp::BoundedNumber* number = interp::bounded_number(upper);
    if (!number || !number->bounds.whole || number->bounds.point < 0) return false;
    const auto is = [](const Value& value, int64_t wanted) {
      return value.is_none() || (value.is_int() && value.as_int() == wanted);
    };
    if (!is(slice.lower, 0) || !is(slice.step, 1)) return false;
    if (dim_ >= as_tensor(result.view)->type_info.rank()) too_many();
    result.view = apply_schema(
        interpreter_, "slice.Tensor",
        {std::move(result.view), Value::integer(dim_), Value::integer(0), upper, Value::integer(1)}, span_);
    ++dim_;
    return true;
  }

  void take(const interp::SliceObject& slice) {
    if (take_bounded(slice) || take_some(slice)) return;
    for (const Value* bound : {&slice.lower, &slice.upper, &slice.step}) {
      if (bound->is_unknown()) {
        result.unknown = *bound;
        return;
      }
    }
    Tensor* tensor = as_tensor(result.view);
    if (dim_ >= tensor->type_info.rank()) too_many();
    const int64_t most = tensor->type_info.shape[static_cast<size_t>(dim_)].high;
    auto number = [&](const Value& v, int64_t otherwise) {
      if (Tensor* t = as_tensor(v)) {
        Value n = item(interpreter_, *t, 0, span_);
        if (n.is_int()) return n;
        result.unknown = n;
        return Value::integer(otherwise);
      }
      return v.is_none() ? Value::integer(otherwise) : v;
    };
    for (const Value* bound : {&slice.lower, &slice.upper, &slice.step}) {
      if (!bound->is_none() && !bound->is_integral() && !as_tensor(*bound))
        interpreter_.raise("TypeError", "slice indices must be integers or None or have an __index__ method", span_);
    }
    Value lower = number(slice.lower, 0), upper = number(slice.upper, INT64_MAX), step = number(slice.step, 1);
    if (step.as_int() <= 0) interpreter_.raise("ValueError", "step must be greater than zero", span_);
    const bool whole = lower.as_int() == 0 && upper.as_int() >= most && step.as_int() == 1;
    if (!result.unknown && (!whole || is_recorded(*tensor, upper.as_int() == most))) {
      result.view = apply_schema(interpreter_, "slice.Tensor",
                                 {std::move(result.view), Value::integer(dim_), lower, upper, step}, span_);
    }
    ++dim_;
  }

  /// Whether autograd sees a slice that takes the whole dimension: its backward writes a gradient into zeros of the
  /// whole size. aten/src/ATen/TensorIndexing.h, applySlice: left away where the end is the length, which that of `:`
  /// is not; since PyTorch 2.9 (2.8 was not looked at; 2.11 on an H100 shows none) where it lies behind it, too. Not
  /// for `x[:]` (`disable_slice_optimization`).
  bool is_recorded(const Tensor& tensor, bool ends_at_length) const {
    if (!tensor.requires_grad || !tensor.on_device()) return false;
    return is_alone_ || (!ends_at_length && !builder_of(interpreter_)->torch.at_least(2, 9));
  }

  void advance(const Value& index) {
    Value listed = index.as<interp::Range>() ? Value::list(interpreter_.to_vector(index, span_)) : index;
    Value tensor = as_tensor(listed) ? listed : tensor_from(interpreter_, builder_of(interpreter_), listed, {}, span_);
    result.advanced.resize(static_cast<size_t>(dim_));
    result.advanced.push_back(std::move(tensor));
    result.has_advanced = true;
    ++dim_;
  }

  [[noreturn]] void too_many() {
    interpreter_.raise("IndexError", too_many_for(as_tensor(result.view)->type_info.rank()), span_);
  }

  Interpreter& interpreter_;
  Span span_;
  const bool is_alone_;
  int64_t dim_ = 0;
};

Indexed walk(Interpreter& interpreter, Tensor& self, const Value& index, Span span) {
  std::vector<Value> parts;
  if (auto* tuple = index.as<interp::Tuple>())
    parts = tuple->items;
  else
    parts = {index};
  int64_t taken = 0, bools = 0;  // a bool takes none
  bool known = true;
  for (const Value& part : parts) {
    taken += part.is_unknown() ? 1 : rank_taken(part);
    bools += part.is_bool() ? 1 : 0;
    known = known && !part.is_unknown();
  }
  if (self.type_info.rank() == 0 && is_zero(parts) && may_index_scalars(interpreter)) {
    interpreter.assumptions().push_back(
        {"`[0]` of a tensor without dimensions is its number, as up to PyTorch 0.4; later "
         "releases raise an IndexError, and have `item()`",
         user_span(interpreter)});
    return {.view = Value(&self)};
  }
  if (known && taken - bools > self.type_info.rank())
    interpreter.raise("IndexError", too_many_for(self.type_info.rank()), span);
  Walk state(interpreter, Value(&self), span, !index.as<interp::Tuple>());
  for (const Value& part : parts) {
    state.step(part, self.type_info.rank() - taken);
    if (!state.result.unknown && !as_tensor(state.result.view)) state.result.unknown = state.result.view;
    if (state.result.unknown) break;
  }
  return std::move(state.result);
}

/// What is written is not known, so that what backward does with it is not counted.
void note_lost_write(Tensor& self, const Value& what, Span span) {
  const Unknown lost = unknown_by(what.as<interp::UnknownValue>()->info, "what is written into a tensor is not known",
                                  span, Gap::behind);
  auto& noted = self.builder->graph.unknowns;
  if (std::find(noted.begin(), noted.end(), lost) == noted.end()) noted.push_back(lost);
}

}  // namespace

Value tensor_get_item(Interpreter& interpreter, Tensor& self, const Value& index, Span span) {
  Indexed indexed = walk(interpreter, self, index, span);
  const Builder& builder = *self.builder;
  const bool is_element = self.type_info.rank() == 1 && index.is_unknown() && indexed.unknown;
  if (indexed.unknown && !is_element && self.on_device() && builder.in_step)
    interp::note_unknown(interpreter,
                         unknown_by(indexed.unknown->as<interp::UnknownValue>()->info,
                                    "a part of a tensor is of unknown size", user_span(interpreter), Gap::behind));
  if (indexed.unknown) {
    return is_element ? *indexed.unknown : unknown_tensor(interpreter, *indexed.unknown, {Value(&self), index});
  }
  if (!indexed.has_advanced) return std::move(indexed.view);
  return apply_schema(interpreter, "index.Tensor", {std::move(indexed.view), Value::list(std::move(indexed.advanced))},
                      span);
}

/// aten/src/ATen/TensorIndexing.h (1.13), slicePrefix1sSize: sizes of 1 in front are left away.
Value without_leading_ones(Interpreter& interpreter, Value value, int64_t rank, Span span) {
  const auto has_more = [&](const Tensor* tensor) {
    return tensor && tensor->type_info.rank() > rank && tensor->type_info.shape[0] == graph::Dim(1);
  };
  while (has_more(as_tensor(value)))
    value = apply(interpreter, "Tensor.squeeze", {std::move(value), Value::integer(0)}, span);
  return value;
}

void tensor_set_item(Interpreter& interpreter, Tensor& self, const Value& index, Value value, Span span) {
  Indexed indexed = walk(interpreter, self, index, span);
  const bool some_number = is_some_number(value);
  if (indexed.unknown || (value.is_unknown() && !some_number)) {
    const Value& what = indexed.unknown ? *indexed.unknown : value;
    if (self.on_device()) note_lost_write(self, what, span);
    return;
  }
  self.builder->before_change(self, true);
  if (self.on_device()) set_range(self, range_of(self));  // what is not written over stays between its bounds
  self.forget_elements();
  if (!self.on_device()) forget_choice(self);  // there the call itself tells all that share its storage
  if (indexed.has_advanced) {
    if (!as_tensor(value)) value = tensor_from(interpreter, builder_of(interpreter), value, self.type_info.dtype, span);
    apply_schema(interpreter, "index_put_",
                 {std::move(indexed.view), Value::list(std::move(indexed.advanced)), std::move(value)}, span);
    return;
  }
  if (const Tensor* part = as_tensor(indexed.view))
    value = without_leading_ones(interpreter, std::move(value), part->type_info.rank(), span);
  const bool number = value.is_number() || some_number;  // before the call takes it
  const Value written =
      apply(interpreter, number ? "Tensor.fill_" : "Tensor.copy_", {std::move(indexed.view), std::move(value)}, span);
  if (Tensor* part = as_tensor(written); part && part->requires_grad && !self.on_device()) self.need_gradients();
}

}  // namespace vramlint::model
