#include "model/uniform.h"

#include <algorithm>
#include <string_view>

#include "model/bind.h"
#include "model/builder.h"
#include "model/fold.h"
#include "model/fold_numbers.h"
#include "model/tensor.h"

namespace vramlint::model {
namespace {

/// Operators whose elements are some of those of their first operand. Of equal ones a mean, a maximum is one as well.
bool picks_uniform(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "alias",   "all", "amax", "amin",      "any",     "clone",     "contiguous", "detach",  "expand", "expand_as",
      "flatten", "max", "mean", "min",       "narrow",  "permute",   "repeat",     "reshape", "select", "slice",
      "squeeze", "t",   "to",   "transpose", "type_as", "unflatten", "unsqueeze",  "view",    "view_as"};
  return name.starts_with("_cast_") || std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// What it fills with is no argument, so that a guessed size says nothing of it.
bool is_fixed(std::string_view name) {
  return name == "ones" || name == "zeros" || name == "new_ones" || name == "new_zeros";
}

std::optional<double> uniform_operand(const Bound& bound, size_t at) {
  if (at >= bound.call.args.size()) return {};
  const graph::Arg& arg = bound.call.args[at];
  if (const auto* n = std::get_if<int64_t>(&arg)) return static_cast<double>(*n);
  if (const auto* x = std::get_if<double>(&arg)) return *x;
  const auto* ref = std::get_if<graph::OperandRef>(&arg);
  if (!ref) return {};
  const interp::Value& value = bound.tensors[static_cast<size_t>(ref->index)];
  if (value.is_number()) return value.as_real();
  const Tensor* tensor = as_tensor(value);
  return tensor ? uniform_element(*tensor) : std::nullopt;
}

/// `other` in `self + alpha * other` is scaled.
bool scales_uniform(const Bound& bound) {
  if (bound.call.op->schema.find("alpha") == std::string_view::npos) return false;
  const auto* alpha = std::get_if<int64_t>(&bound.call.args.back());
  return !alpha || *alpha != 1;
}

std::optional<double> computed_uniform(const Bound& bound, std::string_view name) {
  const std::optional<double> first = uniform_operand(bound, 0);
  if (!first) return {};
  const bool alone = bound.tensors.size() == 1 || name.ends_with("_as");
  if (picks_uniform(name)) return alone ? first : std::nullopt;
  if (const Unary function = unary_function(name)) return function(*first);
  const Binary function = binary_function(name);
  const std::optional<double> second = function ? uniform_operand(bound, 1) : std::nullopt;
  const bool rounds = bound.call.op->schema.find("rounding_mode") != std::string_view::npos;
  if (!second || rounds || scales_uniform(bound)) return {};
  return function(*first, *second);
}

}  // namespace

std::optional<double> uniform_element(const Tensor& tensor) {
  const Tensor* storage = as_tensor(tensor.host_storage);
  if (!tensor.facts || (storage && storage->written)) return {};
  return tensor.facts->uniform;
}

std::optional<double> uniform_result(const Bound& bound, const Tensor& result) {
  if ((bound.guessed && !is_fixed(graph::operator_name(*bound.call.op))) ||
      bound.call.op->schema.find("-> (") != std::string_view::npos)
    return {};
  std::optional<double> element = filling(bound);
  if (!element) element = computed_uniform(bound, graph::operator_name(*bound.call.op));
  if (!element) return {};
  return as_held_by(result.type_info.dtype, {*element}).front();
}

void set_uniform(Tensor& tensor, std::optional<double> element) {
  if (!element && (!tensor.facts || !tensor.facts->uniform)) return;
  if (!element) tensor.builder->before_change(tensor, true);
  auto facts = tensor.facts ? std::make_shared<DataFacts>(*tensor.facts) : std::make_shared<DataFacts>();
  facts->uniform = element;
  tensor.facts = std::move(facts);
}

void forget_uniform(Tensor& tensor) {
  set_uniform(tensor, {});
  if (!tensor.on_device()) return;
  for (Tensor* other : tensor.builder->on_storage(tensor.storage())) set_uniform(*other, {});
}

}  // namespace vramlint::model
