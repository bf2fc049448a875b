// Operators on numbers. Integers have 64 bits: what does not fit becomes an Unknown, never a wrapped number.
#include <cmath>

#include "interp/operators.h"

namespace vramlint::interp {

namespace {

using syntax::BinaryOp;

Value too_big(const Span& span) { return Value::unknown("an integer beyond 64 bits", span); }

Value floor_divide(Interpreter& interpreter, int64_t a, int64_t b, const Span& span) {
  if (b == 0) interpreter.raise("ZeroDivisionError", "integer division or modulo by zero", span);
  if (b == -1) return a == INT64_MIN ? too_big(span) : Value::integer(-a);
  const int64_t quotient = a / b;
  return Value::integer(a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient);
}

Value modulo(Interpreter& interpreter, int64_t a, int64_t b, const Span& span) {
  if (b == 0) interpreter.raise("ZeroDivisionError", "integer division or modulo by zero", span);
  if (b == -1) return Value::integer(0);
  const int64_t rest = a % b;
  return Value::integer(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
}

// CPython would hold all its digits.
Value too_big_power(Interpreter& interpreter, double base, double exponent, const Span& span) {
  const double bytes = exponent * std::log2(std::fabs(base)) / 8;
  interpreter.budget().allocate(static_cast<int64_t>(std::fmin(bytes, 1e18)), span);
  return too_big(span);
}

Value power(Interpreter& interpreter, int64_t base, int64_t exponent, const Span& span) {
  if (exponent < 0) {
    if (base == 0) interpreter.raise("ZeroDivisionError", "0.0 cannot be raised to a negative power", span);
    return Value::real(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
  }
  int64_t result = 1, factor = base;
  for (int64_t rest = exponent; rest > 0;) {
    const bool multiplied = (rest & 1) == 0 || !__builtin_mul_overflow(result, factor, &result);
    rest >>= 1;
    if (!multiplied || (rest > 0 && __builtin_mul_overflow(factor, factor, &factor))) {
      return too_big_power(interpreter, static_cast<double>(base), static_cast<double>(exponent), span);
    }
  }
  return Value::integer(result);
}

Value shift(Interpreter& interpreter, int64_t a, int64_t b, bool left, const Span& span) {
  if (b < 0) interpreter.raise("ValueError", "negative shift count", span);
  if (!left) return Value::integer(b > 63 ? (a < 0 ? -1 : 0) : a >> b);
  if (a == 0) return Value::integer(0);
  if (b > 62) return too_big(span);
  int64_t result = 0;
  return __builtin_mul_overflow(a, int64_t{1} << b, &result) ? too_big(span) : Value::integer(result);
}

Value integer_operation(Interpreter& interpreter, BinaryOp op, int64_t a, int64_t b, const Span& span) {
  int64_t result = 0;
  switch (op) {
    case BinaryOp::add:
      return __builtin_add_overflow(a, b, &result) ? too_big(span) : Value::integer(result);
    case BinaryOp::sub:
      return __builtin_sub_overflow(a, b, &result) ? too_big(span) : Value::integer(result);
    case BinaryOp::mul:
      return __builtin_mul_overflow(a, b, &result) ? too_big(span) : Value::integer(result);
    case BinaryOp::div:
      if (b == 0) interpreter.raise("ZeroDivisionError", "division by zero", span);
      return Value::real(static_cast<double>(a) / static_cast<double>(b));
    case BinaryOp::floor_div:
      return floor_divide(interpreter, a, b, span);
    case BinaryOp::mod:
      return modulo(interpreter, a, b, span);
    case BinaryOp::pow:
      return power(interpreter, a, b, span);
    case BinaryOp::lshift:
      return shift(interpreter, a, b, true, span);
    case BinaryOp::rshift:
      return shift(interpreter, a, b, false, span);
    case BinaryOp::bit_and:
      return Value::integer(a & b);
    case BinaryOp::bit_or:
      return Value::integer(a | b);
    case BinaryOp::bit_xor:
      return Value::integer(a ^ b);
    case BinaryOp::matmul:
      break;
  }
  return Value::not_implemented();
}

double float_modulo(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

Value float_operation(Interpreter& interpreter, BinaryOp op, double a, double b, const Span& span) {
  switch (op) {
    case BinaryOp::add:
      return Value::real(a + b);
    case BinaryOp::sub:
      return Value::real(a - b);
    case BinaryOp::mul:
      return Value::real(a * b);
    case BinaryOp::div:
      if (b == 0) interpreter.raise("ZeroDivisionError", "float division by zero", span);
      return Value::real(a / b);
    case BinaryOp::floor_div:
      if (b == 0) interpreter.raise("ZeroDivisionError", "float floor division by zero", span);
      return Value::real(std::floor((a - float_modulo(a, b)) / b));
    case BinaryOp::mod:
      if (b == 0) interpreter.raise("ZeroDivisionError", "float modulo", span);
      return Value::real(float_modulo(a, b));
    case BinaryOp::pow:
      if (a == 0 && b < 0) interpreter.raise("ZeroDivisionError", "0.0 cannot be raised to a negative power", span);
      if (a < 0 && b != std::floor(b)) return Value::unknown("a complex number", span);
      return Value::real(std::pow(a, b));
    default:
      return Value::not_implemented();
  }
}

}  // namespace

Value number_operation(Interpreter& interpreter, BinaryOp op, const Value& left, const Value& right, const Span& span) {
  if (left.is_bool() && right.is_bool()) {
    if (op == BinaryOp::bit_and) return Value::boolean(left.as_bool() && right.as_bool());
    if (op == BinaryOp::bit_or) return Value::boolean(left.as_bool() || right.as_bool());
    if (op == BinaryOp::bit_xor) return Value::boolean(left.as_bool() != right.as_bool());
  }
  if (left.is_integral() && right.is_integral())
    return integer_operation(interpreter, op, left.as_int(), right.as_int(), span);
  return float_operation(interpreter, op, left.as_real(), right.as_real(), span);
}

}  // namespace vramlint::interp
