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
  for (const char* line :
       {"--format json a.yaml b.yaml", "a.yaml --format json b.yaml", "--format=json a.yaml b.yaml"}) {
    CLI::App program;
    OutputOptions options;
    std::vector<std::string> paths;
    program.add_option("PATH", paths);
    add_output_options(program, options);
    program.parse(line);
    EXPECT_EQ(options.formats, std::vector<std::string>{"json"}) << line;
    EXPECT_EQ(paths, (std::vector<std::string>{"a.yaml", "b.yaml"})) << line;
  }
}

TEST(Output, MistakesAreTold) {
  EXPECT_THROW(names({"xml"}), UsageError);
  EXPECT_THROW(names({"json="}), UsageError);
  EXPECT_THROW(names({"json", "sarif"}), UsageError);
}

}  // namespace
}  // namespace vramlint::cli
