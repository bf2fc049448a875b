#include "model/fold.h"

#include <cmath>
#include <map>

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
      {"zeros", fill_zeros},    {"ones", fill_ones},         {"zeros_like", fill_zeros}, {"full", fill_full},
      {"ones_like", fill_ones}, {"linspace", fill_linspace}, {"arange", fill_arange}};
  return table;
}

using Binary = double (*)(double, double);

const std::map<std::string_view, Binary>& binaries() {
  static const std::map<std::string_view, Binary> table = {{"add", [](double a, double b) { return a + b; }},
                                                           {"sub", [](double a, double b) { return a - b; }},
                                                           {"mul", [](double a, double b) { return a * b; }},
                                                           {"div", [](double a, double b) { return a / b; }},
                                                           {"pow", [](double a, double b) { return std::pow(a, b); }},
                                                           {"eq", [](double a, double b) { return double(a == b); }},
                                                           {"ne", [](double a, double b) { return double(a != b); }},
                                                           {"lt", [](double a, double b) { return double(a < b); }},
                                                           {"gt", [](double a, double b) { return double(a > b); }},
                                                           {"le", [](double a, double b) { return double(a <= b); }},
                                                           {"ge", [](double a, double b) { return double(a >= b); }}};
  return table;
}

const Values* values_of(const Bound& bound, const Arg& arg) {
  auto* ref = std::get_if<graph::OperandRef>(&arg);
  if (!ref) return nullptr;
  Tensor* tensor = as_tensor(bound.tensors[static_cast<size_t>(ref->index)]);
  return tensor && tensor->values ? tensor->values.get() : nullptr;
}

std::optional<Values> elementwise(const Bound& bound, Binary function, size_t count) {
  if (bound.call.args.size() < 2) return {};
  const Values* sides[] = {values_of(bound, bound.call.args[0]), values_of(bound, bound.call.args[1])};
  const std::optional<double> numbers[] = {number(bound.call.args[0]), number(bound.call.args[1])};
  for (size_t side : {0, 1}) {
    if (sides[side] ? sides[side]->size() != count : !numbers[side]) return {};
  }
  Values result(count);
  for (size_t i = 0; i < count; ++i) {
    result[i] = function(sides[0] ? (*sides[0])[i] : *numbers[0], sides[1] ? (*sides[1])[i] : *numbers[1]);
  }
  return result;
}

}  // namespace

void fold(const Bound& bound, Tensor& result) {
  int64_t count = result.type_info.numel();
  if (count < 1 || count > kMostElements) return;
  std::string_view schema = bound.call.op->schema;
  std::string_view name = schema.substr(0, schema.find_first_of(".("));
  std::optional<Values> values;
  if (auto fill = fills().find(name); fill != fills().end())
    values = fill->second(bound.call, static_cast<size_t>(count));
  else if (auto binary = binaries().find(name); binary != binaries().end()) {
    values = elementwise(bound, binary->second, static_cast<size_t>(count));
  }
  if (values) result.values = std::make_shared<Values>(std::move(*values));
}

void fold_view(const Tensor& base, Tensor& view) {
  const graph::TensorType& type = view.type_info;
  const int64_t count = type.numel();
  if (!base.values || !base.type_info.contiguous() || count < 1 || count > kMostElements) return;
  Values values;
  std::vector<int64_t> at(type.shape.size(), 0);
  for (int64_t i = 0; i < count; ++i) {
    int64_t place = type.offset - base.type_info.offset;
    for (size_t dim = 0; dim < at.size(); ++dim) place += at[dim] * type.strides[dim];
    if (place < 0 || place >= static_cast<int64_t>(base.values->size())) return;
    values.push_back((*base.values)[static_cast<size_t>(place)]);
    for (size_t dim = at.size(); dim-- > 0;) {
      if (++at[dim] < type.shape[dim].point) break;
      at[dim] = 0;
    }
  }
  view.values = std::make_shared<Values>(std::move(values));
}

}  // namespace vramlint::model
