#include "model/fold_picks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace vramlint::model {
namespace {

using graph::Arg;
using Values = std::vector<double>;
using Picked = std::optional<Values>;

/// A tensor as rows of `count` steps of `inner` elements each, along one dimension.
struct Rows {
  size_t outer = 1, count = 1, inner = 1;
  Rows(const graph::Shape& shape, size_t dim) {
    for (size_t i = 0; i < shape.size(); ++i)
      (i < dim ? outer : i == dim ? count : inner) *= static_cast<size_t>(shape[i].point);
  }
  size_t at(size_t row, size_t step, size_t column) const { return (row * count + step) * inner + column; }
};

struct Pick {
  const Bound& bound;
  const Tensor& result;
  size_t index;

  const Arg& arg(size_t at) const { return bound.call.args.at(at); }

  /// nullptr where not all elements of the operand are known.
  const Tensor* operand(size_t at) const {
    const auto* ref = at < bound.call.args.size() ? std::get_if<graph::OperandRef>(&arg(at)) : nullptr;
    const Tensor* tensor = ref ? as_tensor(bound.tensors[static_cast<size_t>(ref->index)]) : nullptr;
    const Values* known = tensor ? tensor->elements() : nullptr;
    const bool all = known && !known->empty() && static_cast<int64_t>(known->size()) == tensor->type_info.numel();
    return all ? tensor : nullptr;
  }
  std::optional<int64_t> whole(size_t at) const {
    const auto* n = at < bound.call.args.size() ? std::get_if<int64_t>(&arg(at)) : nullptr;
    return n ? std::optional(*n) : std::nullopt;
  }
  bool truth(size_t at) const {
    const auto* yes = at < bound.call.args.size() ? std::get_if<bool>(&arg(at)) : nullptr;
    return yes && *yes;
  }
  static size_t wrapped(int64_t dim, const Tensor& tensor) {
    const int64_t rank = std::max<int64_t>(tensor.type_info.rank(), 1);
    return static_cast<size_t>(dim < 0 ? dim + rank : dim);
  }
  /// The element that an index means; none where it lies outside.
  static std::optional<size_t> place(double number, size_t count) {
    const double at = number < 0 ? number + static_cast<double>(count) : number;
    return at >= 0 && at < static_cast<double>(count) ? std::optional(static_cast<size_t>(at)) : std::nullopt;
  }
};

Picked along(const Tensor& self, size_t dim, const Values& indices) {
  const Rows rows(self.type_info.shape, dim);
  Values found;
  for (size_t row = 0; row < rows.outer; ++row) {
    for (const double number : indices) {
      const auto step = Pick::place(number, rows.count);
      if (!step) return {};
      for (size_t column = 0; column < rows.inner; ++column)
        found.push_back((*self.elements())[rows.at(row, *step, column)]);
    }
  }
  return found;
}

Picked index_select(const Pick& pick) {
  const Tensor *self = pick.operand(0), *indices = pick.operand(2);
  const auto dim = pick.whole(1);
  if (!self || !indices || !dim) return {};
  return along(*self, Pick::wrapped(*dim, *self), *indices->elements());
}

/// x[indices]: along the first dimension.
Picked index(const Pick& pick) {
  const Tensor* self = pick.operand(0);
  const auto* list = std::get_if<graph::OperandList>(&pick.arg(1));
  if (!self || !list || list->indices.size() != 1 || list->indices[0] < 0) return {};
  const Tensor* indices = as_tensor(pick.bound.tensors[static_cast<size_t>(list->indices[0])]);
  if (!indices || !indices->elements() || indices->type_info.dtype != graph::Dtype::int64) return {};
  return along(*self, 0, *indices->elements());
}

Picked gather(const Pick& pick) {
  const Tensor *self = pick.operand(0), *indices = pick.operand(2);
  const auto dim = pick.whole(1);
  if (!self || !indices || !dim || self->type_info.rank() != 1 || indices->type_info.rank() != 1) return {};
  return along(*self, 0, *indices->elements());
}

/// Of a row its places in order; equal elements keep theirs.
std::vector<size_t> ordered(const Values& row, bool descending) {
  std::vector<size_t> places(row.size());
  std::iota(places.begin(), places.end(), size_t{0});
  std::stable_sort(places.begin(), places.end(),
                   [&](size_t a, size_t b) { return descending ? row[a] > row[b] : row[a] < row[b]; });
  return places;
}

Picked sorted(const Pick& pick, const Tensor& self, size_t dim, bool descending, size_t most, bool places_only) {
  const Values& values = *self.elements();
  if (std::any_of(values.begin(), values.end(), [](double x) { return std::isnan(x); })) return {};
  const Rows rows(self.type_info.shape, dim);
  const size_t kept = std::min(most, rows.count);
  Values found(rows.outer * kept * rows.inner), row(rows.count);
  for (size_t outer = 0; outer < rows.outer; ++outer) {
    for (size_t column = 0; column < rows.inner; ++column) {
      for (size_t step = 0; step < rows.count; ++step) row[step] = values[rows.at(outer, step, column)];
      const std::vector<size_t> places = ordered(row, descending);
      for (size_t step = 0; step < kept; ++step)
        found[(outer * kept + step) * rows.inner + column] =
            places_only || pick.index == 1 ? static_cast<double>(places[step]) : row[places[step]];
    }
  }
  return found;
}

template <bool places_only>
Picked sort(const Pick& pick) {
  const Tensor* self = pick.operand(0);
  const auto dim = pick.whole(1);
  if (!self || !dim) return {};
  return sorted(pick, *self, Pick::wrapped(*dim, *self), pick.truth(2), SIZE_MAX, places_only);
}

Picked topk(const Pick& pick) {
  const Tensor* self = pick.operand(0);
  const auto count = pick.whole(1), dim = pick.whole(2);
  if (!self || !count || !dim || *count < 0) return {};
  return sorted(pick, *self, Pick::wrapped(*dim, *self), pick.truth(3), static_cast<size_t>(*count), false);
}

/// x.repeat(3), and of more dimensions along one after the other.
Picked repeat(const Pick& pick) {
  const Tensor* self = pick.operand(0);
  const auto* times = std::get_if<std::vector<int64_t>>(&pick.arg(1));
  if (!self || !times || self->type_info.rank() > 1) return {};
  Values found;
  const Values& row = *self->elements();
  const auto count = static_cast<size_t>(pick.result.type_info.numel());
  while (found.size() < count) found.insert(found.end(), row.begin(), row.end());
  return found;
}

Picked repeat_interleave(const Pick& pick) {
  const Tensor* self = pick.operand(0);
  const auto times = pick.whole(1);
  if (!self || !times || self->type_info.rank() > 1) return {};
  Values found;
  for (const double value : *self->elements()) found.insert(found.end(), static_cast<size_t>(*times), value);
  return found;
}

Picked cumprod(const Pick& pick) {
  const Tensor* self = pick.operand(0);
  if (!self || self->type_info.rank() != 1) return {};
  Values found = *self->elements();
  std::partial_sum(found.begin(), found.end(), found.begin(), std::multiplies<>());
  return found;
}

template <int64_t (*combine)(int64_t, int64_t)>
Picked bits(const Pick& pick) {
  const Tensor *self = pick.operand(0), *other = pick.operand(1);
  if (!self || !other || self->type_info.numel() != other->type_info.numel()) return {};
  Values found;
  for (size_t i = 0; i < self->elements()->size(); ++i)
    found.push_back(static_cast<double>(
        combine(static_cast<int64_t>((*self->elements())[i]), static_cast<int64_t>((*other->elements())[i]))));
  return found;
}

int64_t both(int64_t a, int64_t b) { return a & b; }
int64_t either(int64_t a, int64_t b) { return a | b; }
int64_t one_of(int64_t a, int64_t b) { return a ^ b; }

using PickRule = Picked (*)(const Pick&);

const std::map<std::string_view, PickRule>& pick_rules() {
  static const std::map<std::string_view, PickRule> table = {{"index_select", index_select},
                                                             {"index", index},
                                                             {"gather", gather},
                                                             {"sort", sort<false>},
                                                             {"topk", topk},
                                                             {"argsort", sort<true>},
                                                             {"repeat", repeat},
                                                             {"cumprod", cumprod},
                                                             {"repeat_interleave", repeat_interleave},
                                                             {"bitwise_and", bits<both>},
                                                             {"bitwise_or", bits<either>},
                                                             {"bitwise_xor", bits<one_of>}};
  return table;
}

}  // namespace

Picked picked(const Bound& bound, const Tensor& result, size_t index) {
  const auto rule = pick_rules().find(graph::operator_name(*bound.call.op));
  if (rule == pick_rules().end() || bound.call.args.empty()) return {};
  return rule->second(Pick{bound, result, index});
}

}  // namespace vramlint::model
