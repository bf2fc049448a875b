#include "model/fold_numbers.h"

#include <cmath>
#include <functional>
#include <limits>
#include <map>

namespace vramlint::model {
namespace {

double sign(double x) { return static_cast<double>(x > 0) - static_cast<double>(x < 0); }

/// Of Python, whose result has the divisor's sign.
double remainder(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/// The elements of an operand in the order of a broadcast result.
class Reader {
 public:
  Reader(const Elements& elements, size_t rank) : number_(elements.number), steps_(rank, 0) {
    if (!elements.shape) return;
    values_ = elements.values->data();
    const graph::Shape& shape = *elements.shape;
    int64_t step = 1;
    for (size_t dim = shape.size(); dim-- > 0;) {
      if (shape[dim].point != 1) steps_[rank - shape.size() + dim] = step;
      step *= shape[dim].point;
    }
  }
  double at(int64_t place) const { return values_ ? values_[place] : number_; }
  int64_t step(size_t dim) const { return steps_[dim]; }

 private:
  const double* values_ = nullptr;
  double number_;
  std::vector<int64_t> steps_;
};

}  // namespace

Unary unary_function(std::string_view name) {
  static const std::map<std::string_view, Unary> table = {
      {"neg", [](double x) { return -x; }},
      {"abs", [](double x) { return std::abs(x); }},
      {"exp", [](double x) { return std::exp(x); }},
      {"log", [](double x) { return std::log(x); }},
      {"log2", [](double x) { return std::log2(x); }},
      {"log10", [](double x) { return std::log10(x); }},
      {"sqrt", [](double x) { return std::sqrt(x); }},
      {"square", [](double x) { return x * x; }},
      {"reciprocal", [](double x) { return 1 / x; }},
      {"floor", [](double x) { return std::floor(x); }},
      {"ceil", [](double x) { return std::ceil(x); }},
      {"round", [](double x) { return std::nearbyint(x); }},
      {"trunc", [](double x) { return std::trunc(x); }},
      {"sign", sign},
      {"sin", [](double x) { return std::sin(x); }},
      {"cos", [](double x) { return std::cos(x); }},
      {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
      {"relu", [](double x) { return x > 0 ? x : 0; }},
      {"logical_not", [](double x) { return static_cast<double>(x == 0); }}};
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

namespace {

/// Of whole numbers that a double holds exactly.
template <typename Function>
double on_bits(double left, double right, Function function) {
  constexpr double kMostExact = 9007199254740992;  // 2^53
  const bool exact = std::fabs(left) < kMostExact && std::fabs(right) < kMostExact;
  if (!exact) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(function(static_cast<int64_t>(left), static_cast<int64_t>(right)));
}

}  // namespace

Binary binary_function(std::string_view name) {
  static const std::map<std::string_view, Binary> table = {
      {"add", [](double a, double b) { return a + b; }},
      {"sub", [](double a, double b) { return a - b; }},
      {"rsub", [](double a, double b) { return b - a; }},
      {"mul", [](double a, double b) { return a * b; }},
      {"div", [](double a, double b) { return a / b; }},
      {"floor_divide", [](double a, double b) { return std::floor(a / b); }},
      {"remainder", remainder},
      {"pow", [](double a, double b) { return std::pow(a, b); }},
      {"maximum", [](double a, double b) { return a > b ? a : b; }},
      {"minimum", [](double a, double b) { return a < b ? a : b; }},
      {"eq", [](double a, double b) { return static_cast<double>(a == b); }},
      {"ne", [](double a, double b) { return static_cast<double>(a != b); }},
      {"lt", [](double a, double b) { return static_cast<double>(a < b); }},
      {"gt", [](double a, double b) { return static_cast<double>(a > b); }},
      {"le", [](double a, double b) { return static_cast<double>(a <= b); }},
      {"ge", [](double a, double b) { return static_cast<double>(a >= b); }},
      {"bitwise_and", [](double a, double b) { return on_bits(a, b, std::bit_and<int64_t>()); }},
      {"bitwise_or", [](double a, double b) { return on_bits(a, b, std::bit_or<int64_t>()); }},
      {"logical_and", [](double a, double b) { return static_cast<double>(a != 0 && b != 0); }},
      {"logical_or", [](double a, double b) { return static_cast<double>(a != 0 || b != 0); }}};
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

std::vector<double> mapped(const std::vector<double>& values, Unary function) {
  std::vector<double> result;
  result.reserve(values.size());
  for (double value : values) result.push_back(function(value));
  return result;
}

std::vector<double> paired(const Elements& left, const Elements& right, Binary function, const graph::Shape& shape) {
  int64_t count = 1;
  for (const graph::Dim& dim : shape) count *= dim.point;
  std::vector<double> result;
  result.reserve(static_cast<size_t>(count));
  const Reader one(left, shape.size()), other(right, shape.size());
  std::vector<int64_t> index(shape.size(), 0);
  int64_t a = 0, b = 0;
  while (count-- > 0) {
    result.push_back(function(one.at(a), other.at(b)));
    for (size_t dim = index.size(); dim-- > 0;) {
      a += one.step(dim), b += other.step(dim);
      if (++index[dim] < shape[dim].point) break;
      index[dim] = 0;
      a -= one.step(dim) * shape[dim].point, b -= other.step(dim) * shape[dim].point;
    }
  }
  return result;
}

}  // namespace vramlint::model
