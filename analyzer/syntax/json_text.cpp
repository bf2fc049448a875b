#include "syntax/json_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>

namespace vramlint::syntax {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

char at_of(std::string_view text, size_t at) { return at < text.size() ? text[at] : '\0'; }

size_t end_of_digits(std::string_view text, size_t at) {
  while (is_digit(at_of(text, at))) ++at;
  return at;
}

/// Of the four digits of `\uXXXX`.
std::optional<uint32_t> code_unit(std::string_view text, size_t at) {
  uint32_t unit = 0;
  const std::string_view digits = text.substr(std::min(at, text.size()), 4);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
  if (digits.size() < 4 || error != std::errc() || end != digits.data() + 4) return std::nullopt;
  return unit;
}

void append_utf8(std::string& text, uint32_t code) {
  const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0U | (code >> 6U));
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0U | (code >> 12U));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0U | (code >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// Reads what stands behind `\u` at `at`, with the other half of a pair. False where it is no code.
bool append_code(std::string_view text, size_t& at, std::string& value) {
  const std::optional<uint32_t> unit = code_unit(text, at);
  if (!unit) return false;
  at += 4;
  const bool leads = *unit >= 0xD800 && *unit < 0xDC00;
  const std::optional<uint32_t> other =
      leads && text.substr(at).starts_with("\\u") ? code_unit(text, at + 2) : std::nullopt;
  if (other && *other >= 0xDC00 && *other < 0xE000) {
    at += 6;
    append_utf8(value, 0x10000 + ((*unit - 0xD800) << 10U) + (*other - 0xDC00));
  } else {
    append_utf8(value, *unit >= 0xD800 && *unit < 0xE000 ? 0xFFFD : *unit);
  }
  return true;
}

/// The same for what stands behind a backslash.
bool append_escape(std::string_view text, size_t& at, std::string& value) {
  constexpr std::string_view kLetters = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
  const char letter = at_of(text, at);
  const size_t known = kLetters.find(letter);
  if (letter == 'u') return append_code(text, ++at, value);
  if (known == std::string_view::npos || letter == '\0') return false;
  value += kMeant[known];
  ++at;
  return true;
}

}  // namespace

size_t end_of_json_blank(std::string_view text, size_t at) {
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (rest.starts_with("/*")) {
      const size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else if (std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

size_t end_of_json_number(std::string_view text, size_t at) {
  const size_t first = at_of(text, at) == '-' ? at + 1 : at;
  size_t end = at_of(text, first) == '0' ? first + 1 : end_of_digits(text, first);
  if (end == first) return at;
  if (at_of(text, end) == '.' && is_digit(at_of(text, end + 1))) end = end_of_digits(text, end + 1);
  if (const char e = at_of(text, end); e == 'e' || e == 'E') {
    const char sign = at_of(text, end + 1);
    const size_t digits = sign == '+' || sign == '-' ? end + 2 : end + 1;
    if (is_digit(at_of(text, digits))) end = end_of_digits(text, digits);
  }
  return end;
}

double json_float(const std::string& number) { return std::strtod(number.c_str(), nullptr); }

JsonString json_string(std::string_view text, size_t begin) {
  JsonString string{.value = {}, .end = begin + 1};
  size_t& at = string.end;
  while (at < text.size() && text[at] != '"') {
    if (static_cast<unsigned char>(text[at]) < 0x20) return string;
    if (text[at] != '\\') {
      string.value += text[at++];
      continue;
    }
    size_t behind = at + 1;
    if (!append_escape(text, behind, string.value)) return string;
    at = behind;
  }
  string.is_whole = at < text.size();
  if (string.is_whole) ++at;
  return string;
}

}  // namespace vramlint::syntax
