// How single numbers, strings and bytes are written.
#include <charconv>
#include <cmath>
#include <cstdio>

#include "interp/text.h"

namespace vramlint::interp {

// CPython writes the shortest digits that read back, with an exponent from 1e16 on and below 1e-4
// (Objects/floatobject.c, float_repr: format code 'r').
std::string float_repr(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  char buffer[40];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::scientific).ptr;
  std::string_view text(buffer, static_cast<size_t>(end - buffer));
  std::string sign = text[0] == '-' ? "-" : "";
  text.remove_prefix(sign.size());
  size_t e = text.find('e');
  int exponent = std::atoi(std::string(text.substr(e + 1)).c_str());
  std::string digits(1, text[0]);
  if (e > 2) digits += text.substr(2, e - 2);
  auto count = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    std::string mantissa = count > 1 ? digits.substr(0, 1) + "." + digits.substr(1) : digits;
    std::string power = std::to_string(std::abs(exponent));
    if (power.size() < 2) power.insert(0, "0");
    return sign + mantissa + (exponent < 0 ? "e-" : "e+") + power;
  }
  if (exponent < 0) return sign + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  if (count <= exponent + 1) return sign + digits + std::string(static_cast<size_t>(exponent + 1 - count), '0') + ".0";
  auto whole = static_cast<size_t>(exponent + 1);
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

namespace {

void append_hex(std::string& text, const char* format, unsigned value) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, format, value);
  text += buffer;
}

bool lies_in(int32_t c, int32_t low, int32_t high) { return c >= low && c <= high; }

// Controls, formats, separators and surrogates: what str.isprintable() refuses among the characters in use.
bool is_printable(int32_t c) {
  if (c < 0x7f) return c >= 0x20;
  return !(c <= 0xa0 || c == 0xad || lies_in(c, 0x600, 0x605) || c == 0x61c || c == 0x6dd || c == 0x70f ||
           c == 0x1680 || c == 0x180e || lies_in(c, 0x2000, 0x200f) || lies_in(c, 0x2028, 0x202f) ||
           lies_in(c, 0x205f, 0x206f) || c == 0x3000 || lies_in(c, 0xd800, 0xf8ff) || c == 0xfeff ||
           lies_in(c, 0xfff0, 0xfffb) || lies_in(c, 0xfffe, 0xffff) || lies_in(c, 0xe0000, 0x10ffff));
}

void append_escaped(std::string& out, std::string_view piece, char quote, bool ascii_only) {
  int32_t c = code_point_value(piece);
  if (c == '\\' || c == quote) {
    out.push_back('\\');
    out += piece;
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\r') {
    out += "\\r";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c < 0) {
    append_hex(out, "\\x%02x", static_cast<unsigned char>(piece[0]));
  } else if (is_printable(c) && (c < 0x80 || !ascii_only)) {
    out += piece;
  } else {
    append_hex(out, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", static_cast<unsigned>(c));
  }
}

char quote_for(std::string_view text) {
  bool single = text.find('\'') != std::string_view::npos, both = text.find('"') != std::string_view::npos;
  return single && !both ? '"' : '\'';
}

}  // namespace

std::string string_repr(std::string_view text, bool ascii_only) {
  char quote = quote_for(text);
  std::string out(1, quote);
  for (std::string_view piece : code_points(text)) append_escaped(out, piece, quote, ascii_only);
  out.push_back(quote);
  return out;
}

std::string bytes_repr(std::string_view bytes) {
  char quote = quote_for(bytes);
  std::string out = std::string("b") + quote;
  for (const char& byte : bytes) {
    if (static_cast<unsigned char>(byte) < 0x80) {
      append_escaped(out, std::string_view(&byte, 1), quote, true);
    } else {
      append_hex(out, "\\x%02x", static_cast<unsigned char>(byte));
    }
  }
  out.push_back(quote);
  return out;
}

}  // namespace vramlint::interp
