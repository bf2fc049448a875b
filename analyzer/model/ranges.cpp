#include "model/ranges.h"

#include <algorithm>
#include <cmath>

#include "model/apply.h"
#include "model/data_facts.h"
#include "model/ends.h"
#include "model/uniform.h"
#include "ops/define.h"

namespace vramlint::model {

Range united(const Range& a, const Range& b) {
  if (!a || !b) return {};
  return interp::Bounds{std::min(a->low, b->low), std::max(a->point, b->point), std::max(a->high, b->high),
                        a->whole && b->whole};
}

namespace {

using interp::Bounds;
using interp::Interpreter;
using interp::Value;
using syntax::BinaryOp;

constexpr double kBelowOne = 1 - 0x1p-53;  // of numbers drawn from 0 up to 1
constexpr double kLargest = 0x1p52;        // in magnitude; beyond it whole numbers are not exact

bool is_any(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The elements of the first result, or of all, are some of the first operand's.
bool picks(std::string_view name) {
  static constexpr std::string_view kNames[] = {"alias",         "amax",
                                                "amin",          "chunk",
                                                "clone",         "contiguous",
                                                "detach",        "expand",
                                                "expand_as",     "flatten",
                                                "flip",          "gather",
                                                "index",         "max",
                                                "min",           "index_select",
                                                "median",        "narrow",
                                                "permute",       "repeat",
                                                "reshape",       "roll",
                                                "select",        "slice",
                                                "sort",          "split",
                                                "squeeze",       "t",
                                                "topk",          "to",
                                                "transpose",     "type_as",
                                                "unbind",        "split_with_sizes",
                                                "unflatten",     "unsqueeze",
                                                "view",          "view_as",
                                                "mean",          "_to_copy",
                                                "masked_select", "repeat_interleave"};
  return name.starts_with("_cast_") || std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool splits(std::string_view name) { return is_any(name, {"unbind", "split", "chunk", "split_with_sizes"}); }

int64_t most_elements(const Tensor& tensor) { return ops::product(tensor.type_info.shape).high; }

Range range_of(const Value& value) {
  if (const Range bounds = interp::bounds_of(value)) return bounds;
  const Tensor* tensor = as_tensor(value);
  return tensor ? model::range_of(*tensor) : std::nullopt;
}

/// Of an argument that is a tensor or a number. What stands for a number that is not known says nothing.
Range range_of(const Bound& bound, size_t argument) {
  if (argument >= bound.call.args.size()) return {};
  const graph::Arg& arg = bound.call.args[argument];
  if (const auto* ref = std::get_if<graph::OperandRef>(&arg))
    return range_of(bound.tensors[static_cast<size_t>(ref->index)]);
  for (const auto& [at, bounds] : bound.numbers)
    if (at == argument) return bounds;
  if (bound.guessed) return {};
  if (const auto* whole = std::get_if<int64_t>(&arg)) return interp::bounds_of(Value::integer(*whole));
  if (const auto* real = std::get_if<double>(&arg)) return interp::bounds_of(Value::real(*real));
  return {};
}

Range range_from(const std::vector<Value>& tensors, size_t from) {
  Range all = tensors.size() > from ? range_of(tensors[from]) : std::nullopt;
  for (size_t i = from + 1; i < tensors.size(); ++i) all = united(all, range_of(tensors[i]));
  return all;
}

/// Of a function that never falls.
Range mapped(const Range& of, double (*function)(double)) {
  if (!of) return {};
  return Bounds{function(of->low), function(of->point), function(of->high), of->whole};
}

double root(double x) { return std::sqrt(std::max(x, 0.0)); }
double no_less_than_zero(double x) { return std::max(x, 0.0); }

Range negated(const Range& of) { return of ? Range(Bounds{-of->high, -of->point, -of->low, of->whole}) : std::nullopt; }

Range magnitude(const Range& of) {
  if (!of) return {};
  const double ends[] = {std::fabs(of->low), std::fabs(of->high)};
  const bool crosses = of->low < 0 && of->high > 0;
  return Bounds{crosses ? 0 : std::min(ends[0], ends[1]), std::fabs(of->point), std::max(ends[0], ends[1]), of->whole};
}

Range squared(const Range& of) {
  const Range size = magnitude(of);
  return size ? Range(Bounds{size->low * size->low, size->point * size->point, size->high * size->high, size->whole})
              : std::nullopt;
}

Range operated(Interpreter& interpreter, BinaryOp op, const Range& a, const Range& b) {
  if (!a || !b) return {};
  const Value left = interp::between(*a, Unknown{"", {}}), right = interp::between(*b, Unknown{"", {}});
  if (left.is_number() && right.is_number()) return interp::bounds_of(interpreter.binary(op, left, right, {}));
  return interp::bounds_of(interp::bounded_operation(interpreter, op, left, right));
}

bool scales(const Bound& bound) {
  if (bound.call.op->schema.find("alpha") == std::string_view::npos) return false;
  const auto* alpha = std::get_if<int64_t>(&bound.call.args.back());
  return !alpha || *alpha != 1;
}

Range divided(Interpreter& interpreter, const Bound& bound) {
  const Range a = range_of(bound, 0), b = range_of(bound, 1);
  if (!b || (b->low <= 0 && b->high >= 0)) return {};
  const Range quotient = operated(interpreter, BinaryOp::div, a, b);
  const auto* mode = std::get_if<std::string>(&bound.call.args.back());
  return !mode ? quotient
               : mapped(
                     quotient, *mode == "trunc" ? +[](double x) { return std::trunc(x); }
                                                : +[](double x) { return std::floor(x); });
}

Range clamped(const Bound& bound, size_t low_at, size_t high_at) {
  Range range = range_of(bound, 0);
  const Range low = range_of(bound, low_at), high = range_of(bound, high_at);
  const auto is_given = [&](size_t at) {
    return at < bound.call.args.size() && !std::holds_alternative<std::monostate>(bound.call.args[at]);
  };
  if ((is_given(low_at) && !low) || (is_given(high_at) && !high)) return {};
  if (!range && low && high) range = Bounds{low->low, (low->point + high->point) / 2, high->high, low->whole};
  if (!range) return {};
  for (double* end : {&range->low, &range->point, &range->high}) {
    if (low) *end = std::max(*end, low->point);
    if (high) *end = std::min(*end, high->point);
  }
  return range;
}

Range binary(Interpreter& interpreter, const Bound& bound, std::string_view name) {
  const Range a = range_of(bound, 0), b = range_of(bound, 1);
  if (is_any(name, {"add", "add_"}) && !scales(bound)) return operated(interpreter, BinaryOp::add, a, b);
  if (is_any(name, {"sub", "sub_"}) && !scales(bound)) return operated(interpreter, BinaryOp::sub, a, b);
  if (name == "rsub" && !scales(bound)) return operated(interpreter, BinaryOp::sub, b, a);
  if (is_any(name, {"mul", "mul_"})) return operated(interpreter, BinaryOp::mul, a, b);
  if (is_any(name, {"div", "div_", "floor_divide"})) return divided(interpreter, bound);
  if (name == "pow" && b && b->low == 2 && b->high == 2) return squared(a);
  if (!is_any(name, {"maximum", "minimum"}) || !a || !b) return {};
  const auto better = [&](double x, double y) { return name == "maximum" ? std::max(x, y) : std::min(x, y); };
  return Bounds{better(a->low, b->low), better(a->point, b->point), better(a->high, b->high), a->whole && b->whole};
}

Range unary(const Bound& bound, std::string_view name) {
  const Range of = range_of(bound, 0);
  if (name == "neg") return negated(of);
  if (name == "abs") return magnitude(of);
  if (is_any(name, {"sqrt"})) return mapped(of, root);
  if (is_any(name, {"relu", "relu_"})) return mapped(of, no_less_than_zero);
  if (name == "floor") return mapped(of, std::floor);
  if (name == "ceil") return mapped(of, std::ceil);
  if (name == "round") return mapped(of, std::nearbyint);
  if (name == "trunc") return mapped(of, std::trunc);
  if (is_any(name, {"clamp", "clamp_"})) return clamped(bound, 1, 2);
  if (is_any(name, {"clamp_min", "clamp_min_"})) return clamped(bound, 1, SIZE_MAX);
  return is_any(name, {"clamp_max", "clamp_max_"}) ? clamped(bound, SIZE_MAX, 1) : std::nullopt;
}

/// What a call writes into its first operand beside what is there.
Range written(const Bound& bound, std::string_view name) {
  if (is_any(name, {"index_put_", "copy_"})) return range_of(bound.tensors.back());
  if (is_any(name, {"fill_", "masked_fill_"})) return range_of(bound, bound.call.args.size() - 1);
  return name == "zero_" ? Range(Bounds{0, 0, 0, true}) : std::nullopt;
}

/// Of all elements of a dimension, or of many tensors, the largest is most likely where all may be.
Range of_extreme(const Bound& bound, std::string_view name, Range range) {
  const Tensor* self = as_tensor(bound.tensors[0]);
  if (!range || !self || self->type_info.numel() < 2) return range;
  if (is_any(name, {"max", "amax"})) range->point = range->high;
  if (is_any(name, {"min", "amin"})) range->point = range->low;
  return range;
}

/// Which argument says along which dimension places are found.
std::optional<size_t> place_argument(const Bound& bound) {
  const std::string_view schema = bound.call.op->schema, name = graph::operator_name(*bound.call.op);
  if (is_any(name, {"topk", "kthvalue"})) return 2;
  const bool reduces = schema.starts_with("max.dim(") || schema.starts_with("min.dim(");
  const bool sorts = schema.starts_with("sort(") || schema.starts_with("argsort(");
  return reduces || sorts || is_any(name, {"argmax", "argmin"}) ? std::optional<size_t>(1) : std::nullopt;
}

/// Places along a dimension.
Range places(const Bound& bound) {
  const std::optional<size_t> argument = place_argument(bound);
  const auto* given = argument ? std::get_if<int64_t>(&bound.call.args.at(*argument)) : nullptr;
  const graph::TensorType& self = bound.call.operand(0).type;
  if (!given || self.rank() == 0) return {};
  const int64_t dim = *given < 0 ? *given + self.rank() : *given;
  if (dim < 0 || dim >= self.rank()) return {};
  const graph::Dim& size = self.shape[static_cast<size_t>(dim)];
  const auto last = [](int64_t n) { return static_cast<double>(std::max<int64_t>(n - 1, 0)); };
  return Bounds{0, std::floor(last(size.point) / 2), last(size.high), true};
}

/// What torch.rand and torch.randint draw; a size that is cut at it is largest at the largest.
Range drawn(Interpreter& interpreter, const Bound& bound, std::string_view name) {
  const uint32_t own = interp::new_name(interpreter);
  if (name != "randint") return Bounds{0, 0.5, kBelowOne, false, own};
  const bool from_zero = bound.call.op->schema.starts_with("randint(");
  const bool is_bounded = !bound.numbers.empty() && bound.numbers.front().first == 0;
  const auto* first = std::get_if<int64_t>(&bound.call.args.front());  // also where the end is all that is guessed
  const Range low = from_zero              ? Range(Bounds{})
                    : is_bounded || !first ? range_of(bound, 0)
                                           : interp::bounds_of(Value::integer(*first));
  const Range end = range_of(bound, from_zero ? 0 : 1);
  if (!low || !end || low->low > end->high - 1) return {};
  return Bounds{low->low, std::max(low->low, end->point - 1), end->high - 1, true, own};  // there is one to be drawn
}

Range result_range(Interpreter& interpreter, const Bound& bound) {
  const std::string_view name = graph::operator_name(*bound.call.op);
  if (is_any(name, {"rand", "rand_like", "randint"})) return drawn(interpreter, bound, name);
  if (is_any(name, {"argmax", "argmin", "argsort"})) return places(bound);
  if (bound.tensors.empty()) return {};
  if (name == "where") return range_from(bound.tensors, 1);
  if (is_any(name, {"cat", "stack"})) return range_from(bound.tensors, 0);
  const bool any = std::any_of(bound.tensors.begin(), bound.tensors.end(),
                               [](const Value& value) { return !value.is_number() && range_of(value); });
  if (!any) return {};
  if (picks(name)) return of_extreme(bound, name, range_of(bound.tensors[0]));
  if (Range made = unary(bound, name)) return made;
  if (Range made = binary(interpreter, bound, name)) return made;
  return written(bound, name);
}

bool is_known(const Bounds& range) { return range.low == range.high; }

/// As the tensor's type holds it.
Bounds held(const Tensor& tensor, Bounds range) {
  if (!graph::is_differentiable(tensor.type_info.dtype) && !range.whole) {
    for (double* end : {&range.low, &range.point, &range.high}) *end = std::trunc(*end);
    range.name = range.base = 0;
  }
  range.whole = !graph::is_differentiable(tensor.type_info.dtype);
  if (most_elements(tensor) != 1) range.name = range.base = 0;
  return range;
}

/// A single one of many elements is a number of its own.
Bounds named(Interpreter& interpreter, const Tensor& tensor, Bounds range) {
  const bool is_nameless = range.name == 0 && range.base == 0 && !is_known(range);
  if (is_nameless && most_elements(tensor) == 1) range.name = interp::new_name(interpreter);
  return range;
}

}  // namespace

Range range_of(const Tensor& tensor) {
  const Tensor* storage = as_tensor(tensor.host_storage);
  if (const auto* known = tensor.elements(); known && !known->empty()) {
    const auto [low, high] = std::minmax_element(known->begin(), known->end());
    return Bounds{*low, (*known)[known->size() / 2], *high, !graph::is_differentiable(tensor.type_info.dtype)};
  }
  if (const std::optional<double> element = uniform_element(tensor))
    return Bounds{*element, *element, *element, !graph::is_differentiable(tensor.type_info.dtype)};
  if (!tensor.facts || (storage && storage->written)) return {};
  if (const auto& value = tensor.facts->value) {
    const auto real = [](int64_t whole) { return static_cast<double>(whole); };
    return Bounds{real(value->low), real(value->point), real(value->high), true, value->name};
  }
  return tensor.facts->range;
}

std::optional<Value> number_between(Interpreter& interpreter, const Tensor& tensor) {
  const Range range = most_elements(tensor) >= 1 ? range_of(tensor) : std::nullopt;
  if (!range) return {};
  Bounds bounds = *range;
  if (most_elements(tensor) != 1) bounds.name = interp::new_name(interpreter);  // whichever element it is
  return interp::between(interp::narrowed(interpreter, bounds),
                         {"the elements of a tensor depend on the data", user_span(interpreter)});
}

void set_range(Tensor& tensor, const Range& range) {
  if (!range && (!tensor.facts || !tensor.facts->range)) return;
  auto facts = tensor.facts ? std::make_shared<DataFacts>(*tensor.facts) : std::make_shared<DataFacts>();
  const bool fits = range && range->low >= -kLargest && range->high <= kLargest;
  facts->range = fits ? Range(held(tensor, *range)) : std::nullopt;
  tensor.facts = std::move(facts);
}

Ranges::Ranges(Interpreter& interpreter, const Bound& bound) : interpreter_(interpreter) {
  const std::string_view name = graph::operator_name(*bound.call.op);
  first_ = result_range(interpreter, bound);
  splits_ = splits(name);
  if (bound.call.op->schema.find("Tensor indices)") != std::string_view::npos) others_ = places(bound);
  Tensor* self = name.ends_with("_") && !bound.tensors.empty() ? as_tensor(bound.tensors[0]) : nullptr;
  if (!first_ || !self) return;
  if (!self->on_device()) {
    if (const Range before = self->host_storage.is_none() ? range_of(*self) : std::nullopt)
      beside_.emplace_back(bound.tensors[0], *before);
    return;
  }
  for (Tensor* other : self->builder->on_storage(self->storage()))
    if (const Range before = range_of(*other)) beside_.emplace_back(Value(other), *before);
}

void Ranges::tell(const std::vector<Value>& results) const {
  for (size_t i = 0; i < results.size(); ++i) {
    Tensor* made = as_tensor(results[i]);
    const Range& range = i == 0 || splits_ ? first_ : others_;
    const bool is_new = made && beside_.empty();
    if (is_new && range && !(is_known(*range) && (made->elements() || uniform_element(*made))))
      set_range(*made, named(interpreter_, *made, *range));
  }
  for (const auto& [tensor, before] : beside_) set_range(*as_tensor(tensor), united(before, first_));
}

Value either(Interpreter& interpreter, Tensor& self, const Value& other, bool largest, Span span) {
  const Range a = range_of(self), b = range_of(other);
  if (!a || !b || most_elements(self) != 1) return {};
  const auto better = [&](double x, double y) { return largest ? std::max(x, y) : std::min(x, y); };
  std::vector<Value> sizes;
  for (int64_t dim = 0; dim < self.type_info.rank(); ++dim) sizes.push_back(Value::integer(1));
  Value made = apply(interpreter, "Tensor.view", {Value(&self), Value::tuple(std::move(sizes))}, span);
  if (Tensor* shown = as_tensor(made)) {
    auto facts = std::make_shared<DataFacts>();
    facts->range = held(*shown, Bounds{better(a->low, b->low), better(a->point, b->point), better(a->high, b->high),
                                       a->whole && b->whole});
    shown->facts = std::move(facts);
  }
  return made;
}

void note_condition(Interpreter& interpreter, syntax::CompareOp op, const Value& left, const Value& right,
                    const Value& result) {
  Tensor* made = as_tensor(result);
  if (!made || most_elements(*made) != 1 || made->elements()) return;
  const auto number = [&](const Value& value) -> Value {
    const Tensor* tensor = as_tensor(value);
    if (!tensor) return value;
    return most_elements(*tensor) == 1 ? number_between(interpreter, *tensor).value_or(Value()) : Value();
  };
  const Value a = number(left), b = number(right);
  if (!interp::bounds_of(a) || !interp::bounds_of(b) || (a.is_number() && b.is_number())) return;
  const Value truth = interp::bounded_comparison(interpreter, op, a, b);
  auto facts = made->facts ? std::make_shared<DataFacts>(*made->facts) : std::make_shared<DataFacts>();
  if (const interp::BoundedCondition* condition = interp::bounded_condition(truth))
    facts->truth = Comparison{condition->op, condition->left, condition->right};
  else if (truth.is_bool())
    facts->all_same = truth.as_bool();
  made->facts = std::move(facts);
}

}  // namespace vramlint::model
