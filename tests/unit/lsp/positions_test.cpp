#include "integrations/lsp/positions.h"

#include <gtest/gtest.h>

namespace vramlint::lsp {
namespace {

// a, e acute (2 bytes, 1 unit), a smile U+1F600 (4 bytes, 2 units), b.
const std::string kLine = "a\u00e9\U0001F600b";

TEST(Positions, AstralCharactersAreTwoUnitsOfUtf16) {
  const Positions positions(kLine, Unit::utf16);
  EXPECT_EQ(positions.place_of(3), (Place{0, 2}));
  EXPECT_EQ(positions.place_of(7), (Place{0, 4}));
  EXPECT_EQ(positions.place_of(8), (Place{0, 5}));
  EXPECT_EQ(positions.offset_of({0, 2}), 3U);
  EXPECT_EQ(positions.offset_of({0, 3}), 3U) << "between the two is where the character begins";
  EXPECT_EQ(positions.offset_of({0, 4}), 7U);
}

TEST(Positions, Utf8CountsBytes) {
  const Positions positions(kLine, Unit::utf8);
  EXPECT_EQ(positions.place_of(7), (Place{0, 7}));
  EXPECT_EQ(positions.offset_of({0, 7}), 7U);
  EXPECT_EQ(positions.offset_of({0, 5}), 3U) << "within a character is where it begins";
}

TEST(Positions, LinesEndWithLfCrlfOrCr) {
  const std::string text = "a\r\nbc\rd\ne";
  const Positions positions(text, Unit::utf16);
  EXPECT_EQ(positions.place_of(3), (Place{1, 0}));
  EXPECT_EQ(positions.place_of(6), (Place{2, 0}));
  EXPECT_EQ(positions.place_of(8), (Place{3, 0}));
  EXPECT_EQ(positions.offset_of({1, 9}), 5U) << "behind the end of a line is its end";
  EXPECT_EQ(positions.offset_of({0, 2}), 1U);
  EXPECT_EQ(positions.offset_of({9, 0}), text.size());
  EXPECT_EQ(positions.offset_of({-1, 4}), 0U);
  EXPECT_EQ(positions.offset_of({0, -4}), 0U);
}

TEST(Positions, AByteOrderMarkOfTheClientIsACharacterOfTheFirstLine) {
  const Positions positions("ab\nc", Unit::utf16, true);
  EXPECT_EQ(positions.place_of(1), (Place{0, 2}));
  EXPECT_EQ(positions.place_of(3), (Place{1, 0}));
  EXPECT_EQ(positions.offset_of({0, 0}), 0U);
  EXPECT_EQ(positions.offset_of({0, 2}), 1U);
}

TEST(Positions, EveryOffsetOfACharacterComesBack) {
  const std::string text = kLine + "\r\n\r" + kLine + "\n";
  for (const Unit unit : {Unit::utf8, Unit::utf16}) {
    const Positions positions(text, unit);
    for (const size_t offset : {0, 1, 3, 7, 8, 10, 11, 12, 14, 18, 19, 20})
      EXPECT_EQ(positions.offset_of(positions.place_of(offset)), offset);
  }
}

}  // namespace
}  // namespace vramlint::lsp
