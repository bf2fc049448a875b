#include "choice.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "integrations/cli/commands.h"
#include "integrations/cli/config_paths.h"
#include "integrations/cli/run.h"
#include "rules/list.h"
#include "scratch.h"

namespace vramlint::cli {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kRecipe =
    "recipes:\n  - name: toy\n    configs: [\"config/**/*.yaml\"]\n    model: torch.nn.Linear(8, cfg.width)\n"
    "    inputs: [\"float32[4, 8]\"]\n    loss: mse\n    optimizer: adam\n";

/// Two configs with a duplicate key (VL1201, an error) and a number that is a text (VL1109, a warning).
Scratch project(const std::string& policy) {
  const std::string text = "width: 2\nwidth: 4\nrate: 1e-4\n";
  return {{"vramlint.yaml", kRecipe + policy}, {"config/a.yaml", text}, {"config/old/b.yaml", text}};
}

/// "rule level path" of each finding, sorted.
Texts told(const Scratch& scratch, ProjectOptions options = {}) {
  options.root = scratch.path().string();
  Workspace workspace(options, {});
  const RunResult result = analyze_all(workspace, find_configs(workspace, {options.root}, false).sources,
                                       {.jobs = 1, .whole_project = true});
  Texts lines;
  for (const Finding& finding : result.outcome.findings) {
    if (finding.rule == "equal-configs") continue;
    lines.push_back(finding.rule + " " + std::string(to_string(finding.severity)) + " " + finding.span.source->path() +
                    (finding.rule == "invalid-recipe" ? ": " + finding.message.text() : ""));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

const Texts kAll = {"duplicate-key error config/a.yaml", "duplicate-key error config/old/b.yaml",
                    "number-read-as-text warning config/a.yaml", "number-read-as-text warning config/old/b.yaml"};
const Texts kDuplicates = {kAll[0], kAll[1]}, kTexts = {kAll[2], kAll[3]};

TEST(Choice, SelectAndIgnoreByNameCodeOrStart) {
  EXPECT_EQ(told(project("")), kAll);
  EXPECT_EQ(told(project("select: [duplicate-key]\n")), kDuplicates);
  EXPECT_EQ(told(project("select: VL1109\n")), kTexts);
  EXPECT_EQ(told(project("select: [VL10, VL12]\n")), kDuplicates);
  EXPECT_EQ(told(project("ignore: [VL1109]\n")), kDuplicates);
  EXPECT_EQ(told(project("select: [VL1]\nignore: VL12\n")), kTexts);
  EXPECT_EQ(told(project("select: [VL]\n")), kAll);
}

TEST(Choice, SelectOnTheCommandLineIsInPlaceOfTheFiles) {
  const Scratch scratch = project("select: [VL10]\nignore: [duplicate-key]\n");
  EXPECT_EQ(told(scratch), Texts{});
  EXPECT_EQ(told(scratch, {.select = {"VL12"}}), kDuplicates);
  EXPECT_EQ(told(scratch, {.select = {"VL12,VL1109"}, .ignore = {"duplicate-key"}}), kTexts);
}

TEST(Choice, IgnoreOnTheCommandLineIsBesideTheFiles) {
  EXPECT_EQ(told(project("ignore: [VL1109]\n"), {.ignore = {"VL12"}}), Texts{});
}

TEST(Choice, LevelsByFile) {
  EXPECT_EQ(told(project("severity:\n  - {rule: VL12, level: warning}\n"
                         "  - {files: \"config/old/**\", rule: duplicate-key, level: note}\n"
                         "  - {files: [\"config/*.yaml\"], rule: VL1109, level: off}\n")),
            (Texts{"duplicate-key note config/old/b.yaml", "duplicate-key warning config/a.yaml",
                   "number-read-as-text warning config/old/b.yaml"}));
}

TEST(Choice, WhatIsOnRequestNeedsItsOwnNameOrCode) {
  const auto scratch = [](const std::string& policy) {
    return Scratch{
        {"vramlint.yaml",
         "device: t4\nrecipes:\n  - name: toy\n    configs: [\"config/*.yaml\"]\n"
         "    model: torch.nn.Linear(8, cfg.width)\n    inputs: [\"float32[cfg.batch, 8]\"]\n    loss: mse\n" +
             policy},
        {"config/a.yaml", "width: 8\nbatch: 4\n"}};
  };
  EXPECT_EQ(told(scratch("")), Texts{});
  EXPECT_EQ(told(scratch("select: [VL10]\n")), Texts{});
  EXPECT_EQ(told(scratch("severity: {rule: VL10, level: error}\n")), Texts{});
  EXPECT_EQ(told(scratch("severity: {rule: device-memory-underused, level: error}\n")),
            Texts{"device-memory-underused error config/a.yaml"});
  EXPECT_EQ(told(scratch("severity: {files: \"other/*\", rule: VL1030, level: error}\n")), Texts{});
  EXPECT_EQ(told(scratch(""), {.select = {"VL1030"}}), Texts{"device-memory-underused note config/a.yaml"});
}

TEST(Choice, UnknownNamesAreFindingsAtTheirPlace) {
  const Texts lines =
      told(project("select: [VL1, duplicate-keys]\nignore: [VL13]\nseverity: {rule: x, level: note}\n"));
  Texts wrong;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(wrong),
               [](const std::string& line) { return line.starts_with("invalid-recipe"); });
  EXPECT_EQ(wrong, (Texts{"invalid-recipe error vramlint.yaml: no rule is called `VL13`",
                          "invalid-recipe error vramlint.yaml: no rule is called `duplicate-keys`; did you mean "
                          "`duplicate-key`?",
                          "invalid-recipe error vramlint.yaml: no rule is called `x`"}));
  EXPECT_THROW(told(project(""), {.select = {"duplicate-keys"}}), UsageError);
  EXPECT_THROW(told(project(""), {.ignore = {"VL12,"}}), UsageError);
}

TEST(Choice, AMistakeInTheSelectionIsToldAllTheSame) {
  const Texts lines = told(project("select: [VL10, VL1x]\n"));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0], "invalid-recipe error vramlint.yaml: no rule is called `VL1x`");
}

