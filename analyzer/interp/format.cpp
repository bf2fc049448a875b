// The format-spec mini-language (Python's library reference, "Format Specification Mini-Language").
#include "interp/format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "interp/impl.h"
#include "interp/text.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

constexpr int64_t kMaxDigits = 1'000'000;  // of a width or precision: more is a mistake or an attack

bool is_align(char c) { return c == '<' || c == '>' || c == '=' || c == '^'; }
bool is_width_digit(char c) { return c >= '0' && c <= '9'; }

class SpecReader {
 public:
  SpecReader(Interpreter& interpreter, std::string_view text, std::string_view type, Span span)
      : interpreter_(interpreter), text_(text), type_(type), span_(span) {}

  FormatSpec read() {
    FormatSpec spec;
    read_alignment(spec);
    if (accept("+- ")) spec.sign = text_[at_ - 1];
    accept("z");
    spec.alternate = accept("#");
    if (accept("0")) {
      spec.zero = true;
      if (!spec.align) spec.fill = "0";
    }
    spec.width = read_number();
    if (spec.width < 0) spec.width = 0;
    if (accept(",_")) spec.grouping = text_[at_ - 1];
    if (accept(".")) {
      spec.precision = read_number();
      if (spec.precision < 0) fail("Format specifier missing precision");
    }
    if (at_ + 1 == text_.size()) spec.type = text_[at_++];
    if (at_ != text_.size()) {
      fail("Invalid format specifier '" + std::string(text_) + "' for object of type '" + std::string(type_) + "'");
    }
    return spec;
  }

 private:
  void read_alignment(FormatSpec& spec) {
    std::vector<std::string_view> pieces = listed_code_points(text_.substr(0, 8));
    if (pieces.size() > 1 && pieces[1].size() == 1 && is_align(pieces[1][0])) {
      spec.fill = pieces[0];
      spec.align = pieces[1][0];
      at_ = pieces[0].size() + 1;
    } else if (!pieces.empty() && is_align(text_[0])) {
      spec.align = text_[0];
      at_ = 1;
    }
  }

  bool accept(std::string_view any_of) {
    if (at_ >= text_.size() || any_of.find(text_[at_]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }

  int64_t read_number() {
    if (at_ >= text_.size() || !is_width_digit(text_[at_])) return -1;
    int64_t number = 0;
    for (; at_ < text_.size() && is_width_digit(text_[at_]); ++at_) {
      number = number * 10 + (text_[at_] - '0');
      if (number > kMaxDigits) fail("Too many decimal digits in format string");
    }
    return number;
  }

  [[noreturn]] void fail(std::string message) { interpreter_.raise("ValueError", std::move(message), span_); }

  Interpreter& interpreter_;
  std::string_view text_, type_;
  Span span_;
  size_t at_ = 0;
};

[[noreturn]] void unknown_code(Interpreter& interpreter, char code, std::string_view type, Span span) {
  interpreter.raise("ValueError",
                    std::string("Unknown format code '") + code + "' for object of type '" + std::string(type) + "'",
                    span);
}

std::string repeated(std::string_view fill, int64_t count) {
  std::string out;
  for (int64_t i = 0; i < count; ++i) out += fill;
  return out;
}

std::string padded(Interpreter& interpreter, std::string body, const FormatSpec& spec, char default_align, Span span) {
  interpreter.budget().touch_letters(body.size(), span);
  int64_t missing = spec.width - code_point_count(body);
  if (missing <= 0) return body;
  interpreter.budget().allocate(missing, 8, span);
  char align = spec.align ? spec.align : default_align;
  if (align == '<') return body + repeated(spec.fill, missing);
  if (align == '^') return repeated(spec.fill, missing / 2) + body + repeated(spec.fill, missing - missing / 2);
  return repeated(spec.fill, missing) + body;
}

std::string grouped(const std::string& digits, char separator, size_t size) {
  if (!separator) return digits;
  std::string out;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % size == 0) out.push_back(separator);
    out.push_back(digits[i]);
  }
  return out;
}

