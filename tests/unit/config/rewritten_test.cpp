#include <gtest/gtest.h>

#include "config/dialects/rewritten.h"

namespace vramlint::config {
namespace {

TEST(Rewritten, MapsSpansBothWays) {
  const Source original("a.py", "one {{two}} three {{four}}\n");
  const Rewritten rewritten(original, {{{&original, 18, 26}, "4"}, {{&original, 4, 11}, "\"a longer one\""}});
  const Source& text = rewritten.source();
  EXPECT_EQ(text.text(), "one \"a longer one\" three 4\n");
  auto back = [&](std::string_view piece) {
    auto at = static_cast<uint32_t>(text.text().find(piece));
    return rewritten.translate({&text, at, at + static_cast<uint32_t>(piece.size())}).text();
  };
  EXPECT_EQ(back("one"), "one");
  EXPECT_EQ(back("three"), "three");
  EXPECT_EQ(back("\"a longer one\""), "{{two}}");
  EXPECT_EQ(back("longer"), "{{two}}");
  EXPECT_EQ(back("three 4"), "three {{four}}");
  EXPECT_EQ(back("\n"), "\n");
  EXPECT_EQ(rewritten.rewritten({&original, 12, 17}).text(), "three");
}

TEST(Rewritten, LeavesOtherSourcesAlone) {
  const Source original("a.py", "x"), other("b.py", "y");
  const Rewritten rewritten(original, {{{&original, 0, 1}, "long"}});
  EXPECT_EQ(rewritten.translate({&other, 0, 1}), (Span{&other, 0, 1}));
}

TEST(Rewritten, KeepsTheFirstOfOverlappingPieces) {
  const Source original("a.py", "abcdef");
  const Rewritten rewritten(original, {{{&original, 1, 4}, "1"}, {{&original, 3, 5}, "2"}});
  EXPECT_EQ(rewritten.source().text(), "a1ef");
}

}  // namespace
}  // namespace vramlint::config
