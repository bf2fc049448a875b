#include "integrations/cli/environment.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <optional>

namespace vramlint::cli {
namespace {

/// The environment is as the map says while it lives; what the map leaves empty is not set.
class Environment {
 public:
  explicit Environment(const std::map<std::string, std::string>& values) {
    for (const char* name : {"VRAMLINT_NO_CACHE", "VRAMLINT_CACHE_DIR", "XDG_CACHE_HOME", "HOME"}) {
      const char* before = std::getenv(name);
      before_[name] = before ? std::optional<std::string>(before) : std::nullopt;
      set(name, values.contains(name) ? std::optional(values.at(name)) : std::nullopt);
    }
  }
  ~Environment() {
    for (const auto& [name, value] : before_) set(name, value);
  }

 private:
  static void set(const std::string& name, const std::optional<std::string>& value) {
    if (value)
      setenv(name.c_str(), value->c_str(), 1);
    else
      unsetenv(name.c_str());
  }
  std::map<std::string, std::optional<std::string>> before_;
};

std::string folder_in(const std::map<std::string, std::string>& values) {
  const Environment environment(values);
  return cache_folder().string();
}

TEST(CacheFolder, IsTheFirstThatTheUserNames) {
  const std::string own = "/tmp/own", shared = "/tmp/shared", home = "/home/someone";
  EXPECT_EQ(folder_in({{"VRAMLINT_CACHE_DIR", own}, {"XDG_CACHE_HOME", shared}, {"HOME", home}}), own);
  EXPECT_EQ(folder_in({{"XDG_CACHE_HOME", shared}, {"HOME", home}}), "/tmp/shared/vramlint");
  EXPECT_EQ(folder_in({{"HOME", home}}), "/home/someone/.cache/vramlint");
}

// The XDG base directory specification: paths that are not absolute are to be ignored.
TEST(CacheFolder, PassesOverWhatIsNotAbsolute) {
  EXPECT_EQ(folder_in({{"XDG_CACHE_HOME", "cache"}, {"HOME", "/home/someone"}}), "/home/someone/.cache/vramlint");
  EXPECT_EQ(folder_in({{"HOME", "someone"}}), "");
  EXPECT_EQ(folder_in({}), "");
}

TEST(CacheFolder, IsNoneWhereTheUserWantsNone) {
  EXPECT_EQ(folder_in({{"VRAMLINT_NO_CACHE", "1"}, {"VRAMLINT_CACHE_DIR", "/tmp/own"}}), "");
  EXPECT_EQ(folder_in({{"VRAMLINT_NO_CACHE", ""}, {"VRAMLINT_CACHE_DIR", "/tmp/own"}}), "/tmp/own");
}

}  // namespace
}  // namespace vramlint::cli
