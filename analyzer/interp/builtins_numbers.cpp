// int, bool and float, and reading them from text.
#include <charconv>
#include <cmath>

#include "interp/anchored.h"
#include "interp/bounded.h"
#include "interp/builtins_parts.h"
#include "interp/complex_number.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

std::string_view stripped(std::string_view text) {
  const char* blank = " \t\n\r\f\v";
  size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

// Digits with single underscores between them, the underscores taken out; empty if the text is not that.
std::string without_underscores(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      out.push_back(text[i]);
    } else if (i == 0 || i + 1 == text.size() || !std::isalnum(static_cast<unsigned char>(text[i - 1])) ||
               !std::isalnum(static_cast<unsigned char>(text[i + 1]))) {
      return {};
    }
  }
  return out;
}

int64_t prefixed_base(std::string_view& digits, int64_t base) {
  if (digits.size() > 1 && digits[0] == '0') {
    char letter = static_cast<char>(digits[1] | 0x20);
    int64_t named = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    if (named && (base == 0 || base == named)) {
      digits.remove_prefix(2);
      if (!digits.empty() && digits[0] == '_') digits.remove_prefix(1);
      return named;
    }
  }
  return base == 0 ? 10 : base;
}

std::optional<Value> method_result(Interpreter& interpreter, const Value& value, std::string_view name, Span span) {
  if (!value.is(ObjectKind::instance) && !value.is(ObjectKind::native)) return {};
  std::optional<Value> method = interpreter.find_attribute(value, name, span);
  if (!method) return {};
  return interpreter.call(*method, std::vector<Value>{}, span);
}

Value make_int(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "int", {"x", "base"}, 0);
  Span span = arguments.span;
  if (given[0].is_unbound()) return Value::integer(0);
  const Value value = given[0];
  if (!given[1].is_unbound()) {
    if (!value.is_string()) interpreter.raise("TypeError", "int() can't convert non-string with explicit base", span);
    int64_t base = index_of(interpreter, given[1], span);
    if (base < 0 || base == 1 || base > 36)
      interpreter.raise("ValueError", "int() base must be >= 2 and <= 36, or 0", span);
    return parse_integer(interpreter, value.as_string(), base, span);
  }
  for (const char* name : {"__int__", "__index__", "__trunc__"}) {
    if (value.is(ObjectKind::instance) && !program_method(value, name)) continue;
    if (std::optional<Value> result = method_result(interpreter, value, name, span)) return *result;
  }
  const Value& plain = payload_or_self(value);
  if (plain.is_integral()) return Value::integer(plain.as_int());
  if (plain.is_real()) return truncated(interpreter, plain.as_real(), span);
  if (plain.is_string()) return parse_integer(interpreter, plain.as_string(), 10, span);
  if (auto* bytes = plain.as<ByteString>()) return parse_integer(interpreter, bytes->text, 10, span);
  interpreter.raise("TypeError",
                    "int() argument must be a string, a bytes-like object or a real number, not '" +
                        type_name(interpreter, value) + "'",
                    span);
}

Value make_float(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "float", 0, 1);
  Span span = arguments.span;
  if (arguments.positional.empty()) return Value::real(0.0);
  const Value value = arguments.positional[0];
  if (!value.is(ObjectKind::instance) || program_method(value, "__float__")) {
    if (std::optional<Value> result = method_result(interpreter, value, "__float__", span)) return *result;
  }
  const Value& plain = payload_or_self(value);
  if (plain.is_number()) return Value::real(plain.as_real());
  if (plain.is_string()) return parse_real(interpreter, plain.as_string(), span);
  if (program_method(value, "__index__")) {
    return Value::real(static_cast<double>(index_of(interpreter, value, span)));
  }
  interpreter.raise("TypeError",
                    "float() argument must be a string or a real number, not '" + type_name(interpreter, value) + "'",
                    span);
}

Value make_bool(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "bool", 0, 1);
  return arguments.positional.empty() ? Value::boolean(false)
                                      : interpreter.truth(arguments.positional[0], arguments.span);
}

}  // namespace

Value beyond_64_bits(Span span) { return Value::unknown("integer beyond 64 bits", span); }

Value truncated(Interpreter& interpreter, double number, Span span) {
  if (std::isnan(number)) interpreter.raise("ValueError", "cannot convert float NaN to integer", span);
  if (std::isinf(number)) interpreter.raise("OverflowError", "cannot convert float infinity to integer", span);
  if (number >= 9223372036854775808.0 || number < -9223372036854775808.0) return beyond_64_bits(span);
  return Value::integer(static_cast<int64_t>(number));
}

Value parse_integer(Interpreter& interpreter, std::string_view text, int64_t base, Span span) {
  interpreter.budget().touch_letters(text.size(), span);
  auto fail = [&]() {
    interpreter.raise("ValueError",
                      "invalid literal for int() with base " + std::to_string(base) + ": " + string_repr(text), span);
  };
  std::string_view body = stripped(text);
  bool negative = !body.empty() && body[0] == '-';
  if (negative || (!body.empty() && body[0] == '+')) body.remove_prefix(1);
  int64_t used = prefixed_base(body, base);
  std::string digits = without_underscores(body);
  if (digits.empty()) fail();
  if (negative) digits.insert(0, "-");
  int64_t number = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, static_cast<int>(used));
  if (end != digits.data() + digits.size()) fail();
  if (error == std::errc::result_out_of_range) return beyond_64_bits(span);
  if (error != std::errc()) fail();
  return Value::integer(number);
}

Value parse_real(Interpreter& interpreter, std::string_view text, Span span) {
  interpreter.budget().touch_letters(text.size(), span);
  std::string body = without_underscores(stripped(text));
  std::string_view digits = body;
  bool negative = !digits.empty() && digits[0] == '-';
  if (negative || (!digits.empty() && digits[0] == '+')) digits.remove_prefix(1);
  bool starts_well = !digits.empty() && digits[0] != '-' && digits.find_first_of("()") == std::string_view::npos;
  double number = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (!starts_well || end != digits.data() + digits.size() || error == std::errc::invalid_argument) {
    interpreter.raise("ValueError", "could not convert string to float: " + string_repr(text), span);
  }
  if (error == std::errc::result_out_of_range) {
    number = std::strtod(std::string(digits).c_str(), nullptr);
  }
  return Value::real(negative ? -number : number);
}

void make_number_classes(ClassMaker& maker) {
  const Class& integer = maker.make("int", "object", with_anchor(on_bounds(pure(make_int), std::trunc, true)));
  maker.make("bool", "int", pure(make_bool));
  const Class& real = maker.make("float", "object",
                                 on_bounds(
                                     pure(make_float), [](double number) { return number; }, false));
  maker.make("complex", "object", [](Interpreter& interpreter, Arguments& arguments) {
    return complex_number(interpreter, std::move(arguments));
  });
  add_number_methods(maker.interpreter(), integer, real);
  add_operator_methods(maker.interpreter(), integer);
  add_operator_methods(maker.interpreter(), real);
}

}  // namespace vramlint::interp
