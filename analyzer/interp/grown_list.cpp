#include "interp/grown_list.h"

#include "interp/impl.h"
#include "interp/known_parts.h"
#include "interp/some_item.h"
#include "interp/unknown_lists.h"

namespace vramlint::interp {

bool grows_list(Interpreter& interpreter, Frame& frame, const syntax::Expr& expr) {
  const auto* call = std::get_if<syntax::Call>(&expr.node);
  const auto* method = call ? std::get_if<syntax::Attribute>(&call->callee->node) : nullptr;
  const bool is_named = method && std::holds_alternative<syntax::Name>(method->object->node);
  if (!is_named || call->arguments.size() != 1 || call->arguments[0].kind != syntax::Argument::Kind::positional)
    return false;
  const bool appends = method->name.text() == "append";
  if (!appends && method->name.text() != "extend") return false;
  const Value list = evaluate(interpreter, frame, *method->object);
  if (!unknown_list(list) || unknown_list(list)->count.is_none()) return false;
  Value more = evaluate(interpreter, frame, *call->arguments[0].value);
  if (appends) more = Value::list({std::move(more)});
  if (std::optional<Value> longer = joined_lists(interpreter, syntax::BinaryOp::add, list, more, expr.span))
    assign(interpreter, frame, *method->object, std::move(*longer));
  return true;
}

std::optional<Value> window_of(Interpreter& interpreter, const List& list, const SliceObject& slice, const Span& span) {
  constexpr double kMost = 1 << 16;
  const std::optional<double> taken =
      slice.step.is_none() ? apart(interpreter, slice.lower, slice.upper) : std::nullopt;
  if (list.items.empty() || !slice.lower.is_unknown() || !taken || *taken < 1 || *taken > kMost) return {};
  const bool is_open = interpreter.impl().uncertain.contains(&list);
  const auto count = static_cast<size_t>(*taken);
  const std::optional<Value> each = is_open ? list.items.back() : some_item(interpreter, list.items, slice.lower, span);
  if (!each) return {};
  interpreter.budget().allocate(static_cast<int64_t>(count * sizeof(Value)), span);
  if (is_open)
    interpreter.assumptions().push_back(
        {"there are as many elements as are taken here: " + std::to_string(count), span});
  return Value::list(std::vector<Value>(is_open ? count : std::min(count, list.items.size()), *each));
}

}  // namespace vramlint::interp
