// isinstance, getattr, repr, … : functions that look at objects.
#include <set>

#include <cmath>

#include "interp/bounded.h"
#include "interp/builtins_parts.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/kept_instances.h"
#include "interp/opaque.h"
#include "interp/round_numbers.h"
#include "interp/text.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

/// A number between bounds is an int or a float, whichever number it is.
Value one_of_its_kind(const Value& value) {
  const BoundedNumber* number = bounded_number(value);
  if (!number) return value;
  const double point = number->bounds.point;
  return number->bounds.whole ? Value::integer(static_cast<int64_t>(point)) : Value::real(point);
}

/// Of a number of which not even the kind is known: what an int and a float are alike.
std::optional<Value> as_any_number(Interpreter& interpreter, const Value& value, const Value& cls, const Span& span) {
  const auto* unknown = value.as<UnknownValue>();
  if (!unknown || unknown->sort != UnknownValue::Sort::number || cls.is_unknown()) return {};
  if (const auto* types = cls.as<Tuple>(); types && std::any_of(types->items.begin(), types->items.end(),
                                                                [](const Value& each) { return each.is_unknown(); }))
    return {};
  const bool is = interpreter.is_instance(Value::integer(1), cls, span);
  if (interpreter.is_instance(Value::real(1), cls, span) != is) return {};
  return Value::boolean(is);
}

/// None is of a class of its own: none of those that are not known is asked for to find it.
Value isinstance(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "isinstance", 2, 2);
  const Value value = one_of_its_kind(standing_in(arguments.positional[0]));
  const Value cls = standing_in(arguments.positional[1]);
  if (const auto decided = as_any_number(interpreter, value, cls, arguments.span)) return *decided;
  if (value.is_unknown()) return value;
  if (cls.is_unknown()) return value.is_none() ? Value::boolean(false) : cls;
  if (auto* types = cls.as<Tuple>()) {
    Value unknown;
    for (const Value& type : types->items) {
      if (type.is_unknown())
        unknown = value.is_none() ? Value() : type;
      else if (!type.is_none() && interpreter.is_instance(value, type, arguments.span))
        return Value::boolean(true);
      else if (type.is_none() && value.is_none())
        return Value::boolean(true);
    }
    return unknown.is_unknown() ? unknown : Value::boolean(false);
  }
  return Value::boolean(interpreter.is_instance(value, cls, arguments.span));
}

Value issubclass(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "issubclass", 2, 2);
  if (const Value* unknown = first_unknown(arguments)) return *unknown;
  auto* cls = arguments.positional[0].as<Class>();
  if (!cls) interpreter.raise("TypeError", "issubclass() arg 1 must be a class", arguments.span);
  return Value::boolean(interpreter.is_subclass(cls, arguments.positional[1], arguments.span));
}

std::string_view attribute_name(Interpreter& interpreter, const Arguments& arguments, std::string_view function) {
  const Value& name = arguments.positional[1];
  if (!name.is_string())
    interpreter.raise("TypeError", std::string(function) + "(): attribute name must be string", arguments.span);
  return name.as_string();
}

bool is_attribute_error(Interpreter& interpreter, const Raised& raised) {
  return interpreter.type_of(raised.exception)->derives_from(interpreter.builtin_class("AttributeError"));
}

}  // namespace

std::optional<Value> attribute_if_any(Interpreter& interpreter, const Value& object, std::string_view name, Span span) {
  const AnswersByRaising answers(interpreter);
  try {
    return interpreter.find_attribute(object, name, span);
  } catch (Raised& raised) {
    if (!is_attribute_error(interpreter, raised)) throw;
    return {};
  }
}

namespace {

Value get_attribute(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "getattr", 2, 3);
  if (arguments.positional[0].is_unknown()) return arguments.positional[0];
  if (arguments.positional[1].is_unknown()) return arguments.positional[1];
  std::string_view name = attribute_name(interpreter, arguments, "getattr");
  note_pick(interpreter, arguments.positional[1], arguments.span);
  if (arguments.positional.size() == 2) return interpreter.get_attribute(arguments.positional[0], name, arguments.span);
  std::optional<Value> found = attribute_if_any(interpreter, arguments.positional[0], name, arguments.span);
  return found ? *found : arguments.positional[2];
}