TEST(Choice, RulesThatAreNotChosenAreNotListedAsUnchecked) {
  const Scratch scratch = project("select: [duplicate-key]\n");
  Workspace workspace({.root = scratch.path().string()}, {});
  const RunResult result =
      analyze_all(workspace, find_configs(workspace, {scratch.path().string()}, false).sources, {.jobs = 1});
  for (const ConfigOutcome& config : result.outcome.configs) EXPECT_TRUE(config.not_checked.empty());
}

TEST(Choice, ASuppressionOfARuleThatIsOffIsNotUnused) {
  const auto rules = [](const std::string& policy) {
    const Scratch scratch(
        {{"vramlint.yaml", kRecipe + policy}, {"config/a.yaml", "width: 4  # vramlint: ignore[duplicate-key] r\n"}});
    return told(scratch);
  };
  EXPECT_EQ(rules(""), Texts{"unused-suppression warning config/a.yaml"});
  EXPECT_EQ(rules("ignore: duplicate-key\n"), Texts{});
  EXPECT_EQ(rules("severity: {files: \"x/*\", rule: duplicate-key, level: off}\n"), Texts{});
  EXPECT_EQ(rules("ignore: unused-suppression\n"), Texts{});
}

Texts found(const Scratch& scratch, const Texts& paths, bool only_claimed, const Texts& exclude = {}) {
  Workspace workspace({.root = scratch.path().string(), .exclude = exclude}, {});
  Texts names, absolute;
  for (const std::string& path : paths) absolute.push_back(scratch / path);
  for (const Source* source : find_configs(workspace, absolute, only_claimed).sources) names.push_back(source->path());
  return names;
}

TEST(Exclude, FilesAndFolders) {
  const Texts both = {"config/a.yaml", "config/old/b.yaml"};
  EXPECT_EQ(found(project(""), {"."}, false), both);
  EXPECT_EQ(found(project("exclude: [\"config/old/**\"]\n"), {"."}, false), Texts{"config/a.yaml"});
  EXPECT_EQ(found(project("exclude: config/old\n"), {"config"}, false), Texts{"config/a.yaml"});
  EXPECT_EQ(found(project(""), {"."}, false, {"**/a.yaml"}), Texts{"config/old/b.yaml"});
}

TEST(Exclude, AFileThatIsNamedIsCheckedButForHooks) {
  const Scratch scratch = project("exclude: [\"config/old/**\"]\n");
  EXPECT_EQ(found(scratch, {"config/old/b.yaml"}, false), Texts{"config/old/b.yaml"});
  EXPECT_EQ(found(scratch, {"config/old/b.yaml"}, true), Texts{});
}

}  // namespace
}  // namespace vramlint::cli
