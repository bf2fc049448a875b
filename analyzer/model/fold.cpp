#include "model/fold.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "model/device.h"
#include "model/elements.h"
#include "model/ends.h"
#include "model/fold_many.h"
#include "model/fold_masks.h"
#include "model/fold_numbers.h"
#include "model/fold_picks.h"
#include "model/uniform.h"
#include "ops/registry.h"

namespace vramlint::model {
namespace {

using graph::Arg;
using graph::Call;
using Values = std::vector<double>;

constexpr int64_t kMostElements = 4096;

std::optional<double> number(const Arg& arg) {
  if (auto* n = std::get_if<int64_t>(&arg)) return static_cast<double>(*n);
  if (auto* x = std::get_if<double>(&arg)) return *x;
  if (auto* b = std::get_if<bool>(&arg)) return *b ? 1.0 : 0.0;
  return {};
}

using Fill = std::optional<Values> (*)(const Call&, size_t count);

std::optional<Values> fill_zeros(const Call&, size_t count) { return Values(count, 0.0); }
std::optional<Values> fill_ones(const Call&, size_t count) { return Values(count, 1.0); }

std::optional<Values> fill_full(const Call& call, size_t count) {
  std::optional<double> value = number(call.args[1]);
  if (!value) return {};
  return Values(count, *value);
}

std::optional<Values> fill_new_full(const Call& call, size_t count) {
  std::optional<double> value = number(call.args[2]);
  if (!value) return {};
  return Values(count, *value);
}

std::optional<Values> fill_linspace(const Call& call, size_t count) {
  std::optional<double> start = number(call.args[0]), end = number(call.args[1]);
  if (!start || !end) return {};
  Values values(count, *start);
  for (size_t i = 1; i < count; ++i)
    values[i] = *start + (*end - *start) * static_cast<double>(i) / static_cast<double>(count - 1);
  return values;
}

std::optional<Values> fill_arange(const Call& call, size_t count) {
  std::vector<double> numbers;
  for (const Arg& arg : call.args) {
    std::optional<double> n = number(arg);
    if (!n || numbers.size() == 3) break;
    numbers.push_back(*n);
  }
  if (numbers.empty()) return {};
  double start = numbers.size() > 1 ? numbers[0] : 0.0, step = numbers.size() > 2 ? numbers[2] : 1.0;
  Values values(count);
  for (size_t i = 0; i < count; ++i) values[i] = start + step * static_cast<double>(i);
  return values;
}

const std::map<std::string_view, Fill>& fills() {
  static const std::map<std::string_view, Fill> table = {
      {"zeros", fill_zeros},       {"ones", fill_ones},         {"zeros_like", fill_zeros}, {"full", fill_full},
      {"ones_like", fill_ones},    {"linspace", fill_linspace}, {"arange", fill_arange},    {"full_like", fill_full},
      {"new_full", fill_new_full}, {"new_zeros", fill_zeros},   {"new_ones", fill_ones}};
  return table;
}

/// All of its elements are known, and there are some.
bool is_known(const Tensor* tensor) {
  const Values* known = tensor ? tensor->elements() : nullptr;
  return known && !known->empty() && static_cast<int64_t>(known->size()) == tensor->type_info.numel();
}

const Tensor* known_tensor(const Bound& bound, const Arg& arg) {
  auto* ref = std::get_if<graph::OperandRef>(&arg);
  if (!ref) return nullptr;
  const Tensor* tensor = as_tensor(bound.tensors[static_cast<size_t>(ref->index)]);
  return is_known(tensor) ? tensor : nullptr;
}

/// A known tensor, or a number.
std::optional<Elements> elements_of(const Bound& bound, const Arg& arg) {
  if (const Tensor* tensor = known_tensor(bound, arg)) return Elements{tensor->elements(), &tensor->type_info.shape, 0};
  if (auto* ref = std::get_if<graph::OperandRef>(&arg)) {  // a number that stands where a tensor is asked for
    const interp::Value& value = bound.tensors[static_cast<size_t>(ref->index)];
    if (value.is_number()) return Elements{nullptr, nullptr, value.as_real()};
    const Tensor* tensor = as_tensor(value);
    const std::optional<double> each = tensor ? uniform_element(*tensor) : std::nullopt;
    if (each) return Elements{nullptr, nullptr, *each};
  }
  if (std::optional<double> n = number(arg)) return Elements{nullptr, nullptr, *n};
  return {};
}

/// Empty: over all elements.
struct Dims {
  bool understood = true;
  std::optional<size_t> one;
};

Dims dims_of(const Call& call, size_t at, int64_t rank) {
  if (at >= call.args.size()) return {};
  auto wrapped = [&](int64_t dim) { return Dims{true, static_cast<size_t>(dim < 0 ? dim + rank : dim)}; };
  if (auto* dim = std::get_if<int64_t>(&call.args[at])) return wrapped(*dim);
  if (auto* dims = std::get_if<std::vector<int64_t>>(&call.args[at])) {
    if (dims->size() == 1) return wrapped(dims->front());
    return {dims->empty() || static_cast<int64_t>(dims->size()) == rank, {}};
  }
  return {};
}

std::optional<Values> join(const Bound& bound, bool stacks) {
  auto* list = std::get_if<graph::OperandList>(&bound.call.args[0]);
  if (!list || list->indices.empty()) return {};
  std::vector<const Values*> parts;
  std::vector<graph::Shape> shapes;
  for (int index : list->indices) {
    const Tensor* tensor = index < 0 ? nullptr : as_tensor(bound.tensors[static_cast<size_t>(index)]);
    if (!is_known(tensor)) return {};
    parts.push_back(tensor->elements());
    shapes.push_back(tensor->type_info.shape);
  }
  const auto rank = static_cast<int64_t>(shapes[0].size()) + (stacks ? 1 : 0);
  const size_t dim = dims_of(bound.call, 1, rank).one.value_or(0);
  std::vector<const graph::Shape*> sizes;
  for (graph::Shape& shape : shapes) {
    if (stacks) shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(dim), graph::Dim(1));
    sizes.push_back(&shape);
  }
  return joined(parts, sizes, dim);
}

bool keeps_elements(std::string_view name) {
  static constexpr std::string_view kNames[] = {"clone", "contiguous", "reshape", "to", "type_as", "detach"};
  return name.starts_with("_cast_") || std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// Of the elements' absolute values, with p = 1, 2 or infinity.
std::optional<Values> norm(const Bound& bound, const Tensor& operand) {
  const std::optional<double> p = number(bound.call.args[1]);
  const Dims dims = dims_of(bound.call, 2, operand.type_info.rank());
  if (!p || !dims.understood) return {};
  const Values sizes = mapped(*operand.elements(), [](double x) { return std::fabs(x); });
  const graph::Shape& shape = operand.type_info.shape;
  if (*p == 1) return reduced(sizes, shape, dims.one, reduction("sum"));
  if (std::isinf(*p) && *p > 0) return reduced(sizes, shape, dims.one, reduction("max"));
  if (*p != 2) return {};
  const Values squares = mapped(sizes, [](double x) { return x * x; });
  return mapped(reduced(squares, shape, dims.one, reduction("sum")), [](double x) { return std::sqrt(x); });
}

std::optional<Values> of_one(const Bound& bound, std::string_view name, const Tensor& operand) {
  const Values& values = *operand.elements();
  const graph::Shape& shape = operand.type_info.shape;
  const Dims dims = dims_of(bound.call, 1, operand.type_info.rank());
  if (keeps_elements(name)) return values;
  if (name == "norm" || name == "linalg_vector_norm") return norm(bound, operand);
  if (Unary function = unary_function(name)) return mapped(values, function);
  if (!dims.understood) return {};
  if (Reduce function = reduction(name)) return reduced(values, shape, dims.one, function);
  if (name == "cumsum" && dims.one) return running_sum(values, shape, *dims.one);
  if (name == "flip" && dims.one) return flipped(values, shape, *dims.one);
  if (name != "clamp") return {};
  const std::optional<double> low = number(bound.call.args[1]), high = number(bound.call.args[2]);
  Values result = values;
  for (double& value : result) {
    if (low && value < *low) value = *low;
    if (high && value > *high) value = *high;
  }
  return result;
}

/// The `index`-th of several results.
std::optional<Values> of_several(const Bound& bound, std::string_view schema, size_t index) {
  const Tensor* operand = bound.call.args.empty() ? nullptr : known_tensor(bound, bound.call.args[0]);
  if (!operand) return {};
  if (schema.starts_with("_unique2(")) {
    if (!distinct_count(*operand)) return {};
    return std::move(distinct_elements(*operand->elements()).at(index));
  }
  const bool largest = schema.starts_with("max.dim(");
  const Dims dims = dims_of(bound.call, 1, operand->type_info.rank());
  if ((!largest && !schema.starts_with("min.dim(")) || !dims.one) return {};
  const std::string_view rule = index == 0 ? (largest ? "max" : "min") : (largest ? "argmax" : "argmin");
  return reduced(*operand->elements(), operand->type_info.shape, dims.one, reduction(rule));
}

std::optional<Values> divided(const Bound& bound, const Elements& left, const Elements& right,
                              const graph::Shape& shape) {
  const auto* mode = std::get_if<std::string>(&bound.call.args.back());
  Values values = paired(left, right, binary_function("div"), shape);
  if (!mode) return values;
  for (double& value : values) value = *mode == "floor" ? std::floor(value) : std::trunc(value);
  return values;
}

}  // namespace

std::optional<Values> known_values(const Bound& bound, const Tensor& result, size_t index) {
  const std::string_view schema = bound.call.op->schema;
  const std::string_view name = graph::operator_name(*bound.call.op);
  const auto count = static_cast<size_t>(result.type_info.numel());
  if (std::optional<Values> values = picked(bound, result, index)) return values;
  if (std::optional<Values> values = masked(bound, result)) return values;
  if (schema.find("-> (") != std::string_view::npos) return of_several(bound, schema, index);
  if (auto fill = fills().find(name); fill != fills().end()) return fill->second(bound.call, count);
  if (bound.call.args.empty()) return {};
  if (name == "cat" || name == "stack") return join(bound, name == "stack");
  if (Binary function = binary_function(name); function && bound.call.args.size() > 1) {
    const std::optional<Elements> left = elements_of(bound, bound.call.args[0]);
    const std::optional<Elements> right = elements_of(bound, bound.call.args[1]);
    const bool modes = schema.find("rounding_mode") != std::string_view::npos;
    const bool scales = schema.find("alpha") != std::string_view::npos && number(bound.call.args.back()) != 1.0;
    if (scales || !left || !right) return {};
    if (modes) return divided(bound, *left, *right, result.type_info.shape);
    return paired(*left, *right, function, result.type_info.shape);
  }
  const Tensor* operand = known_tensor(bound, bound.call.args[0]);
  return operand ? of_one(bound, name, *operand) : std::nullopt;
}

std::vector<double> as_held_by(graph::Dtype dtype, std::vector<double> values) {
  if (dtype == graph::Dtype::boolean) {
    for (double& value : values) value = static_cast<double>(value != 0);
  } else if (dtype == graph::Dtype::float32) {
    for (double& value : values) value = static_cast<double>(static_cast<float>(value));
  } else if (!graph::is_differentiable(dtype)) {
    for (double& value : values) value = std::trunc(value);
  }
  return values;
}

std::optional<double> filling(const Bound& bound) {
  const std::string_view name = graph::operator_name(*bound.call.op);
  const auto fill = fills().find(name);
  if (fill == fills().end() || fill->second == fill_linspace || fill->second == fill_arange) return {};
  const std::optional<Values> values = fill->second(bound.call, 1);
  return values ? std::optional(values->front()) : std::nullopt;
}

std::optional<int64_t> distinct_count(const Tensor& tensor) {
  const auto is_nan = [](double value) { return std::isnan(value); };  // equals nothing, and has no place in an order
  if (!is_known(&tensor) || std::any_of(tensor.elements()->begin(), tensor.elements()->end(), is_nan)) return {};
  return static_cast<int64_t>(distinct_elements(*tensor.elements())[0].size());
}

void fold(const Bound& bound, Tensor& result, size_t index) {
  const int64_t count = result.type_info.numel();
  if (count < 1 || count > kMostElements || bound.guessed) return;
  const graph::Shape& shape = result.type_info.shape;
  if (!std::all_of(shape.begin(), shape.end(), [](const graph::Dim& dim) { return dim.known(); })) return;
  std::optional<Values> values = known_values(bound, result, index);
  if (!values) fold_ends(bound, result, index);
  if (!values || static_cast<int64_t>(values->size()) != count) return;
  const auto is_number = [](double value) { return std::isfinite(value); };
  const bool whole = !graph::is_differentiable(result.type_info.dtype);
  if (whole && !std::all_of(values->begin(), values->end(), is_number)) return;  // divided by 0, which raises in torch
  result.values = held(as_held_by(result.type_info.dtype, std::move(*values)));
}

bool has_known_operand(const Bound& bound) {
  return std::any_of(bound.tensors.begin(), bound.tensors.end(), [](const interp::Value& value) {
    const Tensor* tensor = as_tensor(value);
    return tensor && (tensor->elements() || ends_of(*tensor));
  });
}

std::optional<std::vector<double>> values_written(const Bound& bound, const Tensor& self) {
  const std::string_view schema = bound.call.op->schema;
  const size_t end = schema.find('(');
  const size_t dot = std::min(schema.find('.'), end);
  const int64_t count = self.type_info.numel();
  if (!has_known_operand(bound) || graph::is_differentiable(self.type_info.dtype)) return {};
  if (dot == 0 || schema[dot - 1] != '_' || count < 1 || count > kMostElements || bound.guessed) return {};
  const graph::Op* made =
      ops::find_schema(std::string(schema.substr(0, dot - 1)) + std::string(schema.substr(dot, end - dot)));
  if (!made || !self.type_info.contiguous() || !binary_function(graph::operator_name(*made))) return {};
  Bound apart = bound;
  apart.call.op = made;
  std::optional<Values> values = known_values(apart, self, 0);
  if (!values || static_cast<int64_t>(values->size()) != count) return {};
  const auto is_number = [](double value) { return std::isfinite(value); };
  if (!std::all_of(values->begin(), values->end(), is_number)) return {};
  return as_held_by(self.type_info.dtype, std::move(*values));
}

void fold_on_device(const Bound& bound, const graph::Output& output, bool alone, Tensor& result) {
  const bool is_view = output.alias == graph::Output::Alias::view;
  Tensor* base = is_view ? as_tensor(bound.tensors[static_cast<size_t>(output.operand)]) : nullptr;
  const bool shows = base && base->type_info.dtype == output.type.dtype && !bound.guessed;
  if (shows && (base->elements() || ends_of(*base))) return show_elements(*base, result);
  if (alone && (has_known_operand(bound) || may_hold_sizes(output.type))) fold(bound, result);
}

void fold_view(const Tensor& base, Tensor& view) {
  const graph::TensorType& type = view.type_info;
  const int64_t count = type.numel();
  const Values* known = base.elements();
  if (!is_known(&base) || !base.type_info.contiguous() || count < 1 || count > kMostElements) return;
  Values values;
  values.reserve(static_cast<size_t>(count));
  std::vector<int64_t> at(type.shape.size(), 0);
  int64_t place = type.offset - base.type_info.offset;
  for (int64_t i = 0; i < count; ++i) {
    if (place < 0 || place >= static_cast<int64_t>(known->size())) return;
    values.push_back((*known)[static_cast<size_t>(place)]);
    for (size_t dim = at.size(); dim-- > 0;) {
      place += type.strides[dim];
      if (++at[dim] < type.shape[dim].point) break;
      at[dim] = 0;
      place -= type.strides[dim] * type.shape[dim].point;
    }
  }
  view.values = held(std::move(values));
}

}  // namespace vramlint::model
