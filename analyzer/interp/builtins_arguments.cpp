#include "interp/builtins_arguments.h"

#include <stdexcept>

#include "interp/bounded.h"
#include "interp/guarded.h"
#include "interp/known_parts.h"
#include "interp/opaque.h"
#include "interp/text.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

std::string plural(size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace

std::vector<Value> bind_parameters(Interpreter& interpreter, Arguments& arguments, std::string_view function,
                                   std::initializer_list<std::string_view> names, size_t required) {
  std::vector<Value> bound(names.size(), Value::unbound());
  std::string name(function);
  if (arguments.positional.size() > names.size()) {
    interpreter.raise("TypeError",
                      name + "() takes at most " + plural(names.size(), "argument") + " (" +
                          std::to_string(arguments.positional.size()) + " given)",
                      arguments.span);
  }
  for (size_t i = 0; i < arguments.positional.size(); ++i) bound[i] = arguments.positional[i];
  for (auto& [key, value] : arguments.keyword) {
    size_t place = 0;
    for (auto it = names.begin(); it != names.end() && *it != key; ++it) ++place;
    if (place == names.size()) {
      interpreter.raise("TypeError", name + "() got an unexpected keyword argument '" + key + "'", arguments.span);
    }
    if (!bound[place].is_unbound()) {
      interpreter.raise("TypeError", "argument for " + name + "() given by name ('" + key + "') and position",
                        arguments.span);
    }
    bound[place] = value;
  }
  for (size_t i = 0; i < required; ++i) {
    if (!bound[i].is_unbound()) continue;
    interpreter.raise("TypeError",
                      name + "() missing required argument '" + std::string(names.begin()[i]) + "' (pos " +
                          std::to_string(i + 1) + ")",
                      arguments.span);
  }
  return bound;
}

void check_count(Interpreter& interpreter, const Arguments& arguments, std::string_view function, size_t least,
                 size_t most) {
  std::string name(function);
  if (!arguments.keyword.empty())
    interpreter.raise("TypeError", name + "() takes no keyword arguments", arguments.span);
  size_t given = arguments.positional.size();
  if (given >= least && given <= most) return;
  std::string message;
  if (least == most) {
    std::string expected = least == 0   ? "no arguments"
                           : least == 1 ? "exactly one argument"
                                        : plural(least, "argument");
    message = name + (least > 1 ? " expected " : "() takes ") + expected;
    message += least > 1 ? ", got " + std::to_string(given) : " (" + std::to_string(given) + " given)";
  } else {
    bool few = given < least;
    message = name + " expected at " + (few ? "least " : "most ") + plural(few ? least : most, "argument") + ", got " +
              std::to_string(given);
  }
  interpreter.raise("TypeError", message, arguments.span);
}

const Value* first_unknown(const Arguments& arguments) {
  for (const Value& value : arguments.positional) {
    if (value.is_unknown()) return &value;
  }
  for (const auto& [name, value] : arguments.keyword) {
    if (value.is_unknown()) return &value;
  }
  return nullptr;
}

Origin joined_origin(Interpreter& interpreter, const Arguments& arguments) {
  Origin origin = 0;
  for (const Value& value : arguments.positional) origin = interpreter.impl().join(origin, value.origin());
  for (const auto& [name, value] : arguments.keyword) origin = interpreter.impl().join(origin, value.origin());
  return origin;
}

/// Of what a list or tuple holds.
Origin origin_of_items(Interpreter& interpreter, const Value& value) {
  Origin origin = 0;
  const auto* list = value.as<List>();
  const auto* tuple = value.as<Tuple>();
  if (!list && !tuple) return origin;
  for (const Value& item : list ? list->items : tuple->items) origin = interpreter.impl().join(origin, item.origin());
  return origin;
}

const Value& payload_or_self(const Value& value) {
  if (!value.is(ObjectKind::instance)) return value;
  const Value& payload = static_cast<const Instance*>(value.object())->payload;
  return payload.is_none() ? value : payload;
}

namespace {

struct ResultUnknown {
  Value value;
};

constexpr size_t kShort = 64;  // costs nothing beside the call

/// The text that a call is given, that of which it is a method included.
size_t text_given(const Arguments& arguments) {
  size_t all = 0;
  for (const Value& value : arguments.positional) {
    if (const auto* text = value.as<String>()) all += text->text.size();
    if (const auto* bytes = value.as<ByteString>()) all += bytes->text.size();
  }
  return all;
}

}  // namespace

void charge_text(Interpreter& interpreter, Cost cost, size_t own, const Arguments& arguments) {
  if (own <= kShort && cost == Cost::text) return;
  if (cost == Cost::letters) interpreter.budget().touch_letters(own + text_given(arguments), arguments.span);
  interpreter.budget().allocate(static_cast<int64_t>(own), arguments.span);
}

Value run_builtin(Interpreter& interpreter, const BuiltinFunction& function, Arguments& arguments) {
  const Operation operation(interpreter.budget());
  if (const size_t text = text_given(arguments); text > kShort) interpreter.budget().touch_text(text, arguments.span);
  try {
    return function(interpreter, arguments);
  } catch (ResultUnknown& unknown) {
    return std::move(unknown.value);
  } catch (const std::out_of_range&) {  // a native looks for an argument that is not there
    interpreter.raise("TypeError", "an argument is missing", arguments.span);
  } catch (const std::invalid_argument& wrong) {  // or takes one for what it is not
    for (const Value& value : arguments.positional)
      if (value.is_unknown()) return value;
    interpreter.raise("TypeError", wrong.what(), arguments.span);
  }
}

int64_t index_of(Interpreter& interpreter, const Value& value, Span span) {
  const Value& plain = payload_or_self(value);
  if (plain.is_integral()) return plain.as_int();
  if (plain.is_object()) {
    if (std::optional<Value> method = interpreter.find_attribute(plain, "__index__", span)) {
      Value result = interpreter.call(*method, std::vector<Value>{}, span);
      if (result.is_integral()) return result.as_int();
      if (result.is_unknown()) throw ResultUnknown{std::move(result)};
    }
  }
  interpreter.raise("TypeError", "'" + type_name(interpreter, value) + "' object cannot be interpreted as an integer",
                    span);
}

const Value* program_method(const Value& object, std::string_view name) {
  const Class* cls = nullptr;
  if (object.is(ObjectKind::instance)) cls = static_cast<const Instance*>(object.object())->cls();
  if (object.is(ObjectKind::type)) cls = static_cast<const Class*>(object.object())->metaclass.as<Class>();
  const Value* method = cls ? cls->lookup(name) : nullptr;
  return method && !method->is(ObjectKind::builtin) ? method : nullptr;
}

std::optional<Value> number_by(Interpreter& interpreter, const Value& value, std::string_view method, Span span) {
  if (!value.is(ObjectKind::native) && !program_method(value, method)) return {};
  const std::optional<Value> found = interpreter.find_attribute(value, method, span);
  if (!found) return {};
  Value number = interpreter.call(*found, std::vector<Value>{}, span);
  return number.is_number() || number.is_unknown() ? std::optional(std::move(number)) : std::nullopt;
}

void raise_stop(Interpreter& interpreter, const Iterator& ended, Span span) {
  Value result = ended.returned();
  std::vector<Value> args;
  if (!result.is_none()) args.push_back(std::move(result));
  raise_with(interpreter, "StopIteration", std::move(args), span);
}

void raise_with(Interpreter& interpreter, std::string_view exception, std::vector<Value> args, Span span,
                Origin origin) {
  for (const Value& arg : args) origin = interpreter.impl().join(origin, arg.origin());
  const Value made = interpreter.make_exception(interpreter.builtin_class(exception), std::move(args));
  Raised raised{made, span, interpreter.impl().join(interpreter.impl().guard, origin), {}};
  raised.own = origin;
  throw settled(interpreter.impl(), std::move(raised));
}

BuiltinFunction pure(BuiltinFunction function) {
  return [function = std::move(function)](Interpreter& in, Arguments& arguments) {
    Origin origin = joined_origin(in, arguments);
    if (const Value* unknown = first_unknown(arguments))
      return as_data(without_kind(without_bounds(*unknown))).with_origin(origin);
    if (origin == 0) return function(in, arguments);
    try {
      Value result = function(in, arguments);
      Origin joined = in.impl().join(result.origin(), origin);
      return std::move(result).with_origin(joined);
    } catch (Raised& raised) {
      raised.origin = in.impl().join(raised.origin, origin);
      throw;
    }
  };
}

BuiltinFunction text_maker(BuiltinFunction function) {
  return [function = pure(std::move(function))](Interpreter& in, Arguments& arguments) {
    if (!first_unknown(arguments)) return function(in, arguments);
    Origin origin = 0;
    for (const Value& value : arguments.positional) origin = in.impl().join(origin, origin_of_items(in, value));
    const Value text = function(in, arguments);
    return unknown_text(text, in.impl().join(text.origin(), origin));
  };
}

BuiltinFunction of_text(std::string method, BuiltinFunction function) {
  return [method = std::move(method), function = std::move(function)](Interpreter& in, Arguments& arguments) {
    if (arguments.positional.empty() || !is_unknown_text(arguments.positional[0])) return function(in, arguments);
    const std::vector<Value> given(arguments.positional.begin() + 1, arguments.positional.end());
    const Value said = said_of_text(arguments.positional[0], method, given);
    return said.is_none() ? function(in, arguments) : said.with_origin(joined_origin(in, arguments));
  };
}

void define(Interpreter& interpreter, Dict& names, std::string_view name, BuiltinFunction function) {
  names.set(name, interpreter.make_builtin(std::string(name), std::move(function)));
}

void define_pure(Interpreter& interpreter, Dict& names, std::string_view name, BuiltinFunction function) {
  define(interpreter, names, name, pure(std::move(function)));
}

void wrong_receiver(Interpreter& interpreter, const Class& cls, std::string_view name, const Arguments& arguments) {
  std::string method = "'" + std::string(name) + "'";
  if (arguments.positional.empty()) {
    interpreter.raise("TypeError", "unbound method " + cls.name + "." + std::string(name) + "() needs an argument",
                      arguments.span);
  }
  interpreter.raise("TypeError",
                    "descriptor " + method + " for '" + cls.name + "' objects doesn't apply to a '" +
                        type_name(interpreter, arguments.positional[0]) + "' object",
                    arguments.span, arguments.positional[0].origin());
}

void define_reader(Interpreter& interpreter, const Class& cls, std::string_view name,
                   std::function<Value(Interpreter&, const Value& self)> read) {
  auto* property = new Property;
  Value value(property);
  property->getter =
      interpreter.make_builtin(std::string(name), [read = std::move(read)](Interpreter& in, Arguments& arguments) {
        return read(in, arguments.positional.at(0)).with_origin(arguments.positional[0].origin());
      });
  interpreter.heap().dict(cls.attributes).set(name, value);
}

}  // namespace vramlint::interp
