#include "report/excerpt.h"

#include <gtest/gtest.h>

#include "report/unicode.h"
#include "sample.h"

namespace vramlint::report {
namespace {

std::string of(const Source& source, std::string_view text, int width = 100) {
  Context context;
  context.width = width;
  return excerpt(span_of(source, text), context, Ink::red);
}

TEST(Excerpt, CaretsStandUnderTheSpan) {
  const Source source("a.yaml", "train:\n  batch_size: 64\n");
  EXPECT_EQ(of(source, "64"),
            "  2 │   batch_size: 64\n"
            "    │               ^^\n");
}

TEST(Excerpt, TabsAndWideCharactersKeepTheirWidth) {
  const Source source("a.py", "\tx = '显存' + y\n");
  EXPECT_EQ(of(source, "y"),
            "  1 │     x = '显存' + y\n"
            "    │                  ^\n");  // 4 + 5 + 4 cells + 4 = column 17
  EXPECT_EQ(of(source, "显存"),
            "  1 │     x = '显存' + y\n"
            "    │          ^^^^\n");
}

TEST(Excerpt, CaretsStandUnderWhatATerminalMakesOfCharacters) {
  const Source source("a.yaml", "é: 1, x: 22\n");
  Context context;
  context.shown = [](std::string_view text) { return text == "é" ? std::string("\\u00e9") : std::string(text); };
  EXPECT_EQ(excerpt(span_of(source, "22"), context, Ink::red),
            "  1 │ \\u00e9: 1, x: 22\n"
            "    │               ^^\n");
}

TEST(Excerpt, EmptySpanHasOneCaret) {
  const Source source("a.yaml", "key:\n");
  const Context context;
  EXPECT_EQ(excerpt({&source, 4, 4}, context, Ink::red),
            "  1 │ key:\n"
            "    │     ^\n");
}

TEST(Excerpt, ThreeLinesAreShownWhole) {
  const Source source("a.py", "x = f(\n    1,\n)\n");
  EXPECT_EQ(of(source, "f(\n    1,\n)"),
            "  1 │ x = f(\n"
            "    │     ^^\n"
            "  2 │     1,\n"
            "    │     ^^\n"
            "  3 │ )\n"
            "    │ ^\n");
}

TEST(Excerpt, OfManyLinesTheFirstAndLast) {
  const Source source("a.py", "x = f(\n1,\n2,\n3,\n)\n");
  EXPECT_EQ(of(source, "f(\n1,\n2,\n3,\n)"),
            "  1 │ x = f(\n"
            "    │     ^^\n"
            "    ⋮\n"
            "  5 │ )\n"
            "    │ ^\n");
}

TEST(Excerpt, SpanThatEndsWithItsLineEndStaysOnItsLine) {
  const Source source("a.yaml", "a: 1\r\nb: 2\r\n");
  EXPECT_EQ(of(source, "1\r\n"),
            "  1 │ a: 1\n"
            "    │    ^\n");
}

TEST(Excerpt, LongLinesAreCutAroundTheSpan) {
  const Source source("a.py", std::string(500, 'a') + " HERE " + std::string(500, 'b') + "\n");
  const std::string text = of(source, "HERE", 60);
  const size_t first_end = text.find('\n');
  EXPECT_NE(text.find("…"), std::string::npos);
  EXPECT_LE(cells(std::string_view(text).substr(0, first_end)), 60U);
  const std::string_view marks = std::string_view(text).substr(first_end + 1);
  const size_t word = cells(std::string_view(text).substr(0, text.find("HERE")));
  EXPECT_EQ(cells(marks.substr(0, marks.find('^'))), word);
}

TEST(Excerpt, ALineOfMegabytesIsFast) {
  const Source source("a.json", std::string(10 << 20, 'a') + "X" + std::string(10 << 20, 'b'));
  EXPECT_LT(of(source, "X").size(), 1000U);
}

TEST(Excerpt, EscapeSequencesAreDefused) {
  const Source source("a.yaml", "a: \x1b[2J\n");
  EXPECT_EQ(of(source, "a").find('\x1b'), std::string::npos);
}

TEST(Excerpt, NowhereHasNone) { EXPECT_EQ(excerpt({}, {}, Ink::red), ""); }

}  // namespace
}  // namespace vramlint::report
