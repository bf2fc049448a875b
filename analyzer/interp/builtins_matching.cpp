// What the patterns of `match` ask for which no expression says: a program has no names for these functions.
#include "interp/builtins_parts.h"
#include "interp/unknown_lists.h"
#include "syntax/python_matching.h"

namespace vramlint::interp {

namespace {

bool is_of(Interpreter& interpreter, const Value& value, std::initializer_list<const char*> classes, const Span& span) {
  return std::any_of(classes.begin(), classes.end(), [&](const char* name) {
    return interpreter.is_instance(value, Value(interpreter.builtin_class(name)), span);
  });
}

Value matches_sequence(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "match", 3, 3);
  const Value& subject = arguments.positional[0];
  const Span& span = arguments.span;
  if (subject.is_unknown() && !unknown_list(subject)) return subject;
  if (!subject.is_unknown() && !is_of(interpreter, subject, {"list", "tuple", "range"}, span))
    return Value::boolean(false);
  const bool is_exact = arguments.positional[2].as_bool();
  return interpreter.compare(is_exact ? syntax::CompareOp::eq : syntax::CompareOp::ge,
                             interpreter.length(subject, span), arguments.positional[1], span);
}

bool is_mapping(Interpreter& interpreter, const Value& subject, const Span& span) {
  if (is_of(interpreter, subject, {"dict"}, span)) return true;
  return subject.is(ObjectKind::instance) && program_method(subject, "keys") && program_method(subject, "__getitem__");
}

Value matches_mapping(Interpreter& interpreter, Arguments& arguments) {
  const Value& subject = arguments.positional.at(0);
  const Span& span = arguments.span;
  if (subject.is_unknown()) return subject;
  if (!is_mapping(interpreter, subject, span)) return Value::boolean(false);
  Value all = Value::boolean(true);
  for (size_t i = 1; i < arguments.positional.size(); ++i) {
    const Value has = interpreter.compare(syntax::CompareOp::in, arguments.positional[i], subject, span);
    if (has.is_bool() && !has.as_bool()) return has;
    if (has.is_unknown()) all = has;
  }
  return all;
}

Value mapping_rest(Interpreter& interpreter, Arguments& arguments) {
  const Value& subject = arguments.positional.at(0);
  if (subject.is_unknown()) return subject;
  auto* rest = new Dict;
  const Value made(rest);
  merge_into(interpreter, *rest, subject, arguments.span);
  for (size_t i = 1; i < arguments.positional.size(); ++i) rest->erase(arguments.positional[i]);
  return made;
}

Value matched_part(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "match", 3, 3);
  const Value &subject = arguments.positional[0], &cls = arguments.positional[1], &index = arguments.positional[2];
  const Span& span = arguments.span;
  if (subject.is_unknown()) return subject;
  if (cls.is_unknown()) return cls;
  if (const std::optional<Value> names = attribute_if_any(interpreter, cls, "__match_args__", span)) {
    const Value name = interpreter.get_item(*names, index, span);
    return name.is_string() ? interpreter.get_attribute(subject, name.as_string(), span) : name;
  }
  const bool is_itself =
      is_of(interpreter, subject,
            {"int", "float", "str", "bytes", "list", "tuple", "dict", "set", "frozenset", "bytearray"}, span);
  if (is_itself && index.is_int() && index.as_int() == 0) return subject;
  interpreter.raise("TypeError", "a class pattern with positional sub-patterns needs `__match_args__`", span);
}

}  // namespace

void install_matching_functions(Interpreter& interpreter, Dict& names) {
  const auto also = [&](const char* name, const char* as) {
    names.set(std::string_view(name), Value(*names.find(std::string_view(as))));
  };
  also(syntax::kMatchesClass, "isinstance");
  also(syntax::kMatchesAttribute, "hasattr");
  define(interpreter, names, syntax::kMatchesSequence, matches_sequence);
  define(interpreter, names, syntax::kMatchesMapping, matches_mapping);
  define(interpreter, names, syntax::kMappingRest, mapping_rest);
  define(interpreter, names, syntax::kMatchedPart, matched_part);
}

}  // namespace vramlint::interp
