// How built-in functions and methods are declared: their parameters are checked, Unknowns pass through them, and
// results remember where the arguments came from. Private to this room.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "interp/impl.h"

namespace vramlint::interp {

/// The arguments by parameter, Value::unbound() where an optional one was not given. Raises TypeError as CPython does
/// for too few, too many and unknown ones.
std::vector<Value> bind_parameters(Interpreter& interpreter, Arguments& arguments, std::string_view function,
                                   std::initializer_list<std::string_view> names, size_t required);

/// Positional ones only, between `least` and `most`.
void check_count(Interpreter& interpreter, const Arguments& arguments, std::string_view function, size_t least,
                 size_t most);

/// The first argument that is Unknown, or nullptr.
const Value* first_unknown(const Arguments& arguments);

Origin joined_origin(Interpreter& interpreter, const Arguments& arguments);

/// What an instance of a subclass of int, str, list, … holds; any other value as it is.
const Value& payload_or_self(const Value& value);

/// Runs a builtin; Unknown where a number that it asked an argument for is.
Value run_builtin(Interpreter& interpreter, const BuiltinFunction& function, Arguments& arguments);

/// An index given as int, bool or anything with `__index__`; TypeError otherwise. An Unknown one ends the builtin.
int64_t index_of(Interpreter& interpreter, const Value& value, Span span);

/// A method of the class as the program defines it; nullptr if only a built-in class has it.
const Value* program_method(const Value& object, std::string_view name);
/// What that method makes of a native object or one of the program's classes: a number, or an Unknown.
std::optional<Value> number_by(Interpreter& interpreter, const Value& value, std::string_view method, Span span);

/// Empty where asking for it raises AttributeError.
std::optional<Value> attribute_if_any(Interpreter& interpreter, const Value& object, std::string_view name, Span span);

/// What dir() lists of an object whose class has no `__dir__` of its own.
Value plain_directory(Interpreter& interpreter, const Value& value);

/// StopIteration with what the generator returned.
[[noreturn]] void raise_stop(Interpreter& interpreter, const Iterator& ended, Span span);
[[noreturn]] void raise_with(Interpreter& interpreter, std::string_view exception, std::vector<Value> args, Span span,
                             Origin origin = 0);

/// A function whose result is Unknown if an argument is, and which carries its arguments' origins.
BuiltinFunction pure(BuiltinFunction function);

/// The same; its result is a str, known or not.
BuiltinFunction text_maker(BuiltinFunction function);
/// A method of texts: of one that is not known it goes by how that ends, where this says enough.
BuiltinFunction of_text(std::string method, BuiltinFunction function);

void define(Interpreter& interpreter, Dict& names, std::string_view name, BuiltinFunction function);
void define_pure(Interpreter& interpreter, Dict& names, std::string_view name, BuiltinFunction function);

/// Methods of a class of built-in objects: `body` gets the object and the other arguments.
template <typename T>
using Method = Value (*)(Interpreter&, const T& self, Arguments&);

[[noreturn]] void wrong_receiver(Interpreter& interpreter, const Class& cls, std::string_view name,
                                 const Arguments& arguments);

enum class Effect : uint8_t {
  pure,   ///< passes Unknowns and origins on
  text,   ///< likewise, and yields a str
  plain,  ///< neither: methods that store or hand out items
};

/// What a method costs beyond the step of its call.
enum class Cost : uint8_t {
  own,      ///< nothing, or what it charges itself
  text,     ///< it may make a text as long as its own; what it is given every call of a builtin pays for
  letters,  ///< so too, and it looks at each letter of them
};

/// A method of str or bytes is about to work on its `own` bytes, and on what it is given.
void charge_text(Interpreter& interpreter, Cost cost, size_t own, const Arguments& arguments);

template <typename T>
void define_method(Interpreter& interpreter, const Class& cls, std::string_view name, size_t least, size_t most,
                   Effect effect, Method<T> body, Cost cost = Cost::own) {
  BuiltinFunction function = [&cls, name = std::string(name), least, most, body, cost](Interpreter& in,
                                                                                       Arguments& arguments) {
    const T* self = arguments.positional.empty() ? nullptr : arguments.positional[0].as<T>();
    if (!self) wrong_receiver(in, cls, name, arguments);
    Value keep = std::move(arguments.positional[0]);
    arguments.positional.erase(arguments.positional.begin());
    if (most != SIZE_MAX)
      check_count(in, arguments, least == most && most <= 1 ? cls.name + "." + name : name, least, most);
    if constexpr (requires { self->text.size(); }) {
      if (cost != Cost::own) charge_text(in, cost, self->text.size(), arguments);
    } else {
      VRAMLINT_CHECK(cost == Cost::own, "only texts are read as texts");
    }
    return body(in, *self, arguments);
  };
  if (effect == Effect::pure) function = pure(std::move(function));
  if (effect == Effect::text) function = text_maker(std::move(function));
  if constexpr (std::is_same_v<T, String>) function = of_text(std::string(name), std::move(function));
  interpreter.add_method(cls, std::string(name), std::move(function));
}

inline constexpr size_t kKeywords = SIZE_MAX;  ///< for `most`: the body binds its parameters itself

/// What a class lets its instances be read for: `int.real`, `range.start`.
void define_reader(Interpreter& interpreter, const Class& cls, std::string_view name,
                   std::function<Value(Interpreter&, const Value& self)> read);

}  // namespace vramlint::interp
