#include <algorithm>
#include <cstring>

#include "interp/text.h"

namespace vramlint::interp {

namespace {

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

}  // namespace

size_t sequence_length(std::string_view text) {
  auto lead = static_cast<unsigned char>(text[0]);
  size_t length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 1;
  if (length > text.size()) return 1;
  for (size_t i = 1; i < length; ++i) {
    if (!continues(text[i])) return 1;
  }
  return length;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

int64_t code_point_count(std::string_view text) {
  int64_t count = 0;
  for (size_t i = 0; i < text.size(); i += sequence_length(text.substr(i))) ++count;
  return count;
}

int64_t length_of(Interpreter& interpreter, const String& text, const Span& span) {
  if (text.is_ascii) return static_cast<int64_t>(text.text.size());
  interpreter.budget().touch_text(text.text.size(), span);
  return code_point_count(text.text);
}

std::vector<std::string_view> listed_code_points(std::string_view text) {
  std::vector<std::string_view> pieces;
  for (std::string_view piece : code_points(text)) pieces.push_back(piece);
  return pieces;
}

// memmem searches in two ways at once, in linear time; string_view::find takes the product of both lengths at worst.
size_t find_text(std::string_view text, std::string_view wanted, size_t from) {
  if (from > text.size()) return std::string_view::npos;
  if (wanted.empty()) return from;
  const void* found = memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
  return found ? static_cast<size_t>(static_cast<const char*>(found) - text.data()) : std::string_view::npos;
}

size_t find_last_text(std::string_view text, std::string_view wanted) {
  constexpr size_t kShort = 32;
  if (wanted.size() <= kShort) return text.rfind(wanted);
  const std::string backwards(text.rbegin(), text.rend()), wanted_backwards(wanted.rbegin(), wanted.rend());
  const size_t at = find_text(backwards, wanted_backwards);
  return at == std::string_view::npos ? at : text.size() - at - wanted.size();
}

std::string_view code_point_slice(std::string_view text, int64_t first, int64_t last) {
  size_t begin = 0;
  int64_t at = 0;
  while (at < first && begin < text.size()) {
    begin += sequence_length(text.substr(begin));
    ++at;
  }
  size_t end = begin;
  while (at < last && end < text.size()) {
    end += sequence_length(text.substr(end));
    ++at;
  }
  return text.substr(begin, end - begin);
}

int32_t code_point_value(std::string_view piece) {
  if (piece.empty()) return -1;
  auto lead = static_cast<unsigned char>(piece[0]);
  if (lead < 0x80) return lead;
  size_t length = sequence_length(piece);
  if (length == 1) return -1;
  int32_t value = lead & (0xff >> (length + 1));
  for (size_t i = 1; i < length; ++i) value = (value << 6) | (static_cast<unsigned char>(piece[i]) & 0x3f);
  return value;
}

void append_code_point(std::string& text, uint32_t code_point) {
  auto put = [&text](uint32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xc0 | (code_point >> 6));
    put(0x80 | (code_point & 0x3f));
  } else if (code_point < 0x10000) {
    put(0xe0 | (code_point >> 12));
    put(0x80 | ((code_point >> 6) & 0x3f));
    put(0x80 | (code_point & 0x3f));
  } else {
    put(0xf0 | (code_point >> 18));
    put(0x80 | ((code_point >> 12) & 0x3f));
    put(0x80 | ((code_point >> 6) & 0x3f));
    put(0x80 | (code_point & 0x3f));
  }
}

}  // namespace vramlint::interp
