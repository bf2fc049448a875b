// math.
#include <cmath>
#include <numbers>
#include <numeric>

#include "interp/bounded.h"
#include "interp/builtins_parts.h"
#include "interp/standard.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

/// The number that a value is, by its `__float__` where it has one: it may not be known.
Value as_number(Interpreter& interpreter, const Value& value, Span span) {
  const Value& plain = payload_or_self(value);
  if (plain.is_number()) return plain;
  if (const std::optional<Value> result = number_by(interpreter, value, "__float__", span)) return *result;
  interpreter.raise("TypeError", "must be real number, not " + type_name(interpreter, value), span);
}

double real_argument(Interpreter& interpreter, const Value& value, Span span) {
  const Value number = as_number(interpreter, value, span);
  if (number.is_number()) return number.as_real();
  interpreter.raise("TypeError", "must be real number, not " + type_name(interpreter, value), span);
}

using Real = double (*)(double);

// Domain errors as CPython has them: a nan or infinity that no argument was.
Value checked(Interpreter& interpreter, double result, double argument, Span span) {
  if (std::isnan(result) && !std::isnan(argument)) interpreter.raise("ValueError", "math domain error", span);
  if (std::isinf(result) && std::isfinite(argument)) interpreter.raise("OverflowError", "math range error", span);
  return Value::real(result);
}

void define_real(Interpreter& interpreter, Dict& names, const char* name, Real function) {
  define_pure(interpreter, names, name, [name, function](Interpreter& in, Arguments& arguments) {
    check_count(in, arguments, std::string("math.") + name, 1, 1);
    if (arguments.positional[0].is_unknown()) return arguments.positional[0];
    Value number = as_number(in, arguments.positional[0], arguments.span);
    if (number.is_unknown()) return number;
    const double argument = number.as_real();
    return checked(in, function(argument), argument, arguments.span);
  });
}

double logarithm(Interpreter& interpreter, double number, Span span) {
  if (number <= 0) interpreter.raise("ValueError", "math domain error", span);
  return std::log(number);
}

Value log_of(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "log", 1, 2);
  double number = real_argument(interpreter, arguments.positional[0], arguments.span);
  double result = logarithm(interpreter, number, arguments.span);
  if (arguments.positional.size() == 1) return Value::real(result);
  double base =
      logarithm(interpreter, real_argument(interpreter, arguments.positional[1], arguments.span), arguments.span);
  if (base == 0) interpreter.raise("ZeroDivisionError", "float division by zero", arguments.span);
  return Value::real(result / base);
}

double log2_of(double number) { return number <= 0 ? NAN : std::log2(number); }
double log10_of(double number) { return number <= 0 ? NAN : std::log10(number); }

template <double (*kRound)(double)>
Value whole(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "math function", 1, 1);
  const Value& plain = payload_or_self(arguments.positional[0]);
  if (plain.is_integral()) return Value::integer(plain.as_int());
  return truncated(interpreter, kRound(real_argument(interpreter, plain, arguments.span)), arguments.span);
}

template <double (*kFunction)(double, double)>
Value of_two(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "math function", 2, 2);
  double left = real_argument(interpreter, arguments.positional[0], arguments.span);
  double right = real_argument(interpreter, arguments.positional[1], arguments.span);
  return checked(interpreter, kFunction(left, right), left + right, arguments.span);
}

Value float_power(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "pow", 2, 2);
  double base = real_argument(interpreter, arguments.positional[0], arguments.span);
  double exponent = real_argument(interpreter, arguments.positional[1], arguments.span);
  if (base == 0 && exponent < 0) interpreter.raise("ValueError", "math domain error", arguments.span);
  return checked(interpreter, std::pow(base, exponent), base + exponent, arguments.span);
}

template <bool (*kTest)(double)>
Value test(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "math function", 1, 1);
  return Value::boolean(kTest(real_argument(interpreter, arguments.positional[0], arguments.span)));
}

bool is_nan(double number) { return std::isnan(number); }
bool is_infinite(double number) { return std::isinf(number); }
bool is_finite(double number) { return std::isfinite(number); }

