// What a plain scalar means to PyYAML 6.0: its implicit resolvers (resolver.py) and constructors (constructor.py).
#include "syntax/yaml_scalars.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace vramlint::syntax {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// Walks over a text; each `take…` consumes what it matches.
struct Cursor {
  std::string_view text;
  size_t at = 0;

  bool done() const { return at == text.size(); }
  char peek() const { return done() ? '\0' : text[at]; }
  bool take(char c) {
    if (done() || text[at] != c) return false;
    ++at;
    return true;
  }
  bool take_any(std::string_view chars) {
    if (done() || chars.find(text[at]) == std::string_view::npos) return false;
    ++at;
    return true;
  }
  size_t take_all(std::string_view chars, size_t most = std::string_view::npos) {
    const size_t begin = at;
    while (at - begin < most && take_any(chars)) {
    }
    return at - begin;
  }
  bool take_digits(size_t least, size_t most) { return take_all("0123456789", most) >= least; }
};

template <size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

constexpr std::array<std::string_view, 5> kNullWords = {"", "~", "null", "Null", "NULL"};
constexpr std::array<std::string_view, 9> kTrueWords = {"yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"};
constexpr std::array<std::string_view, 9> kFalseWords = {"no",    "No",  "NO",  "false", "False",
                                                         "FALSE", "off", "Off", "OFF"};

/// `:` and at most two digits, the first below six when there are two; at least once.
bool take_sexagesimal_tail(Cursor& cursor) {
  size_t groups = 0;
  while (cursor.take(':')) {
    const size_t begin = cursor.at;
    if (!cursor.take_digits(1, 2)) return false;
    if (cursor.at - begin == 2 && cursor.text[begin] > '5') return false;
    ++groups;
  }
  return groups > 0;
}

bool is_int(std::string_view text) {
  Cursor cursor{text};
  cursor.take_any("+-");
  const Cursor start = cursor;
  if (cursor.take('0')) {
    if (cursor.done()) return true;
    if (cursor.take('b')) return cursor.take_all("01_") > 0 && cursor.done();
    if (cursor.take('x')) return cursor.take_all("0123456789abcdefABCDEF_") > 0 && cursor.done();
    return cursor.take_all("01234567_") > 0 && cursor.done();
  }
  cursor = start;
  if (!cursor.take_any("123456789")) return false;
  cursor.take_all("0123456789_");
  return cursor.done() || (take_sexagesimal_tail(cursor) && cursor.done());
}

bool take_exponent(Cursor& cursor) {
  if (!cursor.take_any("eE")) return true;
  return cursor.take_any("+-") && cursor.take_digits(1, std::string_view::npos);
}

bool is_float(std::string_view text) {
  Cursor cursor{text};
  const bool sign = cursor.take_any("+-");
  const std::string_view rest = text.substr(cursor.at);
  if (is_one_of(rest, std::array<std::string_view, 3>{".inf", ".Inf", ".INF"})) return true;
  if (!sign && is_one_of(rest, std::array<std::string_view, 3>{".nan", ".NaN", ".NAN"})) return true;
  if (cursor.take('.')) {
    if (sign || !cursor.take_digits(1, 1)) return false;
    cursor.take_all("0123456789_");
    return take_exponent(cursor) && cursor.done();
  }
  if (!cursor.take_digits(1, 1)) return false;
  cursor.take_all("0123456789_");
  const bool sexagesimal = cursor.peek() == ':';
  if (sexagesimal && !take_sexagesimal_tail(cursor)) return false;
  if (!cursor.take('.')) return false;
  cursor.take_all("0123456789_");
  return (sexagesimal || take_exponent(cursor)) && cursor.done();
}

bool take_clock(Cursor& cursor) {
  if (!cursor.take_digits(1, 2) || !cursor.take(':')) return false;
  if (!cursor.take_digits(2, 2) || !cursor.take(':') || !cursor.take_digits(2, 2)) return false;
  if (cursor.take('.')) cursor.take_all("0123456789");
  const Cursor before_zone = cursor;
  cursor.take_all(" \t");
  if (cursor.take('Z')) return true;
  if (!cursor.take_any("+-")) {
    cursor = before_zone;
    return true;
  }
  if (!cursor.take_digits(1, 2)) return false;
  return !cursor.take(':') || cursor.take_digits(2, 2);
}

bool is_timestamp(std::string_view text) {
  Cursor cursor{text};
  if (!cursor.take_digits(4, 4) || !cursor.take('-')) return false;
  const size_t month = cursor.at;
  if (!cursor.take_digits(1, 2)) return false;
  const size_t month_digits = cursor.at - month;
  if (!cursor.take('-')) return false;
  const size_t day = cursor.at;
  if (!cursor.take_digits(1, 2)) return false;
  if (cursor.done()) return month_digits == 2 && cursor.at - day == 2;
  if (!cursor.take_any("Tt") && cursor.take_all(" \t") == 0) return false;
  return take_clock(cursor) && cursor.done();
}

std::string digits_alone(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != '_') out += c;
  }
  return out;
}

/// Digits of one part of a number, in the base that PyYAML reads it in; empty beyond 64 bits.
std::optional<int64_t> magnitude(std::string_view digits, int base) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc()) return std::nullopt;
  return value;
}

