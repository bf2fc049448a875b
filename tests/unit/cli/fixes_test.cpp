#include "integrations/cli/fixes.h"

#include <gtest/gtest.h>

namespace vramlint::cli {
namespace {

Span at(const Source& source, std::string_view text) {
  const size_t begin = source.text().find(text);
  return {&source, static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + text.size())};
}

Finding finding(std::vector<Fix> fixes) { return {.rule = "r", .message = "m", .fixes = std::move(fixes)}; }

Fix fix(Safety safety, std::vector<Edit> edits) { return {.title = "t", .safety = safety, .edits = std::move(edits)}; }

TEST(Fixes, OnlySafeOnesUnlessAsked) {
  const Source source("a.yaml", "batch: 64\namp: false\n");
  const std::vector<Finding> findings = {
      finding({fix(Safety::display, {{at(source, "amp"), "x"}}), fix(Safety::unsafe, {{at(source, "64"), "48"}}),
               fix(Safety::safe, {{at(source, "false"), "true"}})})};
  EXPECT_EQ(patched(findings, false).texts.at(&source), "batch: 64\namp: true\n");
  EXPECT_EQ(patched(findings, true).texts.at(&source), "batch: 48\namp: false\n");
}

TEST(Fixes, OverlappingOnesAreLeftOutWhole) {
  const Source source("a.yaml", "a: 1\nb: 2\n");
  const Patched result = patched({finding({fix(Safety::safe, {{at(source, "a: 1"), "a: 3"}})}),
                                  finding({fix(Safety::safe, {{at(source, "2"), "4"}, {at(source, "1"), "5"}})})},
                                 false);
  EXPECT_EQ(result.texts.at(&source), "a: 3\nb: 2\n");
  EXPECT_EQ(result.fixes, 1);
}

TEST(Fixes, TheSameEditOfTwoConfigsIsMadeOnce) {
  const Source source("base.yaml", "a: 1\n");
  const Finding item = finding({fix(Safety::safe, {{at(source, "1"), "2"}})});
  EXPECT_EQ(patched({item, item}, false).texts.at(&source), "a: 2\n");
}

TEST(Fixes, InsertedLinesEndAsTheFilesDo) {
  const Source source("a.yaml", "a: 1\r\nb: 2\r\n");
  const Patched result = patched({finding({fix(Safety::safe, {{{&source, 6, 6}, "c: 3\n"}})})}, false);
  EXPECT_EQ(result.texts.at(&source), "a: 1\r\nc: 3\r\nb: 2\r\n");
}

Fix cut(const Edit& edit, bool fits) {
  Fix made = fix(Safety::unsafe, {edit});
  made.effect = FixEffect{.fits = fits};
  return made;
}

TEST(Fixes, OfSeveralCutsThatChangeTrainingOneIsMade) {
  const Source source("c.yaml", "batch: 8\nwidth: 64\namp: true\n");
  const Patched result =
      patched({finding({cut({at(source, "64"), "32"}, false)}), finding({cut({at(source, "8"), "4"}, true)}),
               finding({cut({at(source, "true"), "false"}, true)})},
              true);
  EXPECT_EQ(result.texts.at(&source), "batch: 4\nwidth: 64\namp: true\n");
  EXPECT_EQ(result.fixes, 1);
  EXPECT_EQ(result.alternatives, 2);
}

TEST(Fixes, NothingToDo) { EXPECT_TRUE(patched({finding({})}, true).texts.empty()); }

}  // namespace
}  // namespace vramlint::cli