// A number's parts put together: sign and prefix, grouped digits, what follows the point. Zeros that fill the width go
// between prefix and digits and are grouped with them.
std::string assembled(Interpreter& interpreter, const std::string& prefix, std::string whole, const std::string& rest,
                      const FormatSpec& spec, size_t group, Span span) {
  bool fill_inside = spec.align == '=' || (spec.zero && !spec.align);
  bool zeros = fill_inside && spec.fill == "0";
  auto outer = static_cast<int64_t>(prefix.size() + rest.size());
  if (zeros) {
    auto width_with = [&](int64_t n) { return spec.grouping && n > 0 ? n + (n - 1) / static_cast<int64_t>(group) : n; };
    auto count = static_cast<int64_t>(whole.size());
    interpreter.budget().allocate(spec.width, span);
    while (width_with(count) + outer < spec.width) ++count;
    whole.insert(0, static_cast<size_t>(count) - whole.size(), '0');
  }
  whole = grouped(whole, spec.grouping, group);
  if (fill_inside && !zeros) {
    int64_t missing = spec.width - outer - static_cast<int64_t>(whole.size());
    return prefix + repeated(spec.fill, missing) + whole + rest;
  }
  return padded(interpreter, prefix + whole + rest, spec, '>', span);
}

std::string sign_text(bool negative, char sign) {
  if (negative) return "-";
  return sign == '-' ? "" : std::string(1, sign);
}

std::string digits_of(uint64_t magnitude, unsigned base, bool upper) {
  if (magnitude == 0) return "0";
  std::string out;
  for (; magnitude > 0; magnitude /= base)
    out.push_back((upper ? "0123456789ABCDEF" : "0123456789abcdef")[magnitude % base]);
  return {out.rbegin(), out.rend()};
}

std::string print_real(double number, char conversion, int64_t precision) {
  char pattern[8] = {'%', '.', '*', conversion, 0};
  auto digits = static_cast<int>(precision);
  std::string out(static_cast<size_t>(std::snprintf(nullptr, 0, pattern, digits, number)), '\0');
  std::snprintf(out.data(), out.size() + 1, pattern, digits, number);
  return out;
}

void strip_zeros(std::string& digits) {
  if (digits.find('.') == std::string::npos) return;
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
}

// 'g', and the form without a code: that one keeps a digit after the point and turns to exponents one digit earlier
// (Python/pystrtod.c, Py_DTSF_ADD_DOT_0).
std::string general_digits(double magnitude, int64_t precision, bool keep_point, bool alternate) {
  precision = std::max<int64_t>(precision, 1);
  std::string scientific = print_real(magnitude, 'e', precision - 1);
  size_t e = scientific.find('e');
  int exponent = std::atoi(scientific.c_str() + e + 1);
  if (exponent < -4 || exponent >= precision - (keep_point ? 1 : 0)) {
    std::string mantissa = scientific.substr(0, e);
    if (!alternate) strip_zeros(mantissa);
    return mantissa + scientific.substr(e);
  }
  std::string fixed = print_real(magnitude, 'f', precision - 1 - exponent);
  if (!alternate) strip_zeros(fixed);
  if (alternate && fixed.find('.') == std::string::npos) fixed += ".";
  if (keep_point && fixed.find('.') == std::string::npos) fixed += ".0";
  return fixed;
}

std::string real_digits(double magnitude, const FormatSpec& spec, char code) {
  int64_t precision = spec.precision < 0 ? 6 : spec.precision;
  if (code == 0) {
    return spec.precision < 0 ? float_repr(magnitude) : general_digits(magnitude, precision, true, spec.alternate);
  }
  if (code == 'n' || code == 'g') return general_digits(magnitude, precision, false, spec.alternate);
  std::string digits = print_real(code == '%' ? magnitude * 100 : magnitude, code == 'e' ? 'e' : 'f', precision);
  if (spec.alternate && precision == 0) digits.insert(std::min(digits.find('e'), digits.size()), ".");
  return digits;
}

std::string without_fraction(Interpreter& interpreter, int64_t number, const FormatSpec& spec, Span span) {
  if (spec.precision >= 0) interpreter.raise("ValueError", "Precision not allowed in integer format specifier", span);
  char code = spec.type ? spec.type : 'd';
  unsigned base = code == 'b' ? 2 : code == 'o' ? 8 : code == 'x' || code == 'X' ? 16 : 10;
  if (spec.grouping == ',' && base != 10) {
    interpreter.raise("ValueError", std::string("Cannot specify ',' with '") + code + "'.", span);
  }
  uint64_t magnitude = number < 0 ? uint64_t{0} - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  std::string prefix = sign_text(number < 0, spec.sign);
  if (spec.alternate && base != 10) prefix += std::string("0") + code;
  return assembled(interpreter, prefix, digits_of(magnitude, base, code == 'X'), "", spec, base == 10 ? 3 : 4, span);
}

std::string character(Interpreter& interpreter, int64_t number, const FormatSpec& spec, Span span) {
  if (number < 0 || number > 0x10ffff) {
    interpreter.raise("OverflowError", "%c arg not in range(0x110000)", span);
  }
  std::string text;
  append_code_point(text, static_cast<uint32_t>(number));
  return padded(interpreter, std::move(text), spec, '<', span);
}

}  // namespace

