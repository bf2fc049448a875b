#include "interp/method_calls.h"

#include <algorithm>

#include "interp/builtins_arguments.h"
#include "interp/followed.h"
#include "interp/opaque.h"

namespace vramlint::interp {

namespace {

/// The method that `object.name` is, where that is a built-in one of a text or a container; nullptr otherwise.
const Builtin* plain_method(Interpreter& interpreter, const Value& object, syntax::Symbol name) {
  const bool plain = object.is(ObjectKind::string) || object.is(ObjectKind::list) || object.is(ObjectKind::dict);
  const Value* found = plain ? interpreter.type_of(object)->lookup(name) : nullptr;
  const auto* method = found && found->is(ObjectKind::builtin) ? static_cast<const Builtin*>(found->object()) : nullptr;
  return method && method->is_method ? method : nullptr;
}

}  // namespace

std::optional<Value> call_plain_method(Interpreter& interpreter, Frame& frame, const syntax::Call& call,
                                       const Value& object, const Span& span) {
  const Builtin* method = plain_method(interpreter, object, std::get<syntax::Attribute>(call.callee->node).name);
  if (!method) return {};
  Arguments arguments = evaluate_arguments(interpreter, frame, call.arguments);
  arguments.span = span;
  arguments.positional.insert(arguments.positional.begin(), object);
  const Span outer = std::exchange(frame.current, span);
  try {
    Value result = run_builtin(interpreter, method->function, arguments);
    frame.current = outer;
    return result;
  } catch (Raised& raised) {
    raised.called_at(span);
    throw;
  } catch (BudgetExceeded& exceeded) {
    if (!exceeded.span) exceeded.span = span;
    throw;
  }
}

namespace {

/// What is spread and not known is given as it is.
Arguments given_to_unknown(Interpreter& interpreter, Frame& frame, const syntax::Call& call) {
  Arguments given;
  for (const auto& argument : call.arguments) {
    Value value = evaluate(interpreter, frame, *argument.value);
    const bool spreads = argument.kind == syntax::Argument::Kind::star && !value.is_unknown();
    if (spreads)
      for (Value& item : interpreter.to_vector(value, argument.value->span))
        given.positional.push_back(std::move(item));
    else if (argument.kind == syntax::Argument::Kind::keyword)
      given.keyword.emplace_back(argument.name.text(), std::move(value));
    else
      given.positional.push_back(std::move(value));
  }
  return given;
}

/// `target.size(0)`, `loss.item()`: whatever it is asked of, that is a number.
Value as_number(const syntax::Call& call, Value made) {
  const auto* attribute = std::get_if<syntax::Attribute>(&call.callee->node);
  const auto* unknown = made.as<UnknownValue>();
  if (!attribute || !unknown || unknown->sort == UnknownValue::Sort::number || !unknown->stand_in.is_none())
    return made;
  constexpr std::string_view kCounts[] = {"item", "numel", "nelement", "dim", "ndimension"};
  const std::string_view name = attribute->name.text();
  const bool is_count = std::find(std::begin(kCounts), std::end(kCounts), name) != std::end(kCounts);
  const bool fits = is_count ? call.arguments.empty() : name == "size" && call.arguments.size() == 1;
  if (!fits) return made;
  return Value(new UnknownValue(unknown->info, UnknownValue::Sort::number)).with_origin(made.origin());
}

}  // namespace

Value number_of_shape(const syntax::Subscript& node, const Value& index, Value item) {
  const auto* attribute = std::get_if<syntax::Attribute>(&node.object->node);
  const auto* unknown = item.as<UnknownValue>();
  const bool is_size = attribute && attribute->name.text() == "shape" && index.is_int();
  if (!is_size || !unknown || unknown->sort == UnknownValue::Sort::number || !unknown->stand_in.is_none()) return item;
  return Value(new UnknownValue(unknown->info, UnknownValue::Sort::number)).with_origin(item.origin());
}

Value call_unknown(Interpreter& interpreter, Frame& frame, const syntax::Call& call, Value callee, Follower* follower,
                   const Span& span) {
  if (!is_followed(interpreter)) {
    Arguments given = given_to_unknown(interpreter, frame, call);
    given.span = span;
    if (follower && is_absent(callee)) follower->leads_into(callee, span);
    const Span outer = std::exchange(frame.current, span);
    const auto* attribute = std::get_if<syntax::Attribute>(&call.callee->node);
    if (attribute) call_method_of_unknown(interpreter, attribute->name.text(), callee, given);
    Value made = call_opaque(interpreter, callee, std::move(given));
    frame.current = outer;
    return as_number(call, std::move(made));
  }
  for (const auto& argument : call.arguments) {
    const Value value = evaluate(interpreter, frame, *argument.value);
    if (follower) follower->hands_over(callee, value, call.callee->span);
  }
  return callee;
}

}  // namespace vramlint::interp
