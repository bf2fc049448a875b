#include "model/stands.h"

#include <algorithm>
#include <iterator>

#include "graph/operator_name.h"
#include "interp/opaque.h"
#include "interp/unknown_lists.h"
#include "model/apply.h"
#include "model/builder.h"
#include "model/unsupported.h"

namespace vramlint::model {

namespace {

using Sort = interp::UnknownValue::Sort;

bool counts_as_number(const interp::UnknownValue& unknown) {
  const std::string& reason = unknown.info.reason;
  const bool depends_on_data = reason.starts_with("this dimension depends on the data") ||
                               reason.starts_with("the elements of a tensor are not known");
  return unknown.sort == Sort::number || (unknown.sort == Sort::any && depends_on_data);
}

/// `prediction.eq(target)`: a mask, of which an accuracy is made.
bool compares(std::string_view name) {
  constexpr std::string_view kNames[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  const std::string_view last = name.substr(name.rfind('.') + 1);
  return std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view one) {
    return last == one || (last.starts_with("__") && last.substr(2, 2) == one && last.size() == 6);
  });
}

}  // namespace

bool is_some_number(const interp::Value& value) {
  const auto* unknown = value.is_unknown() ? value.as<interp::UnknownValue>() : nullptr;
  return unknown && !interp::unknown_list(value) && counts_as_number(*unknown);
}

Stands stands(const Bound& bound) {
  const auto* unknown = bound.unknown ? bound.unknown->as<interp::UnknownValue>() : nullptr;
  if (!unknown || unknown->sort == Sort::tensor || unknown->sort == Sort::text) return Stands::for_tensor;
  if (is_some_number(*bound.unknown)) return Stands::for_number;
  return bound.asks_for_tensor && !bound.tensors.empty() ? Stands::for_either : Stands::for_tensor;
}

graph::Arg some_number(const Bound& bound, const interp::Value& unknown) {
  const interp::BoundedNumber* number = interp::bounded_number(unknown);
  const bool is_whole = number && number->bounds.whole;
  const Tensor* self = bound.tensors.empty() ? nullptr : as_tensor(bound.tensors.front());
  const bool takes_whole =
      self && graph::operator_name(*bound.call.op).ends_with('_') && !graph::is_differentiable(self->type_info.dtype);
  return is_whole || takes_whole ? graph::Arg(int64_t{1}) : graph::Arg(0.5);
}

void note_taken_for_number(interp::Interpreter& interpreter, std::string_view name, const interp::Value& unknown) {
  const bool keeps_nothing = name.ends_with('_') && !builder_of(interpreter)->grad_enabled;  // `mean.mul_(decay)`
  if (keeps_nothing) return;
  const Span place = user_span(interpreter);
  if (compares(name)) {
    interpreter.assumptions().push_back({"what is not known in " + interp::quoted(place) +
                                             " is no larger than what it is "
                                             "compared with: " +
                                             unknown.as<interp::UnknownValue>()->info.reason,
                                         place});
    return;
  }
  interp::note_unknown(
      interpreter,
      unknown_by(unknown.as<interp::UnknownValue>()->info,
                 "what is not known in " + interp::quoted(place) + " is taken for a number", place, Gap::behind));
}

void note_left_out(interp::Interpreter& interpreter, std::string_view name, const Bound& bound) {
  if (!bound.left_out) return;
  interp::note_unknown(interpreter, unknown_by(bound.left_out->as<interp::UnknownValue>()->info,
                                               "a tensor that `" + std::string(name) + "` is given is taken for None",
                                               user_span(interpreter), Gap::behind));
}

}  // namespace vramlint::model
