#include "model/fold_masks.h"

#include <algorithm>
#include <map>

#include "model/fold_numbers.h"

namespace vramlint::model {
namespace {

using graph::Arg;
using graph::Dtype;
using Values = std::vector<double>;
using Masked = std::optional<Values>;

const Tensor* known_tensor(const interp::Value& value) {
  const Tensor* tensor = as_tensor(value);
  const Values* known = tensor ? tensor->elements() : nullptr;
  return known && static_cast<int64_t>(known->size()) == tensor->type_info.numel() ? tensor : nullptr;
}

const Tensor* operand(const Bound& bound, size_t at) {
  const auto* ref = at < bound.call.args.size() ? std::get_if<graph::OperandRef>(&bound.call.args[at]) : nullptr;
  return ref ? known_tensor(bound.tensors[static_cast<size_t>(ref->index)]) : nullptr;
}

/// A known tensor, or a number.
std::optional<Elements> elements_at(const Bound& bound, size_t at) {
  if (const Tensor* tensor = operand(bound, at)) return Elements{tensor->elements(), &tensor->type_info.shape, 0};
  const Arg& arg = bound.call.args.at(at);
  if (const auto* ref = std::get_if<graph::OperandRef>(&arg)) {
    const interp::Value& value = bound.tensors[static_cast<size_t>(ref->index)];
    return value.is_number() ? std::optional(Elements{nullptr, nullptr, value.as_real()}) : std::nullopt;
  }
  if (const auto* n = std::get_if<int64_t>(&arg)) return Elements{nullptr, nullptr, static_cast<double>(*n)};
  if (const auto* x = std::get_if<double>(&arg)) return Elements{nullptr, nullptr, *x};
  if (const auto* b = std::get_if<bool>(&arg)) return Elements{nullptr, nullptr, *b ? 1.0 : 0.0};
  return {};
}

double first(double a, double) { return a; }

/// Of the one where the mask is true, of the other elsewhere.
Masked chosen(const Tensor* mask, const std::optional<Elements>& one, const std::optional<Elements>& other,
              const Tensor& result) {
  if (!mask || !one || !other) return {};
  const graph::Shape& shape = result.type_info.shape;
  const Elements zero;
  const Values yes = paired({mask->elements(), &mask->type_info.shape, 0}, zero, first, shape);
  Values found = paired(*other, zero, first, shape);
  const Values taken = paired(*one, zero, first, shape);
  for (size_t i = 0; i < found.size() && i < yes.size(); ++i)
    if (yes[i] != 0) found[i] = taken[i];
  return found;
}

Masked where(const Bound& bound, const Tensor& result) {
  return chosen(operand(bound, 0), elements_at(bound, 1), elements_at(bound, 2), result);
}

Masked masked_fill(const Bound& bound, const Tensor& result) {
  return chosen(operand(bound, 1), elements_at(bound, 2), elements_at(bound, 0), result);
}

bool is_mask(const Tensor* tensor) { return tensor && tensor->type_info.dtype == Dtype::boolean; }

/// `x[mask]`: the mask, where it is the only index and known.
const Tensor* only_mask(const Bound& bound) {
  const auto* list = bound.call.args.size() > 1 ? std::get_if<graph::OperandList>(&bound.call.args[1]) : nullptr;
  if (!list || list->indices.size() != 1 || list->indices[0] < 0) return nullptr;
  const Tensor* mask = known_tensor(bound.tensors[static_cast<size_t>(list->indices[0])]);
  return is_mask(mask) ? mask : nullptr;
}

Masked rows_of(const Tensor* self, const Tensor* mask) {
  if (!self || !mask || mask->elements()->empty()) return {};
  const size_t each = self->elements()->size() / mask->elements()->size();
  Values found;
  for (size_t row = 0; row < mask->elements()->size(); ++row) {
    if ((*mask->elements())[row] == 0) continue;
    const auto begin = self->elements()->begin() + static_cast<std::ptrdiff_t>(row * each);
    found.insert(found.end(), begin, begin + static_cast<std::ptrdiff_t>(each));
  }
  return found;
}

Masked index(const Bound& bound, const Tensor&) { return rows_of(operand(bound, 0), only_mask(bound)); }

Masked masked_select(const Bound& bound, const Tensor&) {
  const Tensor *self = operand(bound, 0), *mask = operand(bound, 1);
  const bool alike = self && mask && self->type_info.numel() == mask->type_info.numel();
  return alike ? rows_of(self, mask) : std::nullopt;
}

Masked nonzero(const Bound& bound, const Tensor&) {
  const Tensor* self = operand(bound, 0);
  if (!self) return {};
  const graph::Shape& shape = self->type_info.shape;
  Values found;
  for (size_t i = 0; i < self->elements()->size(); ++i) {
    if ((*self->elements())[i] == 0) continue;
    auto below = static_cast<int64_t>(self->elements()->size()), rest = static_cast<int64_t>(i);
    for (const graph::Dim& dim : shape) {
      below /= std::max<int64_t>(dim.point, 1);
      found.push_back(static_cast<double>(rest / below));
      rest %= below;
    }
  }
  return found;
}

/// Of a row, or of what is rolled as if it were one.
Masked roll(const Bound& bound, const Tensor&) {
  const Tensor* self = operand(bound, 0);
  const auto* shifts = std::get_if<std::vector<int64_t>>(&bound.call.args.at(1));
  const auto* dims = std::get_if<std::vector<int64_t>>(&bound.call.args.at(2));
  const bool as_row = self && dims && (dims->empty() || self->type_info.rank() == 1);
  if (!as_row || !shifts || shifts->size() != 1 || self->elements()->empty()) return {};
  Values found = *self->elements();
  const auto count = static_cast<int64_t>(found.size());
  const int64_t left = ((-shifts->front() % count) + count) % count;
  std::rotate(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(left), found.end());
  return found;
}

using MaskRule = Masked (*)(const Bound&, const Tensor&);

const std::map<std::string_view, MaskRule>& mask_rules() {
  static const std::map<std::string_view, MaskRule> table = {{"where", where},     {"masked_fill", masked_fill},
                                                             {"index", index},     {"masked_select", masked_select},
                                                             {"nonzero", nonzero}, {"roll", roll}};
  return table;
}

std::string_view name_of(const Bound& bound) { return graph::operator_name(*bound.call.op); }

}  // namespace

Masked masked(const Bound& bound, const Tensor& result) {
  const auto rule = mask_rules().find(name_of(bound));
  if (rule == mask_rules().end() || bound.call.args.empty()) return {};
  return rule->second(bound, result);
}

std::optional<int64_t> chosen_count(const Bound& bound) {
  const std::string_view name = name_of(bound);
  const Tensor* mask = name == "nonzero" ? operand(bound, 0) : name == "index" ? only_mask(bound) : nullptr;
  if (name == "masked_select") {
    mask = operand(bound, 1);
    const Tensor* self = bound.tensors.empty() ? nullptr : as_tensor(bound.tensors[0]);
    if (mask && self && !(self->type_info.shape == mask->type_info.shape)) return {};
  }
  if (!mask) return {};
  return std::count_if(mask->elements()->begin(), mask->elements()->end(), [](double x) { return x != 0; });
}

}  // namespace vramlint::model
