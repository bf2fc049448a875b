#include "integrations/cli/console.h"

#include <gtest/gtest.h>

namespace vramlint::cli {
namespace {

TEST(Console, LinesThatWouldBeCommandsAreNone) {
  EXPECT_EQ(without_commands("a\n::error::b\n  ::c::\n"), "a\n\\u003a:error::b\n  \\u003a:c::\n");
  EXPECT_EQ(without_commands("\r::x::"), "\r\\u003a:x::");
  EXPECT_EQ(without_commands("\u00a0\u3000::stop-commands::x"), "\u00a0\u3000\\u003a:stop-commands::x");
  EXPECT_EQ(without_commands("a ##[set-env name=b]c"), "a #\\u0023[set-env name=b]c");
}

TEST(Console, OtherTextStaysAsItIs) {
  for (const char* text : {"", "\n", "a::b::c\n", "std::vector", "{\n  \"a\": \"::error::\"\n}\n", "## [1]", ": :"}) {
    EXPECT_EQ(without_commands(text), text);
  }
}

TEST(Console, InAsciiDrawingsHaveTheirNearestAndLettersTheirNumber) {
  EXPECT_EQ(in_ascii("✘ a → b ≈ 3 × 4…"), "x a -> b ~ 3 x 4...");
  EXPECT_EQ(in_ascii("caf\u00e9 \u4e2d \U0001F600"), "caf\\u00e9 \\u4e2d \\U0001f600");
  EXPECT_EQ(in_ascii("plain\n"), "plain\n");
}

}  // namespace
}  // namespace vramlint::cli
