// The arguments of a call, and what `*items` and `**options` spread into it.
#include <algorithm>

#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/opaque.h"
#include "interp/stated_number.h"

namespace vramlint::interp {

namespace {

/// `f(**options)`, where not all of the options are known: what is seen of them is handed on.
bool is_spread_in_part(Interpreter& interpreter, const Value& value, const Span& span, Arguments& result) {
  if (!is_built(interpreter)) return false;
  const auto* exposure = value.is_object() ? interpreter.impl().exposures.of(*value.object()) : nullptr;
  if (!value.is_unknown() && !exposure) return false;
  result.hidden = exposure ? Value::unknown(exposure->why, span) : value;
  const bool is_ours = span.source->path().starts_with("<vramlint>/");
  const bool is_known_of = is_ours && exposure;  // where the program's own code ends it was noted
  const Span place = is_ours ? place_in_program(interpreter) : span;
  if (value.is_unknown() || (exposure->is_spread && !is_known_of))
    note_unknown(interpreter, {"what else " + quoted(place) +
                                   " hands to the call is not known, and may lower or raise the figures: " +
                                   result.hidden.as<UnknownValue>()->info.reason,
                               place, Pull::either});
  return value.is_unknown();
}

void evaluate_double_star(Interpreter& interpreter, const Value& value, const Span& span, Arguments& result) {
  if (is_spread_in_part(interpreter, value, span, result)) return;
  auto* dict = value.as<Dict>();
  if (value.is_none())
    interpreter.raise("TypeError", "argument after ** must be a mapping, not NoneType", span, value.origin());
  if (!dict) {
    const Value keys = interpreter.call(interpreter.get_attribute(value, "keys", span), std::vector<Value>{}, span);
    for (const Value& key : interpreter.to_vector(keys, span)) {
      if (!key.is_string()) interpreter.raise("TypeError", "keywords must be strings", span);
      interpreter.budget().touch_entries(1, span);
      result.keyword.emplace_back(std::string(key.as_string()), interpreter.get_item(value, key, span));
    }
    return;
  }
  note_spread(interpreter, *dict, span);
  interpreter.budget().touch_entries(4 * dict->size(), span);  // listed, bound, kept and let go
  for (const auto& entry : dict->entries()) {
    if (!entry.live) continue;
    if (!entry.key.is_string()) interpreter.raise("TypeError", "keywords must be strings", span);
    result.keyword.emplace_back(std::string(entry.key.as_string()), entry.value);
  }
}

}  // namespace

Arguments evaluate_arguments(Interpreter& interpreter, Frame& frame, const std::vector<syntax::Argument>& arguments) {
  Arguments result;
  const auto keywords = static_cast<size_t>(std::count_if(arguments.begin(), arguments.end(), [](const auto& argument) {
    return argument.kind == syntax::Argument::Kind::keyword;
  }));
  result.positional.reserve(arguments.size() - keywords + 1);  // a method's self comes before them
  result.keyword.reserve(keywords);
  for (const auto& argument : arguments) {
    Value value = evaluate(interpreter, frame, *argument.value);
    switch (argument.kind) {
      case syntax::Argument::Kind::positional:
        result.positional.push_back(std::move(value));
        break;
      case syntax::Argument::Kind::keyword:
        if (value.is_unknown()) value = as_stated(interpreter, frame, argument.name.text(), std::move(value));
        result.keyword.emplace_back(argument.name.text(), std::move(value));
        break;
      case syntax::Argument::Kind::star:
        for (Value& item : interpreter.to_vector(value, argument.value->span)) {
          interpreter.budget().touch(6, argument.value->span);  // listed, handed on, bound and let go
          result.positional.push_back(std::move(item));
        }
        break;
      case syntax::Argument::Kind::double_star:
        evaluate_double_star(interpreter, value, argument.value->span, result);
        break;
    }
  }
  return result;
}

}  // namespace vramlint::interp
