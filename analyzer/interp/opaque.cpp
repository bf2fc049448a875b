#include "interp/opaque.h"

#include <algorithm>

#include "base/printable.h"
#include "interp/builtins_arguments.h"
#include "interp/frame.h"
#include "interp/heap.h"

namespace vramlint::interp {

namespace {

const UnknownValue& unknown_of(const Value& value) { return *static_cast<const UnknownValue*>(value.object()); }

/// A program is built, not followed: what is noted there goes other ways.
bool goes_on(const Interpreter::Impl& impl) { return impl.effects && !impl.follower; }

void expose(Interpreter& interpreter, const Value& value, const std::string& why, int depth = 0) {
  constexpr int kDeepest = 2;
  if (!value.is_object()) return;
  const Object* object = value.object();
  switch (object->kind) {
    case ObjectKind::list:
    case ObjectKind::dict:
    case ObjectKind::set:
    case ObjectKind::instance:
      may_hold_more(interpreter, *object, why);
      break;
    case ObjectKind::tuple:
      if (depth == kDeepest) return;
      for (const Value& item : static_cast<const Tuple*>(object)->items) expose(interpreter, item, why, depth + 1);
      break;
    default:
      break;
  }
}

bool is_callable(Interpreter& interpreter, const Value& value) {
  return value.is(ObjectKind::instance) && interpreter.type_of(value)->lookup("__call__");
}

}  // namespace

void may_hold_more(Interpreter& interpreter, const Object& object, const std::string& why, bool is_spread) {
  object.exposed = true;
  interpreter.impl().exposures.add({&object, why, is_spread});
}

Value standing_in(const Value& value) {
  if (!value.is_unknown()) return value;
  const Value& instead = unknown_of(value).stand_in;
  return instead.is_none() ? value : instead;
}

bool is_built(Interpreter& interpreter) { return goes_on(interpreter.impl()); }

bool is_followed(Interpreter& interpreter) { return interpreter.impl().follower != nullptr; }

Value part_of_unknown(const Value& unknown) {
  if (unknown_of(unknown).stand_in.is_none()) return unknown;
  return Value(new UnknownValue(unknown_of(unknown).info, UnknownValue::Sort::made)).with_origin(unknown.origin());
}

void note_unknown(Interpreter& interpreter, Unknown unknown) {
  constexpr std::ptrdiff_t kLooksBack = 64;
  std::vector<Unknown>& noted = interpreter.unknowns();
  const auto first = noted.size() > kLooksBack ? noted.end() - kLooksBack : noted.begin();
  if (std::find(first, noted.end(), unknown) == noted.end()) noted.push_back(std::move(unknown));
}

std::string quoted(const Span& place) {
  constexpr size_t kMost = 60;
  std::string_view text = place.text();
  text = text.substr(0, text.find('\n'));
  const std::string_view shown = clipped(text, kMost);
  return "`" + std::string(shown) + (shown.size() < place.text().size() ? "…`" : "`");
}

Value call_opaque(Interpreter& interpreter, const Value& callee, Arguments arguments) {
  Interpreter::Impl& impl = interpreter.impl();
  if (!goes_on(impl)) return callee;
  const Value kept = callee;
  const UnknownValue& unknown = unknown_of(kept);
  if (!unknown.stand_in.is_none() && is_callable(interpreter, unknown.stand_in))
    return interpreter.call(unknown.stand_in, std::move(arguments));
  for (const Value& value : arguments.positional) expose(interpreter, value, unknown.info.reason);
  for (const auto& [name, value] : arguments.keyword) expose(interpreter, value, unknown.info.reason);
  Value instead = impl.effects->given(interpreter, kept, arguments);
  const bool alike = unknown.sort == UnknownValue::Sort::made && instead.is_none();
  if (alike) return kept;
  return Value(new UnknownValue(unknown.info, UnknownValue::Sort::made, std::move(instead))).with_origin(kept.origin());
}

Value decorated(Interpreter& interpreter, const Value& decorator, Value made, const Span& place) {
  if (!decorator.is_unknown() || !goes_on(interpreter.impl()))
    return interpreter.call(decorator, {std::move(made)}, place);
  const Value instead = standing_in(decorator);
  if (!instead.is_unknown()) return interpreter.call(instead, {std::move(made)}, place);
  note_unknown(interpreter,
               {"the decorator " + quoted(place) +
                    " is taken to hand back what it is given; what it changes there may lower or raise the "
                    "figures: " +
                    unknown_of(decorator).info.reason,
                place, Pull::either});
  return made;
}

}  // namespace vramlint::interp
