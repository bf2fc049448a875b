#include "model/sameness.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/data_facts.h"
#include "ops/define.h"

namespace vramlint::model {
namespace {

using graph::Dim;
using interp::Value;

constexpr std::array<std::string_view, 25> kRearranging = {
    "repeat",     "view",       "reshape", "expand", "expand_as",  "unsqueeze", "squeeze",     "select", "slice",
    "permute",    "t",          "flatten", "to",     "clone",      "transpose", "detach",      "any",    "all",
    "contiguous", "_cast_Bool", "flip",    "unbind", "as_strided", "roll",      "index_select"};

std::optional<bool> sameness_of(const Value& value) {
  const Tensor* tensor = as_tensor(value);
  return tensor && tensor->facts ? tensor->facts->all_same : std::nullopt;
}

std::optional<bool> filling(const Bound& bound, size_t at) {
  if (bound.guessed || at >= bound.call.args.size()) return {};  // a call that is in the graph has left nothing here
  const graph::Arg& arg = bound.call.args[at];
  if (const auto* truth = std::get_if<bool>(&arg)) return *truth;
  if (const auto* whole = std::get_if<int64_t>(&arg)) return *whole != 0;
  const auto* number = std::get_if<double>(&arg);
  return number ? std::optional(*number != 0) : std::nullopt;
}

std::optional<bool> joined_sameness(const Bound& bound) {
  std::optional<bool> all = bound.tensors.empty() ? std::nullopt : sameness_of(bound.tensors[0]);
  for (const Value& value : bound.tensors)
    if (sameness_of(value) != all) return {};
  return all;
}

/// Of `and` the truth that decides it is false, of `or` true.
std::optional<bool> paired_sameness(const Bound& bound, bool deciding) {
  if (bound.tensors.size() != 2) return {};
  const std::optional<bool> a = sameness_of(bound.tensors[0]), b = sameness_of(bound.tensors[1]);
  if (a == deciding || b == deciding) return deciding;
  return a && b ? std::optional(!deciding) : std::nullopt;
}

std::optional<bool> made_sameness(const Bound& bound) {
  const std::string_view name = graph::operator_name(*bound.call.op);
  const auto is_any = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (is_any({"zeros", "zeros_like", "new_zeros", "zero_"})) return false;
  if (is_any({"ones", "ones_like", "new_ones"})) return true;
  if (is_any({"full", "full_like", "fill_"})) return filling(bound, 1);
  if (name == "new_full") return filling(bound, 2);
  if (is_any({"bitwise_and", "logical_and", "__and__"})) return paired_sameness(bound, false);
  if (is_any({"bitwise_or", "logical_or", "__or__"})) return paired_sameness(bound, true);
  if (is_any({"cat", "stack"})) return joined_sameness(bound);
  if (bound.tensors.empty()) return {};
  const std::optional<bool> first = sameness_of(bound.tensors[0]);
  if (is_any({"bitwise_not", "logical_not"})) return first ? std::optional(!*first) : std::nullopt;
  if (std::find(kRearranging.begin(), kRearranging.end(), name) == kRearranging.end()) return {};
  // Of none at all `any` is false and `all` is true.
  const Tensor* self = as_tensor(bound.tensors[0]);  // the call's operands are the graph's by now
  const bool may_be_none = !self || ops::product(self->type_info.shape).low == 0;
  if (may_be_none && ((name == "any" && first == true) || (name == "all" && first == false))) return {};
  return first;
}

}  // namespace

void hand_on_sameness(const Bound& bound, const std::vector<Value>& results) {
  const Tensor* made = results.empty() ? nullptr : as_tensor(results[0]);
  // On the host a write through a view is not seen by the others.
  if (!made || !made->on_device() || made->type_info.dtype != graph::Dtype::boolean) return;
  const std::optional<bool> same = made_sameness(bound);
  if (!same) return;
  for (const Value& result : results) {
    Tensor* mask = as_tensor(result);
    if (!mask) continue;
    auto facts = std::make_shared<DataFacts>();
    facts->all_same = same;
    facts->chosen = *same ? ops::product(mask->type_info.shape) : Dim(0);
    mask->facts = std::move(facts);
  }
}

}  // namespace vramlint::model
