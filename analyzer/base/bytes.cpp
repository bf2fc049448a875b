#include "base/bytes.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace vramlint {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Factor of "", "B", "K", "KB", "KiB", … in either case; 0 when it is no unit.
double unit_factor(std::string_view unit) {
  if (unit.empty() || unit == "B" || unit == "b") return 1;
  constexpr std::string_view kPrefixes = "KMGTP";
  const char first = unit[0] >= 'a' ? static_cast<char>(unit[0] - 'a' + 'A') : unit[0];
  const size_t power = kPrefixes.find(first);
  if (power == std::string_view::npos) return 0;
  const std::string_view rest = unit.substr(1);
  const bool known =
      rest.empty() || rest == "B" || rest == "b" || rest == "iB" || rest == "ib" || rest == "i" || rest == "IB";
  return known ? std::ldexp(1.0, 10 * static_cast<int>(power + 1)) : 0;
}

}  // namespace

Bytes& Bytes::operator+=(Bytes other) {
  if (__builtin_add_overflow(count, other.count, &count)) count = other.count > 0 ? kMost : kLeast;
  return *this;
}

Bytes& Bytes::operator-=(Bytes other) {
  if (__builtin_sub_overflow(count, other.count, &count)) count = other.count < 0 ? kMost : kLeast;
  return *this;
}

Bytes operator*(Bytes a, int64_t factor) {
  int64_t product = 0;
  if (__builtin_mul_overflow(a.count, factor, &product)) product = (a.count < 0) == (factor < 0) ? kMost : kLeast;
  return Bytes{product};
}

int64_t saturating_product(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kMost : product;
}

std::string to_string(Bytes size) {
  constexpr std::array<std::string_view, 7> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = std::fabs(static_cast<double>(size.count));
  const std::string sign = size.count < 0 ? "-" : "";
  if (value < 1024) return sign + std::to_string(static_cast<int64_t>(value)) + " B";
  size_t unit = 0;
  while (value >= 1023.5 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  std::array<char, 32> digits{};
  const auto written =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed, decimals);
  return sign + std::string(digits.data(), written.ptr) + " " + std::string(kUnits[unit]);
}

std::optional<Bytes> parse_bytes(std::string_view text) {
  text = trimmed(text);
  // from_chars would also take "inf", "nan" and a sign.
  if (text.empty() || !(is_digit(text.front()) || text.front() == '.')) return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  const double factor = unit_factor(trimmed(text.substr(static_cast<size_t>(end - text.data()))));
  const double count = std::round(number * factor);
  if (factor == 0 || !(count < std::ldexp(1.0, 63))) return std::nullopt;
  return Bytes{static_cast<int64_t>(count)};
}

Interval& Interval::operator+=(const Interval& other) {
  low += other.low;
  point += other.point;
  high += other.high;
  return *this;
}

}  // namespace vramlint
