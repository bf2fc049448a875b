// A hash of texts for tables within a process, quick for names: eight bytes at a time. What must be equal between runs
// has a Digest.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace vramlint {

namespace text_words {

template <typename Word>
uint64_t read(const char* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

/// The last of fewer than eight bytes, by words that may overlap.
inline uint64_t rest(const char* at, size_t count) {
  if (count >= 4) return read<uint32_t>(at) << 32 | read<uint32_t>(at + count - 4);
  if (count >= 2) return read<uint16_t>(at) << 16 | read<uint16_t>(at + count - 2);
  return count == 0 ? 0 : read<uint8_t>(at);
}

}  // namespace text_words

inline size_t text_hash(std::string_view text) {
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15, kOther = 0xd6e8feb86659fd93;
  const auto mixed = [](uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * kOdd;
    return sum ^ std::rotr(sum, 32);
  };
  const char* at = text.data();
  size_t left = text.size();
  uint64_t sum = left * kOther;
  for (; left >= 8; left -= 8, at += 8) sum = mixed(sum, text_words::read<uint64_t>(at));
  sum = mixed(sum, text_words::rest(at, left)) * kOther;
  return sum ^ (sum >> 32);
}

struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return text_hash(text); }
};

/// Each byte is a code point.
inline bool is_ascii(std::string_view text) {
  constexpr uint64_t kHigh = 0x8080808080808080;
  uint64_t bits = 0;
  const char* at = text.data();
  size_t left = text.size();
  for (; left >= 8; left -= 8, at += 8) bits |= text_words::read<uint64_t>(at);
  return ((bits | text_words::rest(at, left)) & kHigh) == 0;
}

}  // namespace vramlint