std::optional<int64_t> sexagesimal(std::string_view digits) {
  int64_t value = 0;
  while (!digits.empty()) {
    const size_t colon = std::min(digits.find(':'), digits.size());
    const std::optional<int64_t> part = magnitude(digits.substr(0, colon), 10);
    if (!part || __builtin_mul_overflow(value, 60, &value) || __builtin_add_overflow(value, *part, &value)) return {};
    digits.remove_prefix(std::min(colon + 1, digits.size()));
  }
  return value;
}

double plain_double(std::string_view digits) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  const size_t exponent = digits.find_first_of("eE");
  const bool tiny = exponent != std::string_view::npos && digits.substr(exponent + 1).starts_with('-');
  const bool below_one = digits.find_first_of("123456789") > digits.find('.');
  return tiny || below_one ? 0.0 : kInfinity;
}

}  // namespace

YamlScalar int_scalar(std::string_view text) {
  const YamlScalar big = YamlOther{YamlOther::Kind::big_integer, std::string(text)};
  const std::string all = digits_alone(text);
  std::string_view digits = all;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  std::optional<int64_t> value;
  if (digits == "0") {
    value = 0;
  } else if (digits.starts_with("0b")) {
    if (digits.size() == 2) return std::string(text);  // PyYAML fails on it
    value = magnitude(digits.substr(2), 2);
  } else if (digits.starts_with("0x")) {
    if (digits.size() == 2) return std::string(text);
    value = magnitude(digits.substr(2), 16);
  } else if (digits.starts_with('0')) {
    value = magnitude(digits, 8);
  } else {
    value = digits.find(':') == std::string_view::npos ? magnitude(digits, 10) : sexagesimal(digits);
  }
  return value ? YamlScalar(negative ? -*value : *value) : big;
}

YamlScalar float_scalar(std::string_view text) {
  std::string all = digits_alone(text);
  std::transform(all.begin(), all.end(), all.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  std::string_view digits = all;
  const double sign = digits.starts_with('-') ? -1.0 : 1.0;
  if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
  if (digits == ".inf") return sign * kInfinity;
  if (digits == ".nan") return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  for (;;) {
    const size_t colon = std::min(digits.find(':'), digits.size());
    value = value * 60 + plain_double(digits.substr(0, colon));
    if (colon == digits.size()) return sign * value;
    digits.remove_prefix(colon + 1);
  }
}

namespace {

/// With an exponent, and without the point or the sign that YAML 1.1 wants.
bool is_newer_float(std::string_view text) {
  Cursor cursor{text};
  cursor.take_any("+-");
  const size_t whole = cursor.take_all("0123456789_");
  const size_t fraction = cursor.take('.') ? cursor.take_all("0123456789_") : 0;
  if (whole + fraction == 0 || !cursor.take_any("eE")) return false;
  cursor.take_any("+-");
  return cursor.take_digits(1, std::string_view::npos) && cursor.done();
}

/// `017` is 17, `0o17` is 15.
std::optional<YamlScalar> newer_int(std::string_view text) {
  const std::string all = digits_alone(text);
  std::string_view digits = all;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  const bool octal = digits.starts_with("0o");
  if (octal) digits.remove_prefix(2);
  if (digits.empty() || digits.find_first_not_of(octal ? "01234567" : "0123456789") != std::string_view::npos)
    return {};
  const std::optional<int64_t> value = magnitude(digits, octal ? 8 : 10);
  if (!value) return {};
  return negative ? -*value : *value;
}

}  // namespace

std::optional<YamlScalar> newer_meaning(const YamlNode& node) {
  const std::string_view text = node.span.text();
  if (node.quoted || text.empty()) return {};
  const bool sexagesimal = text.find(':') != std::string_view::npos;
  if (std::holds_alternative<bool>(node.value) && (text[0] | 0x20) != 't' && (text[0] | 0x20) != 'f')
    return std::string(text);
  if (std::holds_alternative<int64_t>(node.value) || std::holds_alternative<double>(node.value)) {
    if (sexagesimal) return std::string(text);
    return std::holds_alternative<int64_t>(node.value) ? newer_int(text) : std::nullopt;
  }
  if (!std::holds_alternative<std::string>(node.value)) return {};
  return is_newer_float(text) ? float_scalar(text) : newer_int(text);
}

YamlScalar resolve_plain_scalar(std::string_view text) {
  if (is_one_of(text, kNullWords)) return std::monostate();
  if (is_one_of(text, kTrueWords)) return true;
  if (is_one_of(text, kFalseWords)) return false;
  if (text == "<<") return YamlOther{YamlOther::Kind::unsupported_tag, "tag:yaml.org,2002:merge"};
  if (text == "=") return YamlOther{YamlOther::Kind::unsupported_tag, "tag:yaml.org,2002:value"};
  const char first = text[0];
  if (!is_decimal(first) && first != '-' && first != '+' && first != '.') return std::string(text);
  if (is_float(text)) return float_scalar(text);
  if (is_int(text)) return int_scalar(text);
  if (is_timestamp(text)) return YamlOther{YamlOther::Kind::timestamp, std::string(text)};
  return std::string(text);
}

}  // namespace vramlint::syntax
