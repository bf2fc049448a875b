#include "integrations/cli/workspace.h"

#include <gtest/gtest.h>

#include "integrations/cli/commands.h"
#include "integrations/cli/config_paths.h"
#include "scratch.h"

namespace vramlint::cli {
namespace {

const char* const kProjectFile =
    "recipes:\n  - name: toy\n    configs: [\"config/*.yaml\"]\n    model: model.Net(cfg.width)\n"
    "    inputs: [\"float32[cfg.batch, 3]\"]\n    loss: mse\n    optimizer: adam\n";

std::vector<std::string> found(Workspace& workspace, const std::vector<std::string>& paths, bool only_claimed = false) {
  std::vector<std::string> names;
  for (const Source* source : find_configs(workspace, paths, only_claimed).sources) names.push_back(source->path());
  return names;
}

using Names = std::vector<std::string>;

TEST(Workspace, RootIsTheNearestFolderWithAProjectFile) {
  const Scratch scratch({{"sub/vramlint.yaml", kProjectFile}, {"sub/config/a.yaml", "width: 1\n"}, {".git/HEAD", ""}});
  Workspace workspace({}, {scratch / "sub/config/a.yaml"});
  EXPECT_EQ(workspace.files().root(), scratch.path() / "sub");
  EXPECT_TRUE(workspace.project());
  Workspace above({}, {scratch.path().string()});
  EXPECT_EQ(above.files().root(), scratch.path());
  EXPECT_FALSE(above.project());
}

TEST(Workspace, RecipeMayLieOutside) {
  const Scratch scratch({{"config/a.yaml", "width: 1\n"}});
  const Scratch elsewhere({{"given/r.yaml", kProjectFile}, {"given/step.py", ""}, {"other.py", ""}});
  Workspace workspace({.root = scratch.path().string(), .recipe = elsewhere / "given/r.yaml"}, {});
  ASSERT_TRUE(workspace.project());
  EXPECT_EQ(found(workspace, {scratch.path().string()}), Names{"config/a.yaml"});
  EXPECT_TRUE(workspace.files().read(elsewhere / "given/step.py")) << "steps may lie beside it";
  EXPECT_FALSE(workspace.files().read(elsewhere / "other.py")) << "nothing else is opened";
}

TEST(Workspace, SetReachesAProgramsOwnSettings) {
  const char* const program =
      "import argparse\nbatch = 12\nkind = \"big\"\nfast = False\nparser = argparse.ArgumentParser()\n"
      "parser.add_argument(\"--width\", default=64)\nparser.add_argument(\"--depth\", default=2)\n";
  const std::string project =
      "recipes:\n  - name: own\n    configs: [train.py]\n    script: {path: train.py, args: [--depth, '4']}\n";
  const Scratch scratch({{"train.py", program}, {"vramlint.yaml", project}});
  Workspace workspace({.root = scratch.path().string(),
                       .set = {"batch=8", "kind=it's", "fast=true", "width=16", "depth=6", "batch=9", "nothing=1"}},
                      {});
  EXPECT_EQ(workspace.files().read(scratch.path() / "train.py").source->text(),
            "import argparse\nbatch = 9\nkind = \"it's\"\nfast = True\nparser = argparse.ArgumentParser()\n"
            "parser.add_argument(\"--width\", default=16)\nparser.add_argument(\"--depth\", default=2)\n");
  EXPECT_EQ(workspace.project()->recipes[0].facts.programs[0].arguments, (Names{"--depth", "6"}));
  EXPECT_TRUE(workspace.files().is_laid_over("train.py")) << "no fix is written into a text that stands nowhere";
  Workspace plain({.root = scratch.path().string()}, {});
  EXPECT_EQ(plain.files().read(scratch.path() / "train.py").source->text(), program);
}

TEST(Workspace, WithoutPathsARootElsewhereIsSearched) {
  const Scratch scratch({{"config/a.yaml", "width: 1\n"}});
  EXPECT_EQ(default_paths(scratch.path().string()), Names{scratch.path().string()});
  EXPECT_EQ(default_paths(""), Names{"."});
  EXPECT_EQ(default_paths("."), Names{"."});
  EXPECT_EQ(default_paths(".."), Names{"."});
}

TEST(Workspace, AProjectFileOpensNoFolderOutside) {
  const Scratch scratch(
      {{"p/vramlint.yaml", "python_path: [\"..\", lib]\n"}, {"p/lib/a.py", ""}, {"secret.yaml", "a: 1\n"}});
  Workspace workspace({}, {scratch / "p"});
  EXPECT_FALSE(workspace.files().read(scratch / "secret.yaml"));
  EXPECT_EQ(workspace.files().search_paths(), std::vector<std::filesystem::path>{scratch.path() / "p/lib"});
  ASSERT_FALSE(workspace.project_findings().items().empty());
  EXPECT_NE(workspace.project_findings().items().back().message.text().find(".. lies outside"), std::string::npos);
}

TEST(Workspace, MistakesAreTold) {
  const Scratch scratch({{"a.yaml", "a: 1\n"}});
  const std::vector<std::string> paths = {scratch / "a.yaml"};
  EXPECT_THROW(Workspace({.root = scratch / "none"}, paths), UsageError);
  EXPECT_THROW(Workspace({.recipe = scratch / "none.yaml"}, paths), UsageError);
  EXPECT_THROW(Workspace({.python_path = {scratch / "none"}}, paths), UsageError);
  EXPECT_THROW(Workspace({.device = "rtx3091"}, paths), UsageError);
  EXPECT_THROW(Workspace({.memory = "much"}, paths), UsageError);
  EXPECT_THROW(Workspace({.torch = "0.4"}, paths), UsageError);
  EXPECT_THROW(Workspace({.set = {"batch"}}, paths), UsageError);
}

TEST(ConfigPaths, FoldersGiveWhatIsClaimed) {
  const Scratch scratch({{"vramlint.yaml", kProjectFile},
                         {"config/b.yaml", "width: 1\n"},
                         {"config/a.yaml", "width: 1\n"},
                         {"config/.hidden.yaml", "width: 1\n"},
                         {"config/notes.txt", "no"},
                         {"other/c.yaml", "width: 1\n"},
                         {"model.py", "class Net: pass\n"}});
  std::filesystem::create_directory_symlink(scratch.path(), scratch.path() / "config/loop");
  Workspace workspace({}, {scratch.path().string()});
  EXPECT_EQ(found(workspace, {scratch.path().string()}), (Names{"config/a.yaml", "config/b.yaml"}));
  EXPECT_EQ(found(workspace, {scratch / "config/b.yaml", scratch / "config/b.yaml"}), Names{"config/b.yaml"});
  EXPECT_EQ(found(workspace, {scratch / "other/c.yaml"}), Names{"other/c.yaml"});
  EXPECT_EQ(found(workspace, {scratch / "other/c.yaml", scratch / "config/a.yaml"}, true), Names{"config/a.yaml"});
}

TEST(ConfigPaths, WhatCannotBeReadIsTold) {
  const Scratch scratch({{"vramlint.yaml", kProjectFile}});
  Workspace workspace({}, {scratch.path().string()});
  EXPECT_EQ(find_configs(workspace, {scratch / "none.yaml"}, false).unreadable.size(), 1U);
  EXPECT_EQ(find_configs(workspace, {"/etc/hostname"}, false).unreadable.size(), 1U);
}

TEST(ConfigPaths, WhatARecipeNamesIsReadOrTold) {
  const Scratch scratch({{"vramlint.yaml", kProjectFile},
                         {"config/utf16.yaml", std::string("\xFF\xFEw\0i\0", 6)},
                         {"config/b.yaml", "width: 1\n"},
                         {"other/nul.yaml", std::string("a: \0\n", 5)}});
  std::filesystem::create_symlink("none.yaml", scratch.path() / "config/gone.yaml");
  std::filesystem::create_symlink("loop.yaml", scratch.path() / "config/loop.yaml");
  std::filesystem::create_symlink("/etc/hostname", scratch.path() / "config/out.yaml");
  Workspace workspace({}, {scratch.path().string()});
  const ConfigPaths configs = find_configs(workspace, {scratch.path().string()}, true);
  EXPECT_EQ(
      configs.unreadable,
      (Names{scratch / "config/gone.yaml: a link that leads to no file", scratch / "config/loop.yaml: cannot be read",
             scratch / "config/out.yaml: lies outside the root", scratch / "config/utf16.yaml: is not a text file"}));
  EXPECT_EQ(configs.sources.size(), 1U);
}

TEST(ConfigPaths, ALinkGoesByItsName) {
  const Scratch scratch(
      {{"vramlint.yaml", kProjectFile}, {"config/a.yaml", "width: 1\n"}, {"shared/b.yaml", "a: 1\n"}});
  std::filesystem::create_symlink("../shared/b.yaml", scratch.path() / "config/link.yaml");
  std::filesystem::create_symlink("a.yaml", scratch.path() / "config/latest.yaml");
  Workspace workspace({}, {scratch.path().string()});
  EXPECT_EQ(found(workspace, {scratch.path().string()}), (Names{"config/a.yaml", "config/link.yaml"}));
  EXPECT_EQ(found(workspace, {scratch / "config/link.yaml"}, true), Names{"config/link.yaml"});
  EXPECT_EQ(found(workspace, {scratch / "config/latest.yaml"}, true), Names{"config/latest.yaml"});
}

TEST(Prefix, FromWhereTheUserStands) {
  EXPECT_EQ(prefix_from("/w", "/w"), "");
  EXPECT_EQ(prefix_from("/w", "/w/sub/deep"), "sub/deep/");
  EXPECT_EQ(prefix_from("/w/config", "/w"), "../");
  EXPECT_EQ(prefix_from("/home/me", "/w"), "/w/");
}

}  // namespace
}  // namespace vramlint::cli
