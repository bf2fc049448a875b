#include <gtest/gtest.h>

#include "config/project.h"

namespace vramlint::config {
namespace {

TEST(Glob, StarStaysWithinAFolder) {
  EXPECT_TRUE(glob_matches("config/*.yaml", "config/a.yaml"));
  EXPECT_TRUE(glob_matches("./config/*.yaml", "config/.yaml"));
  EXPECT_FALSE(glob_matches("config/*.yaml", "config/deep/a.yaml"));
  EXPECT_FALSE(glob_matches("config/*.yaml", "other/config/a.yaml"));
  EXPECT_FALSE(glob_matches("config/*.yaml", "config/a.yaml.bak"));
  EXPECT_TRUE(glob_matches("*a*b*", "xxaxxbxx"));
  EXPECT_FALSE(glob_matches("*a*b*", "xxbxxaxx"));
}

TEST(Glob, TwoStarsGoThroughFolders) {
  EXPECT_TRUE(glob_matches("**/*.yaml", "a.yaml"));
  EXPECT_TRUE(glob_matches("**/*.yaml", "x/y/z/a.yaml"));
  EXPECT_TRUE(glob_matches("configs/**/train/*.yml", "configs/train/a.yml"));
  EXPECT_TRUE(glob_matches("configs/**/train/*.yml", "configs/b/train/c/train/a.yml"));
  EXPECT_FALSE(glob_matches("configs/**/train/*.yml", "configs/b/retrain/a.yml"));
  EXPECT_TRUE(glob_matches("configs/**", "configs/b/c.json"));
}

TEST(Glob, QuestionMarkIsOneCharacter) {
  EXPECT_TRUE(glob_matches("a?.yaml", "ab.yaml"));
  EXPECT_FALSE(glob_matches("a?.yaml", "a.yaml"));
  EXPECT_FALSE(glob_matches("a?b", "a/b"));
}

TEST(Glob, ManyStarsEnd) {
  std::string pattern, path(5000, 'a');
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_FALSE(glob_matches(pattern + "b", path));
}

}  // namespace
}  // namespace vramlint::config
