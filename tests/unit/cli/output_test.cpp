#include "integrations/cli/output.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "integrations/cli/commands.h"

namespace vramlint::cli {
namespace {

/// Sets a variable, and puts the old value back.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name), old_(getenv(name) ? getenv(name) : "") {
    setenv(name, value, 1);
  }
  ~Variable() { setenv(name_, old_.c_str(), 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string old_;
};

std::vector<std::string> names(const std::vector<std::string>& formats) {
  std::vector<std::string> names;
  for (const Target& target : targets_of({.formats = formats})) {
    names.push_back(std::string(target.format->name) + (target.file.empty() ? "" : "=" + target.file));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(Output, TextUnlessAsked) {
  const Variable github("GITHUB_ACTIONS", "");
  EXPECT_EQ(names({}), Names{"text"});
  EXPECT_EQ(names({"json"}), Names{"json"});
  EXPECT_EQ(names({"sarif=a.sarif"}), (Names{"sarif=a.sarif", "text"}));
}

TEST(Output, AnnotationsOnGithubUnlessAsked) {
  const Variable github("GITHUB_ACTIONS", "true");
  EXPECT_EQ(names({}), Names{"github"});
  EXPECT_EQ(names({"text"}), Names{"text"});
  EXPECT_EQ(names({"sarif=a.sarif"}), (Names{"sarif=a.sarif", "text"}));
}

TEST(Output, AFormatTakesNoPathForAnother) {
  using Line = std::vector<const char*>;
  for (const Line& line :
       {Line{"", "--format", "json", "a.yaml", "b.yaml"}, Line{"", "a.yaml", "--format", "json", "b.yaml"},
        Line{"", "--format=json", "a.yaml", "b.yaml"}}) {
    CommandLine program("program", "", "1");
    OutputOptions options;
    std::vector<std::string> paths;
    program.program().option("PATH", paths, "");
    add_output_options(program.program(), options);
    EXPECT_TRUE(program.parse({line.begin() + 1, line.end()}));
    EXPECT_EQ(options.formats, std::vector<std::string>{"json"}) << line[1];
    EXPECT_EQ(paths, (std::vector<std::string>{"a.yaml", "b.yaml"})) << line[1];
  }
}

TEST(Output, StatisticsAreText) {
  const Variable github("GITHUB_ACTIONS", "true");
  const auto counted = [](const std::vector<std::string>& formats) {
    return targets_of({.formats = formats, .statistics = true}).at(0).format->name;
  };
  EXPECT_EQ(counted({}), "text");
  EXPECT_EQ(targets_of({.formats = {"sarif=a.sarif"}, .statistics = true}).at(1).format->name, "text");
  EXPECT_THROW(counted({"json"}), UsageError);
}

TEST(Output, MistakesAreTold) {
  EXPECT_THROW(names({"xml"}), UsageError);
  EXPECT_THROW(names({"json="}), UsageError);
  EXPECT_THROW(names({"json", "sarif"}), UsageError);
}

}  // namespace
}  // namespace vramlint::cli