Value has_attribute(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "hasattr", 2, 2);
  arguments.positional[0] = one_of_its_kind(arguments.positional[0]);
  if (const Value* unknown = first_unknown(arguments)) return *unknown;
  std::string_view name = attribute_name(interpreter, arguments, "hasattr");
  const bool has = attribute_if_any(interpreter, arguments.positional[0], name, arguments.span).has_value();
  if (!has) {
    if (Follower* follower = following(interpreter, arguments.span))
      follower->lacks(arguments.positional[0], name, arguments.span);
  }
  return Value::boolean(has);
}

Value set_attribute(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "setattr", 3, 3);
  if (arguments.positional[1].is_unknown()) {
    const Unknown& why = arguments.positional[1].as<UnknownValue>()->info;
    note_unknown(interpreter,
                 unknown_by(why, "an attribute whose name is not known is set; what was there before counts",
                            arguments.span, Gap::held, Pull::either));
    return Value::none();
  }
  std::string_view name = attribute_name(interpreter, arguments, "setattr");
  interpreter.set_attribute(arguments.positional[0], name, arguments.positional[2], arguments.span);
  return Value::none();
}

Value delete_attribute(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "delattr", 2, 2);
  if (first_unknown(arguments)) return Value::none();
  interpreter.delete_attribute(arguments.positional[0], attribute_name(interpreter, arguments, "delattr"),
                               arguments.span);
  return Value::none();
}

Value is_callable(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "callable", 1, 1);
  const Value& value = arguments.positional[0];
  if (value.is_unknown()) return value;
  if (!value.is_object()) return Value::boolean(false);
  switch (value.object()->kind) {
    case ObjectKind::function:
    case ObjectKind::builtin:
    case ObjectKind::bound_method:
    case ObjectKind::type:
    case ObjectKind::static_method:
      return Value::boolean(true);
    case ObjectKind::instance:
      return Value::boolean(interpreter.type_of(value)->lookup("__call__") != nullptr);
    case ObjectKind::native:
      return Value::boolean(attribute_if_any(interpreter, value, "__call__", arguments.span).has_value());
    default:
      return Value::boolean(false);
  }
}

Value represent(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "repr", 1, 1);
  Writing writing(interpreter);
  return writing.text(interpreter.repr(arguments.positional[0]));
}

Value represent_ascii(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "ascii", 1, 1);
  const Value& value = arguments.positional[0];
  if (value.is_string()) interpreter.budget().touch(4 * value.as_string().size(), arguments.span);
  Writing writing(interpreter);
  return writing.text(value.is_string() ? quoted_text(interpreter, value.as_string(), true) : interpreter.repr(value));
}

Value format(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "format", 1, 2);
  bool has_spec = arguments.positional.size() == 2;
  if (has_spec && !arguments.positional[1].is_string())
    interpreter.raise("TypeError", "format() argument 2 must be str", arguments.span);
  Writing writing(interpreter);
  return writing.text(
      interpreter.format(arguments.positional[0], has_spec ? arguments.positional[1].as_string() : "", arguments.span));
}

Value hash(Interpreter& interpreter, Arguments& arguments) {
  ask_who(interpreter);
  check_count(interpreter, arguments, "hash", 1, 1);
  const Value& plain = payload_or_self(arguments.positional[0]);
  if (plain.is_integral()) return Value::integer(plain.as_int());
  if (plain.is_real() && std::abs(plain.as_real()) < 1e15 && plain.as_real() == std::trunc(plain.as_real()))
    return Value::integer(static_cast<int64_t>(plain.as_real()));  // equal numbers have equal hashes
  return Value::integer(static_cast<int64_t>(interpreter.hash(arguments.positional[0], arguments.span) >> 2));
}

Value identity(Interpreter& interpreter, Arguments& arguments) {
  ask_who(interpreter);
  check_count(interpreter, arguments, "id", 1, 1);
  const Value& value = arguments.positional[0];
  // Equal texts are one object in CPython more often than not, and never by chance.
  if (value.is_object() && !value.is_string())
    return Value::integer(static_cast<int64_t>(reinterpret_cast<uintptr_t>(value.object())));
  return Value::integer(static_cast<int64_t>(interpreter.hash(value, arguments.span) >> 2));
}

// ---------------------------------------------------------------- names

