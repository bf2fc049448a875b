#include "report/refrains.h"

#include <gtest/gtest.h>

#include <deque>

#include "report/formats.h"
#include "sample.h"

namespace vramlint::report {
namespace {

/// Configs that each say the same at a place of their own, after `lines` lines.
struct Alike {
  std::deque<Source> sources;
  Outcome outcome;

  Finding& add(const std::string& path, size_t lines, const std::string& message) {
    const Source& source = sources.emplace_back(path, std::string(lines, '\n') + "seed: 1\n");
    return outcome.findings.emplace_back(Finding{.rule = "unused-config-key",
                                                 .severity = Severity::warning,
                                                 .message = message,
                                                 .span = span_of(source, "seed"),
                                                 .config = path});
  }
  std::string written(std::string_view format) const { return find_format(format)->write(outcome, {}); }
};

size_t occurrences(const std::string& text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

Alike six() {
  Alike alike;
  for (size_t i = 0; i < 6; ++i) alike.add("c" + std::to_string(i) + ".yaml", i, "nothing reads `seed`");
  return alike;
}

TEST(Refrains, SameWordsAtSixPlacesAreToldOnce) {
  const Alike alike = six();
  const std::vector<Group> groups = groups_of(alike.outcome.findings);
  const std::vector<Refrain> refrains = refrains_of(groups);
  ASSERT_EQ(refrains.size(), 1U);
  EXPECT_EQ(elsewhere(refrains[0], {}), "and at 5 more places: c1.yaml:2:1, c2.yaml:3:1, c3.yaml:4:1 and 2 more");
  for (const char* format : {"text", "markdown"}) EXPECT_EQ(occurrences(alike.written(format), "nothing reads"), 1U);
  EXPECT_EQ(occurrences(alike.written("json"), "nothing reads"), 6U);
}

TEST(Refrains, OtherWordsLevelRuleOrFixIsToldForItself) {
  Alike alike = six();
  alike.add("d.yaml", 0, "nothing reads `speed`");
  alike.add("e.yaml", 0, "nothing reads `seed`").severity = Severity::note;
  alike.add("f.yaml", 0, "nothing reads `seed`").rule = "dormant-setting";
  alike.add("g.yaml", 0, "nothing reads `seed`").fixes = {{.title = "remove it"}};
  const std::vector<Group> groups = groups_of(alike.outcome.findings);
  EXPECT_EQ(refrains_of(groups).size(), 5U);
}

TEST(Refrains, WhatNamesItsConfigsIsToldForItself) {
  Alike alike;
  for (const char* path : {"base.yaml", "other.yaml"}) {
    Finding& shared = alike.add(path, 0, "nothing reads `seed`");
    shared.config = "leaf.yaml";
  }
  const std::vector<Group> groups = groups_of(alike.outcome.findings);
  EXPECT_EQ(refrains_of(groups).size(), 2U);
}

TEST(Refrains, AnnotationsSayWhatIsNewFirst) {
  Alike alike;
  for (size_t i = 0; i < 12; ++i) alike.add("c" + std::to_string(i) + ".yaml", i, "nothing reads `seed`");
  alike.add("z.yaml", 0, "nothing reads `speed`");
  EXPECT_NE(alike.written("github").find("speed"), std::string::npos);
}

TEST(Refrains, OfManyFindingsRelatedPlacesAreNamedAndNotShown) {
  Alike alike;
  const Source& model = alike.sources.emplace_back("m.py", "self.seed = cfg.seed\n");
  const auto add = [&](size_t i) {
    const std::string number = std::to_string(i);
    Finding& finding = alike.add("c" + number + ".yaml", 0, "nothing reads `seed` " + number);
    finding.related = {{span_of(model, "cfg.seed"), "read here"}};
  };
  for (size_t i = 0; i < 20; ++i) add(i);
  EXPECT_EQ(occurrences(alike.written("text"), "self.seed = cfg.seed"), 20U);
  add(20);
  const std::string text = alike.written("text");
  EXPECT_EQ(occurrences(text, "self.seed = cfg.seed"), 0U);
  EXPECT_EQ(occurrences(text, "m.py:1:13: note: read here"), 21U);
}

}  // namespace
}  // namespace vramlint::report
