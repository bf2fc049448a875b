// Methods of int and float.
#include <algorithm>
#include <bit>
#include <cmath>

#include "interp/builtins_arguments.h"
#include "interp/builtins_parts.h"
#include "interp/objects.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

using NumberMethod = Value (*)(Interpreter&, const Value& self, Arguments&);

void define_number_method(Interpreter& interpreter, const Class& cls, std::string_view name, size_t least, size_t most,
                          NumberMethod body) {
  interpreter.add_method(
      cls, std::string(name),
      pure([&cls, name = std::string(name), least, most, body](Interpreter& in, Arguments& arguments) {
        bool is_number = !arguments.positional.empty() && payload_or_self(arguments.positional[0]).is_number();
        if (!is_number) wrong_receiver(in, cls, name, arguments);
        Value self = payload_or_self(arguments.positional[0]);
        arguments.positional.erase(arguments.positional.begin());
        check_count(in, arguments, name, least, most);
        return body(in, self, arguments);
      }));
}

Value bit_length(Interpreter&, const Value& self, Arguments&) {
  int64_t number = self.as_int();
  uint64_t magnitude = number < 0 ? uint64_t{0} - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  return Value::integer(std::bit_width(magnitude));
}

Value bit_count(Interpreter&, const Value& self, Arguments&) {
  int64_t number = self.as_int();
  uint64_t magnitude = number < 0 ? uint64_t{0} - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  return Value::integer(std::popcount(magnitude));
}

Value is_integer(Interpreter&, const Value& self, Arguments&) {
  return Value::boolean(self.is_integral() ||
                        (std::isfinite(self.as_real()) && self.as_real() == std::trunc(self.as_real())));
}

Value conjugate(Interpreter&, const Value& self, Arguments&) {
  return self.is_real() ? self : Value::integer(self.as_int());
}

Value as_integer(Interpreter& interpreter, const Value& self, Arguments& arguments) {
  return self.is_real() ? truncated(interpreter, self.as_real(), arguments.span) : Value::integer(self.as_int());
}

Value as_float(Interpreter&, const Value& self, Arguments&) { return Value::real(self.as_real()); }

Value as_integer_ratio(Interpreter& interpreter, const Value& self, Arguments& arguments) {
  if (self.is_integral()) return Value::tuple({Value::integer(self.as_int()), Value::integer(1)});
  int exponent = 0;
  double fraction = std::frexp(self.as_real(), &exponent);
  if (!std::isfinite(fraction))
    interpreter.raise("OverflowError", "cannot convert Infinity to integer ratio", arguments.span);
  while (fraction != std::trunc(fraction)) {
    fraction *= 2;
    --exponent;
  }
  if (exponent > 10 || exponent < -62) return beyond_64_bits(arguments.span);
  int64_t numerator = static_cast<int64_t>(fraction) * (exponent > 0 ? int64_t{1} << exponent : 1);
  return Value::tuple({Value::integer(numerator), Value::integer(exponent < 0 ? int64_t{1} << -exponent : 1)});
}

/// Least significant byte first, below 2^63.
int64_t number_of(const std::string& bytes) {
  int64_t number = 0;
  for (size_t i = bytes.size(); i-- > 0;) number = number * 256 + static_cast<unsigned char>(bytes[i]);
  return number;
}

Value from_bytes(Interpreter& interpreter, Arguments& arguments) {
  arguments.positional.erase(arguments.positional.begin());  // the class
  const std::vector<Value> given =
      bind_parameters(interpreter, arguments, "from_bytes", {"bytes", "byteorder", "signed"}, 1);
  for (const Value& each : given)
    if (each.is_unknown())
      return Value(new UnknownValue(each.as<UnknownValue>()->info, UnknownValue::Sort::number))
          .with_origin(each.origin());
  const auto* bytes = given[0].as<ByteString>();
  if (!bytes || !given[2].is_unbound())
    return Value::unknown("a number is made of bytes that are not followed", arguments.span);
  std::string text = bytes->text;
  if (!given[1].is_string() || given[1].as_string() != "little") std::reverse(text.begin(), text.end());
  while (!text.empty() && text.back() == 0) text.pop_back();
  const bool fits = text.size() < 8 || (text.size() == 8 && (text.back() & 0x80) == 0);
  return fits ? Value::integer(number_of(text)) : beyond_64_bits(arguments.span);
}

Value to_hex(Interpreter&, const Value&, Arguments& arguments) {
  return Value::unknown("float.hex() is not evaluated", arguments.span);
}

}  // namespace

void add_number_methods(Interpreter& interpreter, const Class& int_class, const Class& float_class) {
  define_number_method(interpreter, int_class, "bit_length", 0, 0, bit_length);
  define_number_method(interpreter, int_class, "bit_count", 0, 0, bit_count);
  interpreter.heap()
      .dict(int_class.attributes)
      .set("from_bytes", Value(new ClassMethod(interpreter.make_builtin("from_bytes", from_bytes))));
  define_number_method(interpreter, float_class, "is_integer", 0, 0, is_integer);
  define_number_method(interpreter, float_class, "hex", 0, 0, to_hex);
  for (const Class* cls : {&int_class, &float_class}) {
    define_number_method(interpreter, *cls, "conjugate", 0, 0, conjugate);
    define_number_method(interpreter, *cls, "as_integer_ratio", 0, 0, as_integer_ratio);
    define_number_method(interpreter, *cls, "__int__", 0, 0, as_integer);
    define_number_method(interpreter, *cls, "__trunc__", 0, 0, as_integer);
    define_number_method(interpreter, *cls, "__float__", 0, 0, as_float);
    define_reader(interpreter, *cls, "real", [](Interpreter&, const Value& self) { return payload_or_self(self); });
    define_reader(interpreter, *cls, "imag", [](Interpreter&, const Value& self) {
      return payload_or_self(self).is_real() ? Value::real(0) : Value::integer(0);
    });
  }
  define_number_method(interpreter, int_class, "__index__", 0, 0, as_integer);
  define_reader(interpreter, int_class, "numerator",
                [](Interpreter&, const Value& self) { return payload_or_self(self); });
  define_reader(interpreter, int_class, "denominator", [](Interpreter&, const Value&) { return Value::integer(1); });
}

}  // namespace vramlint::interp