void collect(Interpreter& interpreter, const Value& attributes, std::set<std::string>& names) {
  auto* dict = attributes.as<Dict>();
  if (!dict) return;
  interpreter.budget().touch_entries(4 * dict->entries().size() + 1, here(interpreter));
  interpreter.budget().allocate(static_cast<int64_t>(dict->size() * 96), here(interpreter));
  for (const Dict::Entry& entry : dict->entries()) {
    if (entry.live && entry.key.is_string()) names.emplace(entry.key.as_string());
  }
}

Value in_order(const std::set<std::string>& names) {
  std::vector<Value> result;
  for (const std::string& name : names) result.push_back(Value::string(name));
  return Value::list(std::move(result));
}

/// The program's own `__dir__`, that of a class or of a module; empty where there is none.
std::optional<Value> own_directory(Interpreter& interpreter, const Value& value, const Span& span) {
  if (const Value* method = program_method(value, "__dir__")) return interpreter.call(Value(*method), {value}, span);
  const auto* module = value.is(ObjectKind::module) ? value.as<Module>() : nullptr;
  const Value* function = module ? module->globals.as<Dict>()->find("__dir__") : nullptr;
  if (function) return interpreter.call(Value(*function), std::vector<Value>{}, span);
  return {};
}

Value directory(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "dir", 0, 1);
  std::set<std::string> names;
  if (arguments.positional.empty()) {
    const auto& frames = interpreter.impl().frames;
    if (!frames.empty()) collect(interpreter, Value(&frames.back()->globals()), names);
    return in_order(names);
  }
  const Value& value = arguments.positional[0];
  if (value.is_unknown()) return value;
  const std::optional<Value> own = own_directory(interpreter, value, arguments.span);
  if (!own) return plain_directory(interpreter, value);
  for (const Value& name : interpreter.to_vector(*own, arguments.span)) names.emplace(interpreter.str(name));
  return in_order(names);
}

}  // namespace

Value plain_directory(Interpreter& interpreter, const Value& value) {
  std::set<std::string> names;
  if (auto* module = value.as<Module>()) collect(interpreter, module->globals, names);
  if (auto* instance = value.as<Instance>()) collect(interpreter, instance->attributes, names);
  const Class* cls = value.is(ObjectKind::type) ? value.as<Class>() : interpreter.type_of(value);
  if (!value.is(ObjectKind::module)) {
    for (const Class* ancestor : cls->mro) collect(interpreter, ancestor->attributes, names);
  }
  return in_order(names);
}

namespace {

Value globals(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "globals", 0, 0);
  const auto& frames = interpreter.impl().frames;
  return frames.empty() ? Value(new Dict) : Value(&frames.back()->globals());
}

// The names of the running function, as they are now: changing the dict changes nothing, as in CPython.
Value locals(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "locals", 0, 0);
  const auto& frames = interpreter.impl().frames;
  return frames.empty() ? Value(new Dict) : local_names(interpreter, *frames.back(), arguments.span);
}

Value variables(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "vars", 0, 1);
  if (arguments.positional.empty()) return locals(interpreter, arguments);
  std::optional<Value> names = attribute_if_any(interpreter, arguments.positional[0], "__dict__", arguments.span);
  if (!names) interpreter.raise("TypeError", "vars() argument must have __dict__ attribute", arguments.span);
  return *names;
}

}  // namespace

void install_object_functions(Interpreter& interpreter, Dict& names) {
  define(interpreter, names, "isinstance", isinstance);
  define(interpreter, names, "issubclass", issubclass);
  define(interpreter, names, "getattr", get_attribute);
  define(interpreter, names, "hasattr", has_attribute);
  define(interpreter, names, "setattr", set_attribute);
  define(interpreter, names, "delattr", delete_attribute);
  define(interpreter, names, "callable", is_callable);
  define_pure(interpreter, names, "repr", represent);
  define_pure(interpreter, names, "ascii", represent_ascii);
  define_pure(interpreter, names, "format", format);
  define_pure(interpreter, names, "hash", hash);
  define(interpreter, names, "id", identity);
  define(interpreter, names, "dir", directory);
  define(interpreter, names, "globals", globals);
  define(interpreter, names, "vars", variables);
  define(interpreter, names, "locals", locals);
}

}  // namespace vramlint::interp
