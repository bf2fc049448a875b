#include "model/distinct.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "model/data_facts.h"
#include "ops/define.h"

namespace vramlint::model {
namespace {

using interp::Value;

constexpr std::array<std::string_view, 25> kFromFirst = {
    "add",          "sub",       "mul",     "index",      "select",    "slice",  "view",   "reshape",       "to",
    "clone",        "unsqueeze", "squeeze", "contiguous", "expand",    "repeat", "detach", "masked_select", "gather",
    "index_select", "flatten",   "permute", "_cast_Long", "_cast_Int", "unbind", "flip"};

std::optional<int64_t> known_most(const Value& value) {
  const Tensor* tensor = as_tensor(value);
  if (value.is_number()) return 1;
  if (!tensor || graph::is_differentiable(tensor->type_info.dtype)) return {};
  if (tensor->facts && tensor->facts->most_distinct) return tensor->facts->most_distinct;
  const int64_t elements = ops::product(tensor->type_info.shape).high;
  return elements == 1 ? std::optional(elements) : std::nullopt;
}

std::optional<int64_t> distinct_of_all(std::span<const Value> values) {
  int64_t most = 0;
  for (const Value& value : values) {
    const std::optional<int64_t> each = known_most(value);
    if (!each) return {};
    most = ops::saturating_sum(most, *each);
  }
  return most;
}

/// Of the dimension whose places the result names.
std::optional<int64_t> places_along(const graph::Call& call) {
  const auto* given = std::get_if<int64_t>(&call.args.at(1));
  const graph::TensorType& self = call.operand(0).type;
  if (!given) return {};
  const int64_t dim = *given < 0 ? *given + self.rank() : *given;
  return dim >= 0 && dim < self.rank() ? std::optional(self.shape[static_cast<size_t>(dim)].high) : std::nullopt;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::optional<int64_t> most_distinct(const Bound& bound) {
  const std::string_view schema = bound.call.op->schema, name = graph::operator_name(*bound.call.op);
  if (is_one_of(name, {"zeros", "zeros_like", "new_zeros", "ones", "ones_like", "new_ones", "full", "full_like",
                       "new_full", "fill_"}))
    return 1;
  if (is_one_of(name, {"argmax", "argmin"}) || schema.starts_with("max.dim(") || schema.starts_with("min.dim("))
    return places_along(bound.call);
  if (is_one_of(name, {"cat", "stack", "where"})) return distinct_of_all(bound.tensors);
  if (bound.tensors.empty()) return {};
  if (name == "index_put_") return distinct_of_all(std::array{bound.tensors.front(), bound.tensors.back()});
  const bool scalar =
      bound.tensors.size() == 1 || is_one_of(name, {"index", "gather", "index_select", "masked_select"});
  const bool keeps = scalar && std::find(kFromFirst.begin(), kFromFirst.end(), name) != kFromFirst.end();
  return keeps ? known_most(bound.tensors.front()) : std::nullopt;
}

void bound_distinct(const Bound& bound, std::optional<int64_t> most, const std::vector<Value>& results) {
  if (!most) return;
  const bool named = results.size() == 2 && bound.call.op->schema.find("Tensor indices)") != std::string_view::npos;
  for (size_t i = named ? 1 : 0; i < results.size(); ++i) {
    Tensor* made = as_tensor(results[i]);
    // On the host a write through a view is not seen by the others.
    if (!made || !made->on_device() || made->type_info.dtype == graph::Dtype::boolean) continue;
    if (graph::is_differentiable(made->type_info.dtype)) continue;
    auto facts = made->facts ? std::make_shared<DataFacts>(*made->facts) : std::make_shared<DataFacts>();
    facts->most_distinct = most;
    made->facts = std::move(facts);
  }
}

}  // namespace vramlint::model
