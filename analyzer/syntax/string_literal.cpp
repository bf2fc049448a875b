#include "syntax/string_literal.h"

#include <array>
#include <charconv>
#include <utility>

namespace vramlint::syntax {
namespace {

constexpr uint32_t kMaxCode = 0x10FFFF;

bool is_octal(char c) { return c >= '0' && c <= '7'; }

class Decoder {
 public:
  Decoder(std::string_view text, const StringPrefix& prefix, std::string& value)
      : text_(text), prefix_(prefix), value_(value) {}

  std::optional<DecodeError> run() {
    while (at_ < text_.size() && !error_) step();
    return std::move(error_);
  }

 private:
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void step() {
    const char c = text_[at_];
    if (c == '\\' && !prefix_.raw) return escape();
    if (c == '\r') return line_end();
    const bool doubled_brace = prefix_.format && (c == '{' || c == '}') && peek(1) == c;
    value_ += c;
    at_ += doubled_brace ? 2 : 1;
  }

  void line_end() {
    at_ += peek(1) == '\n' ? 2 : 1;
    value_ += '\n';
  }

  void append_code(uint32_t code) {
    if (prefix_.bytes) {
      value_ += static_cast<char>(code & 0xFFU);
    } else {
      append_utf8(value_, code);
    }
  }

  void escape() {
    constexpr std::array<std::pair<char, char>, 10> kSingle = {{{'\\', '\\'},
                                                                {'\'', '\''},
                                                                {'"', '"'},
                                                                {'a', '\a'},
                                                                {'b', '\b'},
                                                                {'f', '\f'},
                                                                {'n', '\n'},
                                                                {'r', '\r'},
                                                                {'t', '\t'},
                                                                {'v', '\v'}}};
    const char c = peek(1);
    for (const auto& [letter, meaning] : kSingle) {
      if (letter != c || at_ + 1 >= text_.size()) continue;
      value_ += meaning;
      at_ += 2;
      return;
    }
    if (c == '\n') {
      at_ += 2;
    } else if (c == '\r') {
      at_ += peek(2) == '\n' ? 3 : 2;
    } else if (is_octal(c)) {
      octal();
    } else {
      numbered(c);
    }
  }

  void octal() {
    uint32_t code = 0;
    ++at_;
    for (int digits = 0; digits < 3 && is_octal(peek()); ++digits, ++at_)
      code = code * 8 + static_cast<uint32_t>(peek() - '0');
    append_code(code);
  }

  void numbered(char letter) {
    if (letter == 'x') return hexadecimal(2);
    if (letter == 'u' && !prefix_.bytes) return hexadecimal(4);
    if (letter == 'U' && !prefix_.bytes) return hexadecimal(8);
    if (letter == 'N' && !prefix_.bytes) return fail("characters by name (`\\N{…}`) are not supported", true);
    value_ += '\\';  // CPython keeps an unknown escape as it stands
    ++at_;
  }

  void hexadecimal(size_t digits) {
    const std::string_view number = text_.substr(at_ + 2, digits);
    uint32_t code = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), code, 16);
    if (number.size() != digits || end != number.data() + digits) return fail("truncated escape in a string");
    if (code > kMaxCode) return fail("there is no character of that number");
    append_code(code);
    at_ += 2 + digits;
  }

  void fail(std::string message, bool is_unsupported = false) {
    error_ = DecodeError{at_, std::move(message), is_unsupported};
  }

  std::string_view text_;
  const StringPrefix& prefix_;
  std::string& value_;
  size_t at_ = 0;
  std::optional<DecodeError> error_;
};

}  // namespace

void append_utf8(std::string& text, uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
    return;
  }
  const auto continuation = [&](unsigned shift) { text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x800) {
    text += static_cast<char>(0xC0U | (code >> 6U));
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0U | (code >> 12U));
    continuation(6);
  } else {
    text += static_cast<char>(0xF0U | (code >> 18U));
    continuation(12);
    continuation(6);
  }
  continuation(0);
}

StringPrefix string_prefix(std::string_view literal) {
  StringPrefix prefix;
  while (prefix.length < literal.size() && literal[prefix.length] != '\'' && literal[prefix.length] != '"') {
    const char letter = static_cast<char>(literal[prefix.length] | 0x20);
    prefix.raw = prefix.raw || letter == 'r';
    prefix.bytes = prefix.bytes || letter == 'b';
    prefix.format = prefix.format || letter == 'f';
    ++prefix.length;
  }
  const std::string_view quotes = literal.substr(prefix.length);
  prefix.quotes = quotes.starts_with("\"\"\"") || quotes.starts_with("'''") ? 3 : 1;
  return prefix;
}

std::optional<DecodeError> decode_string(std::string_view text, const StringPrefix& prefix, std::string& value) {
  return Decoder(text, prefix, value).run();
}

}  // namespace vramlint::syntax