Value hypotenuse(Interpreter& interpreter, Arguments& arguments) {
  double sum = 0;
  for (const Value& value : arguments.positional) {
    if (!value.is_number()) interpreter.raise("TypeError", "must be real number", arguments.span);
    sum += value.as_real() * value.as_real();
  }
  return Value::real(std::sqrt(sum));
}

Value greatest_divisor(Interpreter& interpreter, Arguments& arguments) {
  int64_t result = 0;
  for (const Value& value : arguments.positional) {
    const int64_t number = index_of(interpreter, value, arguments.span);
    if (number == INT64_MIN) return beyond_64_bits(arguments.span);
    result = std::gcd(result, number);
  }
  return Value::integer(result);
}

Value least_multiple(Interpreter& interpreter, Arguments& arguments) {
  int64_t result = 1;
  for (const Value& value : arguments.positional) {
    int64_t number = index_of(interpreter, value, arguments.span);
    if (number == INT64_MIN) return beyond_64_bits(arguments.span);
    number = std::abs(number);
    if (number == 0) return Value::integer(0);
    if (__builtin_mul_overflow(result / std::gcd(result, number), number, &result))
      return beyond_64_bits(arguments.span);
  }
  return Value::integer(result);
}

Value product_of_items(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "prod", {"iterable", "start"}, 1);
  Value result = given[1].is_unbound() ? Value::integer(1) : given[1];
  for (const Value& item : interpreter.to_vector(given[0], arguments.span)) {
    result = interpreter.binary(syntax::BinaryOp::mul, result, item, arguments.span);
  }
  return result;
}

Value factorial(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "factorial", 1, 1);
  int64_t number = index_of(interpreter, arguments.positional[0], arguments.span), result = 1;
  if (number < 0) interpreter.raise("ValueError", "factorial() not defined for negative values", arguments.span);
  if (number > 20) return beyond_64_bits(arguments.span);
  for (int64_t i = 2; i <= number; ++i) result *= i;
  return Value::integer(result);
}

Value combinations(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "comb", 2, 2);
  int64_t n = index_of(interpreter, arguments.positional[0], arguments.span);
  int64_t k = index_of(interpreter, arguments.positional[1], arguments.span);
  if (n < 0 || k < 0) interpreter.raise("ValueError", "n must be a non-negative integer", arguments.span);
  if (k > n) return Value::integer(0);
  k = std::min(k, n - k);
  __int128 result = 1;
  for (int64_t i = 1; i <= k; ++i) {
    result = result * (n - k + i) / i;
    if (result > INT64_MAX) return beyond_64_bits(arguments.span);
  }
  return Value::integer(static_cast<int64_t>(result));
}

Value integer_root(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "isqrt", 1, 1);
  int64_t number = index_of(interpreter, arguments.positional[0], arguments.span);
  if (number < 0) interpreter.raise("ValueError", "isqrt() argument must be nonnegative", arguments.span);
  auto root = static_cast<int64_t>(std::sqrt(static_cast<long double>(number)));
  while (static_cast<__int128>(root) * root > number) --root;
  while (static_cast<__int128>(root + 1) * (root + 1) <= number) ++root;
  return Value::integer(root);
}

Value is_close(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "isclose", {"a", "b", "rel_tol", "abs_tol"}, 2);
  double a = real_argument(interpreter, given[0], arguments.span),
         b = real_argument(interpreter, given[1], arguments.span);
  double relative = given[2].is_unbound() ? 1e-9 : real_argument(interpreter, given[2], arguments.span);
  double absolute = given[3].is_unbound() ? 0.0 : real_argument(interpreter, given[3], arguments.span);
  if (a == b) return Value::boolean(true);
  if (std::isinf(a) || std::isinf(b)) return Value::boolean(false);
  return Value::boolean(std::fabs(a - b) <= std::max(relative * std::max(std::fabs(a), std::fabs(b)), absolute));
}

