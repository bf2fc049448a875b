// `vramlint init` on the example projects: with the shape filled in, its proposal leads to the estimates of the
// project's own vramlint.yaml.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "program.h"
#include "source_tree.h"

namespace vramlint::tests {
namespace {

using Json = nlohmann::json;

/// The example's files but for its project file.
void copy_example(const std::string& name, const ScratchFolder& folder) {
  const std::filesystem::path from = root() / "tests/examples" / name;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(from)) {
    const std::string path = std::filesystem::relative(entry.path(), from).generic_string();
    if (entry.is_regular_file() && path != "vramlint.yaml") folder.put(path, read_text(entry.path()));
  }
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// What the estimates say, by config.
std::map<std::string, Json> estimates(const std::filesystem::path& folder, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"check", "--root",   ".",       "--format", "json", "--fail-on",
                                        "never", "--device", "rtx3090", "--torch",  "2.4"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ProgramRun run = run_program(folder, arguments);
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  std::map<std::string, Json> found;
  const Json outcome = Json::parse(run.output);
  for (const Json& config : outcome.at("configs")) {
    EXPECT_EQ(config.at("status"), "estimated") << config.at("path");
    found[config.at("path")] = {config.at("parameters"), config.at("saved_for_backward"), config.at("peak"),
                                config.at("breakdown")};
  }
  return found;
}

TEST(Init, LeadsToTheEstimatesOfTheProjectsOwnFile) {
  const ScratchFolder folder;
  copy_example("soil_moisture", folder);
  const ProgramRun proposed = run_program(folder.path(), {"init", "train.py", "--root", "."});
  ASSERT_EQ(proposed.exit_code, 0) << proposed.errors;
  EXPECT_NE(proposed.errors.find("input shape"), std::string::npos);
  const std::string shape = "cfg.input_days, len(cfg.use_channels), 251, 401";
  folder.put("vramlint.yaml", replaced(proposed.output, ", TODO]", ", " + shape + "]"));
  const auto own = estimates(root() / "tests/examples/soil_moisture", {"config"});
  EXPECT_GE(own.size(), 2U);
  EXPECT_EQ(estimates(folder.path(), {"config"}), own);
}

TEST(Init, ProposesWhatLoadsAndNamesWhatIsOpen) {
  const ScratchFolder folder;
  copy_example("soil_moisture", folder);
  ASSERT_EQ(run_program(folder.path(), {"init", "--root", ".", "--write"}).exit_code, 0);
  const ProgramRun run = run_program(folder.path(), {"check", "config/config.yaml", "--root", ".", "--format", "json"});
  const Json outcome = Json::parse(run.output);
  std::vector<std::string> errors;
  for (const Json& finding : outcome.at("findings")) {
    if (finding.at("level") == "error") errors.push_back(finding.at("message"));
  }
  ASSERT_EQ(errors.size(), 1U) << run.output;
  EXPECT_NE(errors[0].find("TODO"), std::string::npos);
}

TEST(Init, ReplacesNothingThatIsThere) {
  const ScratchFolder folder;
  copy_example("soil_moisture", folder);
  folder.put("vramlint.yaml", "recipes: []\n");
  const ProgramRun refused = run_program(folder.path(), {"init", "train.py", "--write"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.errors.find("--force"), std::string::npos);
  EXPECT_EQ(read_text(folder.path() / "vramlint.yaml"), "recipes: []\n");
  EXPECT_EQ(run_program(folder.path(), {"init", "train.py", "--write", "--force"}).exit_code, 0);
  EXPECT_NE(read_text(folder.path() / "vramlint.yaml").find("make_model"), std::string::npos);
}

TEST(Init, SaysWhatItCannotRead) {
  const ScratchFolder folder({{"data.py", "x = 1\n"}, {"broken.py", "def f(:\n  optimizer = Adam(\n"}});
  EXPECT_EQ(run_program(folder.path(), {"init", "missing.py", "--root", "."}).exit_code, 2);
  EXPECT_EQ(run_program(folder.path(), {"init", "--root", "."}).exit_code, 2);
  EXPECT_EQ(run_program(folder.path(), {"init", "broken.py", "--root", "."}).exit_code, 0);
  EXPECT_EQ(run_program(folder.path(), {"init", "data.py", "--root", "."}).exit_code, 0);
}

}  // namespace
}  // namespace vramlint::tests
