// Texts of all lengths around a word: which bytes count, and what is ASCII.
#include "base/text_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace vramlint {
namespace {

TEST(TextHash, EveryByteAndTheLengthCount) {
  std::set<size_t> hashes;
  size_t texts = 0;
  for (size_t length = 0; length <= 33; ++length) {
    const std::string plain(length, 'a');
    hashes.insert(text_hash(plain));
    ++texts;
    for (size_t at = 0; at < length; ++at, ++texts) {
      std::string other = plain;
      other[at] = 'b';
      hashes.insert(text_hash(other));
    }
  }
  EXPECT_EQ(hashes.size(), texts);
}

TEST(TextHash, IsTheSameWhereverTheTextLies) {
  const std::string text = "decode_head.loss_decode";
  for (size_t shift = 0; shift < 8; ++shift) {
    const std::string moved = std::string(shift, '-') + text + "=";
    EXPECT_EQ(text_hash(std::string_view(moved).substr(shift, text.size())), text_hash(text)) << shift;
  }
}

// A table of 64 places takes its number of the lowest bits: 640 names in a row leave none of them empty.
TEST(TextHash, NumberedNamesSpreadOverTheLowestBits) {
  std::set<size_t> places;
  for (int i = 0; i < 640; ++i) places.insert(text_hash("layer" + std::to_string(i)) % 64);
  EXPECT_EQ(places.size(), 64U);
}

TEST(TextHash, AsciiToTheLastByte) {
  for (size_t length = 1; length <= 17; ++length) {
    for (size_t at = 0; at < length; ++at) {
      std::string text(length, 'a');
      EXPECT_TRUE(is_ascii(text));
      text[at] = '\x80';
      EXPECT_FALSE(is_ascii(text)) << length << ' ' << at;
    }
  }
  EXPECT_TRUE(is_ascii(""));
}

}  // namespace
}  // namespace vramlint
