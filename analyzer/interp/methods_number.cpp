// Methods of int and float.
#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

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

/// Least significant byte first, as two's complement where `is_signed`; none beyond 64 bits.
std::optional<int64_t> number_of(std::string bytes, bool is_signed) {
  const bool is_negative = is_signed && !bytes.empty() && (bytes.back() & 0x80) != 0;
  const char filler = is_negative ? '\xff' : '\0';
  while (bytes.size() > 8 && bytes.back() == filler) bytes.pop_back();
  bytes.resize(std::max<size_t>(bytes.size(), 8), filler);
  if (bytes.size() > 8 || ((bytes.back() & 0x80) != 0) != is_negative) return {};
  uint64_t number = 0;
  for (size_t i = bytes.size(); i-- > 0;) number = number * 256 + static_cast<unsigned char>(bytes[i]);
  return static_cast<int64_t>(number);
}

/// The first that is not known, as a result of that sort.
std::optional<Value> not_known(const std::vector<Value>& given, UnknownValue::Sort sort) {
  for (const Value& each : given)
    if (each.is_unknown())
      return Value(new UnknownValue(each.as<UnknownValue>()->info, sort)).with_origin(each.origin());
  return {};
}

/// Least significant byte first? The order is "big" where none is given, as in Python 3.11.
bool is_little(Interpreter& interpreter, const Value& order, const Span& span) {
  if (order.is_unbound()) return false;
  const std::string name = order.is_string() ? std::string(order.as_string()) : "";
  if (name != "little" && name != "big")
    interpreter.raise("ValueError", "byteorder must be either 'little' or 'big'", span);
  return name == "little";
}

bool says_signed(Interpreter& interpreter, const Value& given, const Span& span) {
  return !given.is_unbound() && interpreter.truthy(given, span);
}

Value from_bytes(Interpreter& interpreter, Arguments& arguments) {
  arguments.positional.erase(arguments.positional.begin());  // the class
  const std::vector<Value> given =
      bind_parameters(interpreter, arguments, "from_bytes", {"bytes", "byteorder", "signed"}, 1);
  if (const std::optional<Value> open = not_known(given, UnknownValue::Sort::number)) return *open;
  const auto* bytes = given[0].as<ByteString>();
  if (!bytes) return Value::unknown("a number is made of bytes that are not followed", arguments.span);
  interpreter.budget().touch(bytes->text.size(), arguments.span);
  std::string text = bytes->text;
  if (!is_little(interpreter, given[1], arguments.span)) std::reverse(text.begin(), text.end());
  const std::optional<int64_t> number = number_of(std::move(text), says_signed(interpreter, given[2], arguments.span));
  return number ? Value::integer(*number) : beyond_64_bits(arguments.span);
}

/// Whether so many bytes hold the number.
bool holds(size_t length, int64_t number, bool is_signed) {
  if (length >= 8) return true;
  const uint64_t magnitude = static_cast<uint64_t>(number < 0 ? ~number : number);
  const size_t bits = static_cast<size_t>(std::bit_width(magnitude)) + (is_signed ? 1 : 0);
  return number == 0 || bits <= 8 * length;
}

Value bytes_of(Interpreter& interpreter, int64_t number, const std::vector<Value>& given, const Span& span) {
  const int64_t length = given[0].is_unbound() ? 1 : given[0].is_integral() ? given[0].as_int() : -1;
  if (length < 0) interpreter.raise("ValueError", "length argument must be non-negative", span);
  const bool is_first_least = is_little(interpreter, given[1], span);
  const bool is_signed = says_signed(interpreter, given[2], span);
  if (number < 0 && !is_signed) interpreter.raise("OverflowError", "can't convert negative int to unsigned", span);
  if (!holds(static_cast<size_t>(length), number, is_signed))
    interpreter.raise("OverflowError", "int too big to convert", span);
  interpreter.budget().allocate(length, span);
  std::string text(static_cast<size_t>(length), number < 0 ? '\xff' : '\0');
  for (size_t i = 0; i < std::min<size_t>(text.size(), 8); ++i)
    text[i] = static_cast<char>(static_cast<unsigned char>(static_cast<uint64_t>(number) >> (8 * i)));
  if (!is_first_least) std::reverse(text.begin(), text.end());
  return Value(new ByteString(std::move(text)));
}

Value to_bytes(Interpreter& interpreter, Arguments& arguments) {
  if (arguments.positional.empty() || !payload_or_self(arguments.positional[0]).is_integral())
    wrong_receiver(interpreter, *interpreter.builtin_class("int"), "to_bytes", arguments);
  const Value self = payload_or_self(arguments.positional[0]);
  arguments.positional.erase(arguments.positional.begin());
  const std::vector<Value> given =
      bind_parameters(interpreter, arguments, "to_bytes", {"length", "byteorder", "signed"}, 0);
  if (const std::optional<Value> open = not_known(given, UnknownValue::Sort::any)) return *open;
  return bytes_of(interpreter, self.as_int(), given, arguments.span);
}

Value to_hex(Interpreter&, const Value&, Arguments& arguments) {
  return Value::unknown("float.hex() is not evaluated", arguments.span);
}

}  // namespace

void add_number_methods(Interpreter& interpreter, const Class& int_class, const Class& float_class) {
  define_number_method(interpreter, int_class, "bit_length", 0, 0, bit_length);
  define_number_method(interpreter, int_class, "bit_count", 0, 0, bit_count);
  interpreter.add_method(int_class, "to_bytes", pure(to_bytes));
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
