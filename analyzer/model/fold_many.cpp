#include "model/fold_many.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace vramlint::model {
namespace {

using Values = std::vector<double>;

double sum(const Values& elements) { return std::accumulate(elements.begin(), elements.end(), 0.0); }
double mean(const Values& elements) { return sum(elements) / static_cast<double>(elements.size()); }
double product(const Values& elements) {
  return std::accumulate(elements.begin(), elements.end(), 1.0, std::multiplies<>());
}
double largest(const Values& elements) { return *std::max_element(elements.begin(), elements.end()); }
double smallest(const Values& elements) { return *std::min_element(elements.begin(), elements.end()); }
/// The lower of the two in the middle.
double median(const Values& elements) {
  if (const auto nan = std::find_if(elements.begin(), elements.end(), [](double x) { return std::isnan(x); });
      nan != elements.end())
    return *nan;
  Values sorted = elements;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}
double any(const Values& elements) {
  return static_cast<double>(std::any_of(elements.begin(), elements.end(), [](double x) { return x != 0; }));
}
double all(const Values& elements) {
  return static_cast<double>(std::all_of(elements.begin(), elements.end(), [](double x) { return x != 0; }));
}
double first_smallest(const Values& elements) {
  return static_cast<double>(std::min_element(elements.begin(), elements.end()) - elements.begin());
}
double first_largest(const Values& elements) {
  return static_cast<double>(std::max_element(elements.begin(), elements.end()) - elements.begin());
}

/// A tensor as rows of `count` steps of `inner` elements each, along one dimension.
struct Steps {
  size_t outer = 1, count = 1, inner = 1;
  Steps(const graph::Shape& shape, size_t dim) {
    for (size_t i = 0; i < shape.size(); ++i) {
      const auto size = static_cast<size_t>(shape[i].point);
      (i < dim ? outer : i == dim ? count : inner) *= size;
    }
  }
  size_t at(size_t row, size_t step, size_t column) const { return (row * count + step) * inner + column; }
};

}  // namespace

Reduce reduction(std::string_view name) {
  static const std::map<std::string_view, Reduce> table = {
      {"sum", sum},      {"mean", mean},    {"prod", product},         {"max", largest},
      {"min", smallest}, {"amax", largest}, {"amin", smallest},        {"median", median},
      {"any", any},      {"all", all},      {"argmax", first_largest}, {"argmin", first_smallest}};
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

Values reduced(const Values& values, const graph::Shape& shape, std::optional<size_t> dim, Reduce function) {
  if (!dim) return {function(values)};
  const Steps steps(shape, *dim);
  Values result, group(steps.count);
  for (size_t row = 0; row < steps.outer; ++row) {
    for (size_t column = 0; column < steps.inner; ++column) {
      for (size_t step = 0; step < steps.count; ++step) group[step] = values[steps.at(row, step, column)];
      result.push_back(function(group));
    }
  }
  return result;
}

Values running_sum(Values values, const graph::Shape& shape, size_t dim) {
  const Steps steps(shape, dim);
  for (size_t row = 0; row < steps.outer; ++row) {
    for (size_t step = 1; step < steps.count; ++step) {
      for (size_t column = 0; column < steps.inner; ++column)
        values[steps.at(row, step, column)] += values[steps.at(row, step - 1, column)];
    }
  }
  return values;
}

Values joined(const std::vector<const Values*>& parts, const std::vector<const graph::Shape*>& shapes, size_t dim) {
  Values result;
  const size_t rows = Steps(*shapes[0], dim).outer;
  for (size_t row = 0; row < rows; ++row) {
    for (size_t part = 0; part < parts.size(); ++part) {
      const auto width = static_cast<std::ptrdiff_t>(parts[part]->size() / rows);
      const auto begin = parts[part]->begin() + static_cast<std::ptrdiff_t>(row) * width;
      result.insert(result.end(), begin, begin + width);
    }
  }
  return result;
}

std::array<Values, 3> distinct_elements(const Values& values) {
  Values each = values;
  std::sort(each.begin(), each.end());
  each.erase(std::unique(each.begin(), each.end()), each.end());
  Values places, counts(each.size(), 0.0);
  for (const double value : values) {
    const auto place = std::lower_bound(each.begin(), each.end(), value) - each.begin();
    places.push_back(static_cast<double>(place));
    ++counts[static_cast<size_t>(place)];
  }
  return {std::move(each), std::move(places), std::move(counts)};
}

Values flipped(const Values& values, const graph::Shape& shape, size_t dim) {
  const Steps steps(shape, dim);
  Values result(values.size());
  for (size_t row = 0; row < steps.outer; ++row) {
    for (size_t step = 0; step < steps.count; ++step) {
      for (size_t column = 0; column < steps.inner; ++column)
        result[steps.at(row, step, column)] = values[steps.at(row, steps.count - 1 - step, column)];
    }
  }
  return result;
}

}  // namespace vramlint::model
