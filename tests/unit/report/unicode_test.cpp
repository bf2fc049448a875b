#include "report/unicode.h"

#include <gtest/gtest.h>

namespace vramlint::report {
namespace {

TEST(Unicode, Utf16UnitsAsPythonCountsThem) {
  EXPECT_EQ(utf16_length("abc"), 3U);  // len(s.encode("utf-16-le")) // 2
  EXPECT_EQ(utf16_length("é"), 1U);
  EXPECT_EQ(utf16_length("显存"), 2U);
  EXPECT_EQ(utf16_length("😀x"), 3U);
}

TEST(Unicode, BrokenBytesBecomeOneReplacementEach) {
  // Python: b"\xc4\xe3a\xe5\x91".decode("utf-8", "replace") == "\ufffd\ufffda\ufffd"
  std::string_view text =
      "\xC4\xE3"
      "a\xE5\x91";
  EXPECT_EQ(take_character(text), U'\uFFFD');
  EXPECT_EQ(take_character(text), U'\uFFFD');
  EXPECT_EQ(take_character(text), U'a');
  EXPECT_EQ(take_character(text), U'\uFFFD');
  EXPECT_TRUE(text.empty());
}

TEST(Unicode, SurrogatesAndOverlongFormsAreBroken) {
  // Python: b"\xed\xa0\x80".decode("utf-8", "replace") == "\ufffd\ufffd\ufffd", likewise b"\xe0\x80\x80"
  EXPECT_EQ(utf16_length("\xED\xA0\x80"), 3U);
  EXPECT_EQ(utf16_length("\xE0\x80\x80"), 3U);
}

TEST(Unicode, Cells) {
  EXPECT_EQ(cells("abc"), 3U);
  EXPECT_EQ(cells("显存"), 4U);
  EXPECT_EQ(cells("e\u0301"), 1U);
}

TEST(Unicode, PaddedFillsAndNeverCuts) {
  EXPECT_EQ(padded("显存", 6), "显存  ");
  EXPECT_EQ(padded("显存", 3), "显存");
  EXPECT_EQ(padded("", 2), "  ");
}

TEST(Unicode, FittedCutsAndFills) {
  EXPECT_EQ(fitted("ab", 4), "ab  ");
  EXPECT_EQ(fitted("abcdef", 4), "abc…");
  EXPECT_EQ(fitted("显存显存", 4), "显… ");  // 2 + 1, and one to fill
}

}  // namespace
}  // namespace vramlint::report
