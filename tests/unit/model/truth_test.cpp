// The models of tests/models against what real PyTorch said of them.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "graph/torch_profile.h"
#include "memory/trace.h"
#include "model_file.h"

namespace vramlint::model {
namespace {

using nlohmann::json;

const std::filesystem::path kTests = std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests";

/// Files whose saved bytes differ between CPU and GPU by nature, and why.
const std::map<std::string, std::string> kTruthExempt = {
    {"recurrent_tagger.py", "the LSTM, the GRU and the cell are unfused on the CPU and cuDNN's or fused on a GPU"},
    {"volume_lstm.py", "the LSTM is unfused on the CPU and cuDNN's on a GPU"},
};

const json& truth_recording() {
  static const json all = [] {
    std::ifstream file(kTests / "recordings" / "1.13.1-cpu" / "models.json");
    return json::parse(file);
  }();
  return all["models"];
}

std::vector<std::string> recorded_files() {
  std::vector<std::string> files;
  for (const auto& [file, record] : truth_recording().items()) files.push_back(file);
  return files;
}

class Truth : public testing::TestWithParam<std::string> {};

TEST_P(Truth, ParametersAndSavedBytesAreThoseOfPyTorch) {
  const std::string file = GetParam();
  std::unique_ptr<Recipe> recipe = recipe_of_model(file);
  ASSERT_TRUE(recipe);
  recipe->torch = "1.13";
  BuildResult result = recipe->build();
  if (result.failure) {
    FAIL() << result.failure->message << " at " << result.failure->span.source->path() << ":"
           << result.failure->span.start().line << ": " << result.failure->span.text();
  }

  const json& record = truth_recording()[file];
  const graph::Graph& graph = result.built->phases.at(0);
  EXPECT_EQ(graph.parameter_count(false), record["parameters"]["total"]);
  EXPECT_EQ(graph.parameter_count(true), record["parameters"]["trainable"]);
  EXPECT_EQ(graph.parameter_bytes().point.count, record["parameters"]["bytes"]);
  if (kTruthExempt.contains(file)) return;
  config::Experiment experiment;
  memory::Trace trace = memory::trace(graph, experiment, *graph::torch_profile("1.13"), memory::Scenario::point);
  EXPECT_EQ(trace.saved_for_backward.count,
            record["saved_for_backward"].get<int64_t>() - record["wrapped_numbers"].get<int64_t>());
}

INSTANTIATE_TEST_SUITE_P(Models, Truth, testing::ValuesIn(recorded_files()),
                         [](const auto& model) { return model.param.substr(0, model.param.find('.')); });

TEST(Truth, EveryModelIsRecorded) {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kTests / "models")) {
    if (entry.path().extension() != ".py") continue;
    ++count;
    EXPECT_TRUE(truth_recording().contains(entry.path().filename().string())) << entry.path();
  }
  EXPECT_EQ(count, truth_recording().size());
}

}  // namespace
}  // namespace vramlint::model
