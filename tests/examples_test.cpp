// The small projects in tests/examples against real PyTorch: parameters and saved bytes of every config, or that it
// fails. truth.json was written by tests/examples/record_truth.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "program.h"
#include "source_tree.h"

namespace vramlint::tests {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::vector<fs::path> projects() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(root() / "tests/examples")) {
    if (fs::exists(entry.path() / "truth.json")) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) { return info.param.filename().string(); }

class Example : public testing::TestWithParam<fs::path> {};

const Json* config_named(const Json& report, const std::string& path) {
  for (const Json& config : report.at("configs")) {
    if (config.at("path") == path) return &config;
  }
  return nullptr;
}

void compare_figures(const Json& ours, const Json& truth, const std::string& where) {
  EXPECT_EQ(ours.at("parameters").at("total"), truth.at("parameters")) << where;
  const Json& saved = ours.at("saved_for_backward");
  const double point = saved.is_object() ? saved.at("point").get<double>() : saved.get<double>();
  const double measured = truth.at("saved_for_backward");
  EXPECT_NEAR(point, measured, 0.001 * measured) << where;
}

/// What PyTorch refuses is told by a finding, and has no estimate.
void expect_failure(const Json& report, const std::string& path, const Json& truth) {
  const bool said = std::any_of(report.at("findings").begin(), report.at("findings").end(), [&](const Json& finding) {
    return finding.at("config") == path && finding.at("level") == "error";
  });
  EXPECT_TRUE(said) << path << " raises " << truth.at("raises");
}

const Json* phase_named(const Json& config, const std::string& name) {
  for (const Json& phase : config.at("phases")) {
    if (phase.at("name") == name) return &phase;
  }
  return nullptr;
}

void compare(const Json& report, const std::string& path, const Json& truth) {
  const Json* config = config_named(report, path);
  ASSERT_TRUE(config) << path;
  if (truth.contains("raises")) {
    EXPECT_EQ(config->at("status"), "not_estimable") << path;
    return expect_failure(report, path, truth);
  }
  if (!truth.contains("phases")) {
    ASSERT_EQ(config->at("status"), "estimated") << path;
    return compare_figures(*config, truth, path);
  }
  for (const auto& [name, facts] : truth.at("phases").items()) {
    const Json* phase = phase_named(*config, name);
    if (facts.contains("raises")) {
      EXPECT_FALSE(phase) << path << ", " << name;
      expect_failure(report, path, facts);
    } else {
      ASSERT_TRUE(phase) << path << " has no phase " << name;
      compare_figures(*phase, facts, path + ", " + name);
    }
  }
}

TEST_P(Example, IsAsPyTorchHasIt) {
  const Json truth = Json::parse(read_text(GetParam() / "truth.json"));
  std::vector<std::string> arguments = {"check",    "--root", GetParam().string(), "--torch", "1.13",
                                        "--format", "json",   "--fail-on",         "never",   "."};
  const ProgramRun run = run_program(GetParam(), arguments);
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  const Json report = Json::parse(run.output);
  for (const auto& [path, facts] : truth.at("configs").items()) compare(report, path, facts);
  EXPECT_EQ(report.at("configs").size(), truth.at("configs").size());
}

INSTANTIATE_TEST_SUITE_P(Projects, Example, testing::ValuesIn(projects()), name_of);

}  // namespace
}  // namespace vramlint::tests