/// What a tensor of one element holds may not be known: then the result is not known either.
BuiltinFunction of_numbers(BuiltinFunction function) {
  return [function = pure(std::move(function))](Interpreter& interpreter, Arguments& arguments) {
    for (Value& value : arguments.positional)
      if (value.is(ObjectKind::native)) value = as_number(interpreter, value, arguments.span);
    return function(interpreter, arguments);
  };
}

/// Of functions that never fall: what is between bounds stays so.
BuiltinFunction of_bounded(BuiltinFunction function, double (*image)(double), bool whole) {
  return [function = on_bounds(std::move(function), image, whole)](Interpreter& interpreter, Arguments& arguments) {
    for (Value& value : arguments.positional)
      if (value.is(ObjectKind::native)) value = as_number(interpreter, value, arguments.span);
    return function(interpreter, arguments);
  };
}

double root(double number) { return std::sqrt(std::max(number, 0.0)); }

Value square_root(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "math.sqrt", 1, 1);
  const double argument = real_argument(interpreter, arguments.positional[0], arguments.span);
  return checked(interpreter, std::sqrt(argument), argument, arguments.span);
}

double degrees(double number) { return number * (180.0 / std::numbers::pi); }
double radians(double number) { return number * (std::numbers::pi / 180.0); }

}  // namespace

void fill_math_module(Interpreter& interpreter, Dict& names) {
  names.set("pi", Value::real(std::numbers::pi));
  names.set("e", Value::real(std::numbers::e));
  names.set("tau", Value::real(2 * std::numbers::pi));
  names.set("inf", Value::real(INFINITY));
  names.set("nan", Value::real(NAN));
  constexpr std::pair<const char*, Real> kReal[] = {
      {"exp", std::exp},       {"expm1", std::expm1},  {"log2", log2_of},   {"log10", log10_of},  {"log1p", std::log1p},
      {"sin", std::sin},       {"cos", std::cos},      {"tan", std::tan},   {"asin", std::asin},  {"acos", std::acos},
      {"atan", std::atan},     {"sinh", std::sinh},    {"cosh", std::cosh}, {"tanh", std::tanh},  {"erf", std::erf},
      {"erfc", std::erfc},     {"gamma", std::tgamma}, {"fabs", std::fabs}, {"degrees", degrees}, {"radians", radians},
      {"lgamma", std::lgamma}, {"cbrt", std::cbrt},
  };
  for (const auto& [name, function] : kReal) define_real(interpreter, names, name, function);
  define(interpreter, names, "sqrt", of_bounded(of_numbers(square_root), root, false));
  define(interpreter, names, "log", of_numbers(log_of));
  define(interpreter, names, "floor", of_bounded(of_numbers(whole<std::floor>), std::floor, true));
  define(interpreter, names, "ceil", of_bounded(of_numbers(whole<std::ceil>), std::ceil, true));
  define(interpreter, names, "trunc", of_bounded(of_numbers(whole<std::trunc>), std::trunc, true));
  define(interpreter, names, "pow", of_numbers(float_power));
  define(interpreter, names, "atan2", of_numbers(of_two<std::atan2>));
  define(interpreter, names, "fmod", of_numbers(of_two<std::fmod>));
  define(interpreter, names, "hypot", of_numbers(hypotenuse));
  define(interpreter, names, "copysign", of_numbers(of_two<std::copysign>));
  define(interpreter, names, "isnan", of_numbers(test<is_nan>));
  define(interpreter, names, "isinf", of_numbers(test<is_infinite>));
  define(interpreter, names, "isfinite", of_numbers(test<is_finite>));
  define_pure(interpreter, names, "gcd", greatest_divisor);
  define_pure(interpreter, names, "lcm", least_multiple);
  define_pure(interpreter, names, "prod", product_of_items);
  define_pure(interpreter, names, "factorial", factorial);
  define_pure(interpreter, names, "comb", combinations);
  define_pure(interpreter, names, "isqrt", integer_root);
  define(interpreter, names, "isclose", of_numbers(is_close));
}

}  // namespace vramlint::interp
