#include "base/printable.h"

#include <gtest/gtest.h>

namespace vramlint {
namespace {

TEST(Printable, WhatSteersATerminalIsVisible) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(printable("a\u202Eb\u009Bc\u2066"), "a\\u202eb\\x9bc\\u2066");
  EXPECT_EQ(printable(std::string_view("\0\x7f", 2)), "\\x00\\x7f");
  EXPECT_EQ(printable("\u200B\u200F\u2028\uFEFF\U000E0041"), "\\u200b\\u200f\\u2028\\ufeff\\U000e0041");
}

TEST(Printable, OtherTextStaysAsItIs) { EXPECT_EQ(printable("显存 é e\u0301 😀"), "显存 é e\u0301 😀"); }

TEST(Printable, BrokenBytesAreReplaced) { EXPECT_EQ(printable("a\xff\xe2\x80"), "a\uFFFD\uFFFD"); }

TEST(Printable, LineEnds) {
  EXPECT_EQ(printable("a\tb\r\nc"), "a b  c");
  EXPECT_EQ(printable_name("a\tb\r\nc"), "a\\tb\\r\\nc");
  EXPECT_EQ(printable_lines("a\tb\nc\rd"), "a\tb\nc\\rd");
}

// json.loads in CPython gives the same text for both sides.
TEST(Printable, JsonRemainsTheSameData) {
  EXPECT_EQ(printable_json("{\n  \"a\": \"\u202E é \x7f\U000E0041\"\n}"),
            "{\n  \"a\": \"\\u202e é \\u007f\\udb40\\udc41\"\n}");
  EXPECT_EQ(printable_json("[\"##[error]x\"]"), "[\"#\\u0023[error]x\"]");
}

TEST(Printable, ClippedKeepsCharactersWhole) {
  EXPECT_EQ(clipped("aé", 2), "a");
  EXPECT_EQ(clipped("aé", 3), "aé");
}

TEST(Printable, AbridgedSaysHowMuchWasCut) {
  const std::string longest(kLongestMessage, 'x');
  EXPECT_EQ(abridged(longest), longest);
  EXPECT_EQ(abridged(longest + "yyy"), longest + "… (3 bytes more)");
}

}  // namespace
}  // namespace vramlint
