#include "syntax/toml_scalars.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

#include "syntax/json_text.h"
#include "syntax/string_literal.h"

namespace vramlint::syntax {

namespace {

/// What a backslash at `at` and the letters behind it mean, into `value`; false where they mean nothing.
bool take_escape(std::string_view text, size_t& at, bool is_long, std::string& value) {
  constexpr std::string_view kFrom = "btnfr\"\\", kTo = "\b\t\n\f\r\"\\";
  const char letter = at + 1 < text.size() ? text[at + 1] : '\0';
  if (const size_t place = kFrom.find(letter); letter != '\0' && place != std::string_view::npos) {
    value += kTo[place];
    at += 2;
    return true;
  }
  if (is_long && (letter == '\n' || letter == '\r' || letter == ' ' || letter == '\t')) {  // the line goes on
    at = std::min(text.find_first_not_of(" \t\r\n", at + 1), text.size());
    return true;
  }
  const size_t digits = letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
  if (digits == 0 || at + 2 + digits > text.size()) return false;
  uint32_t code = 0;
  const char* first = text.data() + at + 2;
  const auto read = std::from_chars(first, first + digits, code, 16);
  if (read.ptr != first + digits || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
  append_utf8(value, code);
  at += 2 + digits;
  return true;
}

/// Without the underscores that stand between digits.
std::string digits_of(std::string_view word) {
  std::string digits(word);
  std::erase(digits, '_');
  if (digits.starts_with('+')) digits.erase(0, 1);
  return digits;
}

std::optional<int64_t> whole(const std::string& digits, int base, size_t begin) {
  int64_t number = 0;
  const char* last = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data() + begin, last, number, base);
  return read.ec == std::errc() && read.ptr == last && begin < digits.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<TomlString> toml_string(std::string_view text, size_t begin) {
  const char quote = text[begin];
  const bool is_long = text.substr(begin, 3) == std::string(3, quote);
  const std::string closing(is_long ? 3 : 1, quote);
  TomlString string;
  size_t at = begin + closing.size();
  if (is_long && text.substr(at, 1) == "\n") ++at;
  if (is_long && text.substr(at, 2) == "\r\n") at += 2;
  while (at < text.size()) {
    const bool is_more = is_long && text.substr(at, 4) == std::string(4, quote);  // a quote right before the last ones
    if (!is_more && text.substr(at, closing.size()) == closing) {
      string.end = at + closing.size();
      return string;
    }
    if (!is_long && text[at] == '\n') return std::nullopt;
    if (quote == '"' && text[at] == '\\') {
      if (!take_escape(text, at, is_long, string.value)) return std::nullopt;
    } else {
      string.value += text[at++];
    }
  }
  return std::nullopt;
}

size_t end_of_toml_word(std::string_view text, size_t at) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '_' || c == '.' || c == ':';
  };
  size_t end = at;
  while (end < text.size() && is_part(text[end])) ++end;
  const bool is_date = end - at == 10 && text[at + 4] == '-' && text.substr(end, 1) == " " && end + 1 < text.size() &&
                       std::isdigit(static_cast<unsigned char>(text[end + 1])) != 0;
  return is_date ? end_of_toml_word(text, end + 1) : end;
}

std::optional<decltype(YamlNode::value)> toml_word(std::string_view word) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (word == "true") return true;
  if (word == "false") return false;
  if (word == "inf" || word == "+inf") return kInfinity;
  if (word == "-inf") return -kInfinity;
  if (word == "nan" || word == "+nan" || word == "-nan") return std::numeric_limits<double>::quiet_NaN();
  const std::string digits = digits_of(word);
  const bool is_negative = digits.starts_with('-');
  for (const auto& [mark, base] : {std::pair("0x", 16), std::pair("0o", 8), std::pair("0b", 2)})
    if (digits.starts_with(mark)) return whole(digits, base, 2);
  if (digits.find_first_not_of("0123456789", is_negative ? 1 : 0) == std::string::npos && digits.size() > is_negative) {
    if (const auto number = whole(digits, 10, 0)) return *number;
    return YamlOther{YamlOther::Kind::big_integer, digits, {}};
  }
  if (digits.size() > 4 && (digits[4] == '-' || digits[2] == ':'))
    return YamlOther{YamlOther::Kind::timestamp, digits, {}};
  if (digits.empty() || end_of_json_number(digits, 0) != digits.size()) return std::nullopt;
  return json_float(digits);
}

}  // namespace vramlint::syntax
