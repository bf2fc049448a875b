// abs, round, divmod, pow, bin, hex, oct, ord, chr.
#include <cmath>

#include "interp/bounded.h"
#include "interp/builtins_parts.h"
#include "interp/format.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

std::optional<Value> by_method(Interpreter& interpreter, const Value& value, std::string_view name,
                               std::vector<Value> rest, Span span) {
  if (const Value* method = program_method(value, name)) {
    Value function = *method;
    rest.insert(rest.begin(), value);
    return interpreter.call(function, std::move(rest), span);
  }
  if (!value.is(ObjectKind::native)) return {};
  std::optional<Value> method = interpreter.find_attribute(value, name, span);
  if (!method) return {};
  return interpreter.call(*method, std::move(rest), span);
}

Value absolute(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "abs", 1, 1);
  if (auto result = by_method(interpreter, arguments.positional[0], "__abs__", {}, arguments.span)) return *result;
  const Value& number = payload_or_self(arguments.positional[0]);
  if (number.is_real()) return Value::real(std::fabs(number.as_real()));
  if (!number.is_integral()) {
    interpreter.raise("TypeError",
                      "bad operand type for abs(): '" + type_name(interpreter, arguments.positional[0]) + "'",
                      arguments.span);
  }
  if (number.as_int() == INT64_MIN) return beyond_64_bits(arguments.span);
  return Value::integer(std::abs(number.as_int()));
}

// Half to even, and only on the digits the double really has: printing it correctly rounded and reading that back.
double rounded(double number, int64_t digits) {
  if (!std::isfinite(number) || digits > 323) return number;
  if (digits < -308) return 0.0 * number;
  if (digits >= 0) {
    char text[400];
    std::snprintf(text, sizeof text, "%.*f", static_cast<int>(digits), number);
    return std::strtod(text, nullptr);
  }
  double scale = std::pow(10.0, static_cast<double>(-digits));
  return std::nearbyint(number / scale) * scale;
}

Value rounded_integer(Interpreter& interpreter, int64_t number, int64_t digits, Span span) {
  if (digits >= 0) return Value::integer(number);
  if (digits < -18) return Value::integer(0);
  int64_t scale = 1;
  for (int64_t i = digits; i < 0; ++i) scale *= 10;
  int64_t rest = ((number % scale) + scale) % scale, low = 0;
  if (__builtin_sub_overflow(number, rest, &low)) return beyond_64_bits(span);
  bool up = rest * 2 > scale || (rest * 2 == scale && (low / scale) % 2 != 0);
  (void)interpreter;
  if (up && __builtin_add_overflow(low, scale, &low)) return beyond_64_bits(span);
  return Value::integer(low);
}

Value round_number(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "round", {"number", "ndigits"}, 1);
  bool whole = given[1].is_unbound() || given[1].is_none();
  if (auto result = by_method(interpreter, given[0], "__round__",
                              whole ? std::vector<Value>{} : std::vector<Value>{given[1]}, arguments.span)) {
    return *result;
  }
  const Value& number = payload_or_self(given[0]);
  if (!number.is_number()) {
    interpreter.raise("TypeError", "type " + type_name(interpreter, given[0]) + " doesn't define __round__ method",
                      arguments.span);
  }
  int64_t digits = whole ? 0 : index_of(interpreter, given[1], arguments.span);
  if (number.is_integral()) return rounded_integer(interpreter, number.as_int(), digits, arguments.span);
  if (whole) return truncated(interpreter, std::nearbyint(number.as_real()), arguments.span);
  return Value::real(rounded(number.as_real(), digits));
}

Value divide_with_rest(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "divmod", 2, 2);
  const Value &left = arguments.positional[0], &right = arguments.positional[1];
  return Value::tuple({interpreter.binary(syntax::BinaryOp::floor_div, left, right, arguments.span),
                       interpreter.binary(syntax::BinaryOp::mod, left, right, arguments.span)});
}

int64_t power_modulo(int64_t base, int64_t exponent, int64_t modulus) {
  __int128 result = 1, factor = (__int128{base} % modulus + modulus) % modulus;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = result * factor % modulus;
    factor = factor * factor % modulus;
  }
  return static_cast<int64_t>(result % modulus);
}

Value power_of(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "pow", {"base", "exp", "mod"}, 2);
  if (given[2].is_unbound() || given[2].is_none()) {
    return interpreter.binary(syntax::BinaryOp::pow, given[0], given[1], arguments.span);
  }
  int64_t exponent = index_of(interpreter, given[1], arguments.span),
          modulus = index_of(interpreter, given[2], arguments.span);
  if (modulus == 0) interpreter.raise("ValueError", "pow() 3rd argument cannot be 0", arguments.span);
  if (exponent < 0 || modulus < 0)
    return Value::unknown("pow() with a negative exponent or modulus is not evaluated", arguments.span);
  return Value::integer(power_modulo(index_of(interpreter, given[0], arguments.span), exponent, modulus));
}

template <char kCode>
Value in_base(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, kCode == 'x' ? "hex" : kCode == 'o' ? "oct" : "bin", 1, 1);
  FormatSpec spec;
  spec.type = kCode;
  spec.alternate = true;
  return Value::string(format_integer(interpreter, index_of(interpreter, arguments.positional[0], arguments.span), spec,
                                      arguments.span));
}

Value ordinal(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "ord", 1, 1);
  const Value& value = arguments.positional[0];
  if (auto* bytes = value.as<ByteString>(); bytes && bytes->text.size() == 1) {
    return Value::integer(static_cast<unsigned char>(bytes->text[0]));
  }
  if (!value.is_string()) {
    interpreter.raise("TypeError", "ord() expected string of length 1, but " + type_name(interpreter, value) + " found",
                      arguments.span);
  }
  int64_t count = code_point_count(value.as_string());
  if (count != 1) {
    interpreter.raise("TypeError",
                      "ord() expected a character, but string of length " + std::to_string(count) + " found",
                      arguments.span);
  }
  return Value::integer(code_point_value(value.as_string()));
}

Value character(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "chr", 1, 1);
  int64_t number = index_of(interpreter, arguments.positional[0], arguments.span);
  if (number < 0 || number > 0x10ffff)
    interpreter.raise("ValueError", "chr() arg not in range(0x110000)", arguments.span);
  std::string text;
  append_code_point(text, static_cast<uint32_t>(number));
  return Value::string(std::move(text));
}

}  // namespace

void install_number_functions(Interpreter& interpreter, Dict& names) {
  define_pure(interpreter, names, "abs", absolute);
  define(interpreter, names, "round", on_bounds(pure(round_number), std::nearbyint, true));
  define_pure(interpreter, names, "divmod", divide_with_rest);
  define_pure(interpreter, names, "pow", power_of);
  define_pure(interpreter, names, "bin", in_base<'b'>);
  define_pure(interpreter, names, "hex", in_base<'x'>);
  define_pure(interpreter, names, "oct", in_base<'o'>);
  define(interpreter, names, "ord", [](Interpreter& in, Arguments& arguments) {
    const auto* unknown = arguments.positional.size() == 1 ? arguments.positional[0].as<UnknownValue>() : nullptr;
    return unknown ? between({0, 'a', 0x10ffff, true}, unknown->info) : ordinal(in, arguments);
  });
  define_pure(interpreter, names, "chr", character);
}

}  // namespace vramlint::interp