FormatSpec parse_format_spec(Interpreter& interpreter, std::string_view text, std::string_view type, Span span) {
  return SpecReader(interpreter, text, type, span).read();
}

std::string format_text(Interpreter& interpreter, std::string_view text, const FormatSpec& spec, Span span) {
  if (spec.type != 0 && spec.type != 's') unknown_code(interpreter, spec.type, "str", span);
  if (spec.sign != '-') interpreter.raise("ValueError", "Sign not allowed in string format specifier", span);
  if (spec.alternate) {
    interpreter.raise("ValueError", "Alternate form (#) not allowed in string format specifier", span);
  }
  if (spec.align == '=') {
    interpreter.raise("ValueError", "'=' alignment not allowed in string format specifier", span);
  }
  if (spec.grouping) {
    interpreter.raise("ValueError", std::string("Cannot specify '") + spec.grouping + "' with 's'.", span);
  }
  if (spec.precision >= 0) text = code_point_slice(text, 0, spec.precision);
  return padded(interpreter, std::string(text), spec, '<', span);
}

std::string format_integer(Interpreter& interpreter, int64_t number, const FormatSpec& spec, Span span) {
  std::string_view reals = "eEfFgG%";
  if (spec.type && reals.find(spec.type) != std::string_view::npos) {
    return format_real(interpreter, static_cast<double>(number), spec, span);
  }
  if (spec.type == 'c') return character(interpreter, number, spec, span);
  std::string_view known = "bdoxXn";
  if (spec.type && known.find(spec.type) == std::string_view::npos) unknown_code(interpreter, spec.type, "int", span);
  return without_fraction(interpreter, number, spec, span);
}

std::string format_real(Interpreter& interpreter, double number, const FormatSpec& spec, Span span) {
  std::string_view known = "eEfFgGn%";
  if (spec.type && known.find(spec.type) == std::string_view::npos) unknown_code(interpreter, spec.type, "float", span);
  interpreter.budget().allocate(std::max<int64_t>(spec.precision, 0), span);
  bool upper = spec.type == 'E' || spec.type == 'F' || spec.type == 'G';
  auto code = static_cast<char>(upper ? spec.type + ('a' - 'A') : spec.type);
  std::string prefix = sign_text(std::signbit(number) && !std::isnan(number), spec.sign);
  std::string digits = std::isfinite(number) ? real_digits(std::fabs(number), spec, code)
                       : std::isnan(number)  ? "nan"
                                             : "inf";
  if (code == '%') digits += "%";
  if (upper)
    std::transform(digits.begin(), digits.end(), digits.begin(),
                   [](char c) { return c >= 'a' ? static_cast<char>(c - 32) : c; });
  size_t whole = digits.find_first_not_of("0123456789");
  if (whole == std::string::npos) whole = digits.size();
  return assembled(interpreter, prefix, digits.substr(0, whole), digits.substr(whole), spec, 3, span);
}

namespace {

std::string format_plain(Interpreter& interpreter, const Value& value, std::string_view spec, Span span) {
  if (value.is_string()) {
    return format_text(interpreter, value.as_string(), parse_format_spec(interpreter, spec, "str", span), span);
  }
  if (value.is_integral()) {
    return format_integer(interpreter, value.as_int(), parse_format_spec(interpreter, spec, "int", span), span);
  }
  if (value.is_real()) {
    return format_real(interpreter, value.as_real(), parse_format_spec(interpreter, spec, "float", span), span);
  }
  interpreter.raise("TypeError", "unsupported format string passed to " + type_name(interpreter, value) + ".__format__",
                    span);
}

}  // namespace

std::string Interpreter::format(const Value& value, std::string_view spec, Span span) {
  note_written(impl_->writing, value);
  if (value.is(ObjectKind::instance) || value.is(ObjectKind::native)) {
    const Value* method = type_of(value)->lookup("__format__");
    if (method && !method->is(ObjectKind::builtin)) {
      return str(call(*method, {value, Value::string(std::string(spec))}, span));
    }
  }
  if (spec.empty() || value.is_unknown()) return str(value);
  if (value.is(ObjectKind::instance)) {
    const Value& payload = static_cast<const Instance*>(value.object())->payload;
    if (!payload.is_none()) return format_plain(*this, payload, spec, span);
  }
  return format_plain(*this, value, spec, span);
}

}  // namespace vramlint::interp
