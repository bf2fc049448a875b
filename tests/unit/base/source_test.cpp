#include "base/source.h"

#include <gtest/gtest.h>

#include "base/span.h"

namespace vramlint {
namespace {

TEST(Source, CountsColumnsInBytes) {
  const Source source("a.py", "a = 'é'\nb\n");
  EXPECT_EQ(source.position_of(0), (Position{1, 1}));
  EXPECT_EQ(source.position_of(7), (Position{1, 8}));  // é is two bytes: the quote after it is byte 7
  EXPECT_EQ(source.position_of(9), (Position{2, 1}));
  EXPECT_EQ(source.position_of(1000), (Position{3, 1}));
  EXPECT_EQ(source.line_count(), 3);
}

TEST(Source, KeepsCarriageReturnsOutOfLines) {
  const Source source("a.py", "one\r\ntwo\r\n\r\nfour");
  EXPECT_EQ(source.line(1), "one");
  EXPECT_EQ(source.line(3), "");
  EXPECT_EQ(source.line(4), "four");
  EXPECT_EQ(source.line(5), "");
  EXPECT_EQ(source.line(0), "");
  EXPECT_EQ(source.text().size(), 16U);
}

TEST(Source, CarriageReturnAloneEndsALineOfPython) {
  const Source source("a.py", "one\rtwo\r\nthree\r\rfive\r");
  EXPECT_EQ(source.text(), "one\ntwo\r\nthree\n\nfive\n");
  EXPECT_EQ(source.raw(), "one\rtwo\r\nthree\r\rfive\r");
  EXPECT_EQ(source.line(3), "three");
  EXPECT_EQ(source.position_of(9), (Position{3, 1}));
  EXPECT_EQ(source.position_of(16), (Position{5, 1}));
  EXPECT_EQ(Source("a.sh", "one\rtwo").text(), "one\rtwo");
  EXPECT_EQ(Source("a.py",
                   "\xEF\xBB\xBF"
                   "one\rtwo")
                .text(),
            "one\ntwo");
}

TEST(Source, OffsetsClampToTheLineAndTheText) {
  const Source source("a.py", "one\r\ntwo");
  EXPECT_EQ(source.offset_of({1, 1}), 0U);
  EXPECT_EQ(source.offset_of({1, 99}), 3U);
  EXPECT_EQ(source.offset_of({2, 2}), 6U);
  EXPECT_EQ(source.offset_of({9, 1}), 8U);
  EXPECT_EQ(source.offset_of({0, 0}), 0U);
  for (uint32_t offset : {0U, 2U, 5U, 8U}) EXPECT_EQ(source.offset_of(source.position_of(offset)), offset);
}

TEST(Source, AnEmptyTextHasOneEmptyLine) {
  const Source source("a.py", "");
  EXPECT_EQ(source.line_count(), 1);
  EXPECT_EQ(source.position_of(0), (Position{1, 1}));
}

TEST(Span, CoversOnlyWithinOneSource) {
  const Source one("a", "abcdef"), two("b", "x");
  const Span left{&one, 1, 2}, right{&one, 4, 5}, other{&two, 0, 1};
  EXPECT_EQ(Span::cover(left, right).text(), "bcde");
  EXPECT_EQ(Span::cover(right, left).text(), "bcde");
  EXPECT_EQ(Span::cover(left, other), left);
  EXPECT_EQ(Span{}.text(), "");
}

}  // namespace
}  // namespace vramlint
