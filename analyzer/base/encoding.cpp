#include "base/encoding.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

namespace vramlint {
namespace {

/// Length of the valid UTF-8 sequence at the start of `bytes`, 0 if there is none.
size_t sequence_length(std::string_view bytes) {
  const auto byte = [&](size_t i) { return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U; };
  const auto continues = [&](size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  if (first < 0xC2 || !continues(1)) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) {
    const bool overlong = first == 0xE0 && second < 0xA0, surrogate = first == 0xED && second >= 0xA0;
    return continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  const bool overlong = first == 0xF0 && second<0x90, beyond = first> 0xF4 || (first == 0xF4 && second >= 0x90);
  return continues(2) && continues(3) && !overlong && !beyond ? 4 : 0;
}

/// The encoding that one of the first two lines declares (PEP 263), in lower case with `_` as `-`; empty if none.
std::string declared_encoding(std::string_view bytes) {
  const size_t first_end = std::min(bytes.find('\n'), bytes.size());
  const size_t second_end =
      first_end < bytes.size() ? std::min(bytes.find('\n', first_end + 1), bytes.size()) : first_end;
  const std::string_view head = bytes.substr(0, std::min<size_t>(second_end, 400));
  size_t at = head.find("coding");
  if (at == std::string_view::npos || at + 6 >= head.size() || (head[at + 6] != ':' && head[at + 6] != '=')) return {};
  at += 7;
  while (at < head.size() && (head[at] == ' ' || head[at] == '\t')) ++at;
  std::string name;
  for (; at < head.size(); ++at) {
    const auto c = static_cast<unsigned char>(head[at]);
    if (!std::isalnum(c) && c != '-' && c != '_' && c != '.') break;
    name += c == '_' ? '-' : static_cast<char>(std::tolower(c));
  }
  return name;
}

bool declares_latin1(std::string_view bytes) {
  static constexpr std::array<std::string_view, 8> kNames = {"latin-1", "latin1",      "iso-8859-1", "iso8859-1",
                                                             "l1",      "iso-8859-15", "cp1252",     "windows-1252"};
  const std::string name = declared_encoding(bytes);
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

std::optional<std::string> from_gb18030(std::string_view bytes) {
  const iconv_t converter = iconv_open("UTF-8", "GB18030");
  // (iconv_t)-1 is how POSIX says that the converter is not installed.
  if (converter == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
  std::string text(bytes.size() * 2 + 16, '\0');  // a two-byte character becomes at most four bytes of UTF-8
  char* input = const_cast<char*>(bytes.data());
  char* output = text.data();
  size_t input_left = bytes.size(), output_left = text.size();
  const size_t result = iconv(converter, &input, &input_left, &output, &output_left);
  iconv_close(converter);
  if (result == static_cast<size_t>(-1) || input_left != 0) return std::nullopt;
  text.resize(text.size() - output_left);
  return text;
}

std::string from_latin1(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0U | (code >> 6U));
      text += static_cast<char>(0x80U | (code & 0x3FU));
    }
  }
  return text;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    uint64_t eight = 0;
    if (bytes.size() >= sizeof eight) std::memcpy(&eight, bytes.data(), sizeof eight);
    if (bytes.size() >= sizeof eight && (eight & 0x8080808080808080U) == 0) {  // ASCII, as most of it is
      bytes.remove_prefix(sizeof eight);
      continue;
    }
    const size_t length = sequence_length(bytes);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

Decoded decode_legacy(std::string_view bytes) {
  if (!declares_latin1(bytes)) {
    if (auto text = from_gb18030(bytes)) return {std::move(*text), Encoding::gbk};
  }
  return {from_latin1(bytes), Encoding::latin1};
}

}  // namespace vramlint
