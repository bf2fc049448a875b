// The opcodes are those of Lib/pickletools.py: K, M, J and 0x8a are integers of 1, 2, 4 and more bytes, X is a text, q
// and r keep what was written last, h and j write it again, 0x86 is a tuple of two.
#include "integrations/cli/pickle.h"

#include <bit>
#include <limits>

#include "base/encoding.h"
#include "base/printable.h"

namespace vramlint::cli {
namespace {

void append_little(std::string& bytes, uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
}

std::string as_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string result;
  while (!text.empty()) append_utf8(result, take_character(text));
  return result;
}

}  // namespace

void Pickle::number(int64_t value) {
  const auto bits = static_cast<uint64_t>(value);
  if (value >= 0 && value <= 0xff) {
    bytes_ += 'K';
    append_little(bytes_, bits, 1);
  } else if (value >= 0 && value <= 0xffff) {
    bytes_ += 'M';
    append_little(bytes_, bits, 2);
  } else if (value >= std::numeric_limits<int32_t>::min() && value <= std::numeric_limits<int32_t>::max()) {
    bytes_ += 'J';
    append_little(bytes_, bits, 4);
  } else {
    bytes_ += "\x8a\x08";
    append_little(bytes_, bits, 8);
  }
}

void Pickle::fraction(double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  bytes_ += 'G';
  for (int i = 7; i >= 0; --i) bytes_ += static_cast<char>(bits >> (8 * i) & 0xff);
}

void Pickle::text(std::string_view value) {
  std::string utf8 = as_utf8(value);
  if (const auto known = texts_.find(utf8); known != texts_.end()) return again(known->second);
  bytes_ += 'X';
  append_little(bytes_, utf8.size(), 4);
  bytes_ += utf8;
  const uint32_t number = keep();
  texts_.emplace(std::move(utf8), number);
}

void Pickle::pair(int64_t first, int64_t second) {
  number(first);
  number(second);
  bytes_ += '\x86';
}

uint32_t Pickle::keep() {
  const bool is_short = kept_ <= 0xff;
  bytes_ += is_short ? 'q' : 'r';
  append_little(bytes_, kept_, is_short ? 1 : 4);
  return kept_++;
}

void Pickle::again(uint32_t kept) {
  const bool is_short = kept <= 0xff;
  bytes_ += is_short ? 'h' : 'j';
  append_little(bytes_, kept, is_short ? 1 : 4);
}

}  // namespace vramlint::cli
