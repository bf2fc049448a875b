#include "integrations/cli/language.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "report/languages.h"

namespace vramlint::cli {
namespace {

/// The variables that count, as given and no others; what was there comes back.
class Surroundings {
 public:
  explicit Surroundings(const std::map<std::string, std::string>& values) {
    for (const char* name : {"VRAMLINT_LANG", "LC_ALL", "LC_MESSAGES", "LANG"}) {
      const char* value = std::getenv(name);
      before_[name] = value ? value : "";
      values.contains(name) ? setenv(name, values.at(name).c_str(), 1) : unsetenv(name);
    }
  }
  ~Surroundings() {
    for (const auto& [name, value] : before_) setenv(name.c_str(), value.c_str(), 1);
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

 private:
  std::map<std::string, std::string> before_;
};

bool is_chinese(const std::map<std::string, std::string>& variables, const std::string& asked = "") {
  const Surroundings surroundings(variables);
  const Catalogue* catalogue = catalogue_for(asked);
  EXPECT_TRUE(!catalogue || catalogue == &report::chinese());
  return catalogue != nullptr;
}

TEST(Language, EnglishWhereNothingSaysOtherwise) {
  EXPECT_FALSE(is_chinese({}));
  EXPECT_FALSE(is_chinese({{"LANG", "C.UTF-8"}}));
  EXPECT_FALSE(is_chinese({{"LANG", "de_DE.UTF-8"}}));
}

TEST(Language, TheTerminalsWhereNothingElseIsSaid) {
  EXPECT_TRUE(is_chinese({{"LANG", "zh_CN.UTF-8"}}));
  EXPECT_TRUE(is_chinese({{"LANG", "zh_CN"}}));
  EXPECT_TRUE(is_chinese({{"LC_MESSAGES", "zh_CN.utf8"}, {"LANG", "en_US.UTF-8"}}));
  // POSIX: LC_ALL before the category's own variable before LANG; the first that is not empty.
  EXPECT_FALSE(is_chinese({{"LC_ALL", "C"}, {"LC_MESSAGES", "zh_CN.UTF-8"}, {"LANG", "zh_CN.UTF-8"}}));
  EXPECT_TRUE(is_chinese({{"LC_ALL", ""}, {"LANG", "zh_CN.UTF-8"}}));
}

TEST(Language, ATerminalOfAnotherEncodingGetsEnglish) {
  EXPECT_FALSE(is_chinese({{"LANG", "zh_CN.GBK"}}));
  EXPECT_TRUE(is_chinese({{"LANG", "zh_CN.GBK"}}, "zh"));
  EXPECT_TRUE(is_chinese({{"LC_ALL", "C"}}, "zh"));
}

TEST(Language, WhatIsAskedForWins) {
  EXPECT_FALSE(is_chinese({{"VRAMLINT_LANG", "zh"}, {"LANG", "zh_CN.UTF-8"}}, "en"));
  EXPECT_TRUE(is_chinese({{"VRAMLINT_LANG", "zh"}, {"LC_ALL", "C"}}));
  EXPECT_FALSE(is_chinese({{"VRAMLINT_LANG", "en"}, {"LC_ALL", "zh_CN.UTF-8"}}));
}

}  // namespace
}  // namespace vramlint::cli
