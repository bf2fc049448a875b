#include "integrations/cli/text_edits.h"

#include <gtest/gtest.h>

#include "integrations/cli/finding_pairs.h"

namespace vramlint::cli {
namespace {

TEST(TextEdits, AreTheStretchesThatDiffer) {
  const std::string before = "a\nb\nc\nd\ne\n", after = "a\nB\nc\ne\nf\n";
  const std::vector<TextEdit> edits = edits_between(before, after);
  ASSERT_EQ(edits.size(), 3U);
  EXPECT_EQ(edits[0], (TextEdit{1, 2, 1, 2}));  // b, B
  EXPECT_EQ(edits[1], (TextEdit{3, 4, 3, 3}));  // d is gone
  EXPECT_EQ(edits[2], (TextEdit{5, 5, 4, 5}));  // f is new
  EXPECT_EQ(taken_back(edits[0], before, after), "a\nb\nc\ne\nf\n");
  EXPECT_EQ(taken_back(edits[1], before, after), "a\nB\nc\nd\ne\nf\n");
  EXPECT_EQ(taken_back(edits[2], before, after), "a\nB\nc\ne\n");
}

TEST(TextEdits, AllTakenBackIsTheOldText) {
  for (const auto& [before, after] : std::vector<std::pair<std::string, std::string>>{{"", "x\n"},
                                                                                      {"x\n", ""},
                                                                                      {"x", "x\n"},
                                                                                      {"a\r\nb\r\n", "a\nb\n"},
                                                                                      {"x\nx\ny\n", "y\nx\nx\nx\n"},
                                                                                      {"same\n", "same\n"}}) {
    std::string text = after;
    const std::vector<TextEdit> edits = edits_between(before, after);
    for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) text = taken_back(*edit, before, text);
    EXPECT_EQ(text, before) << after;
  }
  EXPECT_TRUE(edits_between("same\n", "same\n").empty());
}

TEST(TextEdits, TextsTooFarApartAreOneEdit) {
  std::string before, after;
  for (int i = 0; i < 4000; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  EXPECT_EQ(edits_between(before, after), (std::vector<TextEdit>{{0, 4000, 0, 4000}}));
}

TEST(FindingPairs, AGrownFigureOrAnEditedValueIsNoNewFinding) {
  const Source old_text("c.yaml", "a: 1\nbatch: 8\n"), new_text("c.yaml", "batch: 16\nother: 2\n");
  const auto at = [](const Source& source, int line, const char* rule, const char* message) {
    const uint32_t begin = source.offset_of({line, 1});
    return Finding{.rule = rule, .message = message, .span = {&source, begin, begin + 1}, .config = "c.yaml"};
  };
  std::vector<Finding> before = {at(old_text, 2, "peak", "needs 8"), at(old_text, 1, "unused", "a")};
  std::vector<Finding> after = {at(new_text, 1, "peak", "needs 16"), at(new_text, 2, "peak", "needs more"),
                                at(new_text, 2, "shape", "x")};
  EXPECT_EQ(drop_pairs(before, after, {}), 1U);
  ASSERT_EQ(before.size(), 1U);
  EXPECT_EQ(before[0].rule, "unused");
  ASSERT_EQ(after.size(), 2U);
  EXPECT_EQ(after[0].message, "needs more");
  EXPECT_EQ(after[1].rule, "shape");
}

}  // namespace
}  // namespace vramlint::cli
