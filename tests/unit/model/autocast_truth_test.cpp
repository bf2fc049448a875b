// The models of tests/models under mixed precision, against PyTorch with the casts of CUDA's autocast.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "memory/trace.h"
#include "model_file.h"

namespace vramlint::model {
namespace {

using nlohmann::json;

/// Files whose saved bytes differ between CPU and GPU by nature, and why.
const std::map<std::string, std::string> kExempt = {
    {"recurrent_tagger.py", "the LSTM, the GRU and the cell are unfused on the CPU and cuDNN's or fused on a GPU"},
};

const json& recording() {
  static const json all = [] {
    std::ifstream file(std::string(VRAMLINT_SOURCE_DIR) + "/tests/recordings/1.13.1-cpu/autocast.json");
    return json::parse(file);
  }();
  return all;
}

std::vector<std::string> measured_files() {
  std::vector<std::string> files;
  for (const auto& [file, record] : recording()["models"].items()) {
    if (!kExempt.contains(file)) files.push_back(file);
  }
  return files;
}

class AutocastTruth : public testing::TestWithParam<std::string> {};

TEST_P(AutocastTruth, SavedBytesAreThoseOfPyTorch) {
  std::unique_ptr<Recipe> recipe = recipe_of_model(GetParam());
  ASSERT_TRUE(recipe);
  recipe->precision = config::Precision::amp_bf16;
  recipe->torch = "1.13";
  const BuildResult result = recipe->build();
  ASSERT_FALSE(result.failure) << result.failure->message;
  const memory::Trace trace =
      memory::trace(result.built->phases.at(0), {}, *graph::torch_profile("1.13"), memory::Scenario::point);
  const json& record = recording()["models"][GetParam()];
  EXPECT_EQ(trace.saved_for_backward.count,
            record["saved_for_backward"].get<int64_t>() - record["wrapped_numbers"].get<int64_t>());
}

INSTANTIATE_TEST_SUITE_P(Models, AutocastTruth, testing::ValuesIn(measured_files()),
                         [](const auto& model) { return model.param.substr(0, model.param.find('.')); });

// What breaks under autocast there breaks here.
TEST(AutocastTruth, ModelsThatRaiseAreFailures) {
  EXPECT_FALSE(recording()["raised"].empty());
  for (const auto& [file, reason] : recording()["raised"].items()) {
    std::unique_ptr<Recipe> recipe = recipe_of_model(file);
    ASSERT_TRUE(recipe);
    recipe->precision = config::Precision::amp_bf16;
    recipe->torch = "1.13";
    EXPECT_TRUE(recipe->build().failure) << file << ": " << reason;
  }
}

// Kernels without bfloat16 keep some models from being measured; most are.
TEST(AutocastTruth, MostModelsAreMeasured) {
  EXPECT_GE(recording()["models"].size(), 45u);
  EXPECT_GE(recording()["models"].size(), 3 * recording()["failed"].size());
}

}  // namespace
}  // namespace vramlint::model
