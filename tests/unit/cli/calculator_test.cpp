// Expected values: measured on the calculator that the formula is from, and its reading rules.
#include "integrations/cli/calculator.h"

#include <gtest/gtest.h>

#include "config/plain_yaml.h"
#include "integrations/cli/calculator_file.h"

namespace vramlint::cli {
namespace {

bool says(const CalculatorInput& input, std::string_view part) {
  return shown(input, calculate(input)).find(part) != std::string::npos;
}

TEST(Calculator, Safe) {
  const CalculatorInput input{8, 128, 128, 256, 10, 24};
  EXPECT_TRUE(calculate(input).safe);
  EXPECT_TRUE(says(input, "per layer  0.1250 GiB"));
  EXPECT_TRUE(says(input, "total      1.25 GiB"));
  EXPECT_TRUE(says(input, "24.00 GiB, 70 % of it for activations: 16.80 GiB"));
  EXPECT_TRUE(says(input, "safe: 15.55 GiB (92.6 %) to spare"));
}

TEST(Calculator, OverWithSuggestions) {
  const CalculatorInput input{16, 256, 256, 512, 10, 24};
  EXPECT_FALSE(calculate(input).safe);
  EXPECT_TRUE(says(input, "per layer  2.0000 GiB"));
  EXPECT_TRUE(says(input, "total      20.00 GiB"));
  EXPECT_TRUE(says(input, "over by 3.20 GiB"));
  EXPECT_TRUE(says(input, "batch 16 -> 13\n"));
  EXPECT_TRUE(says(input, "resolution [256, 256] -> [234, 234]"));
}

TEST(Calculator, ABatchOfOneCannotGetSmaller) {
  const CalculatorInput input{1, 1024, 1024, 1024, 10, 24};
  EXPECT_TRUE(says(input, "per layer  4.0000 GiB"));
  EXPECT_FALSE(says(input, "batch 1 ->"));
  EXPECT_FALSE(says(input, "accumulated"));
  EXPECT_TRUE(says(input, "[663, 663]"));
}

TEST(Calculator, OnlyWhatWouldDoIsOffered) {
  EXPECT_FALSE(says({8, 128, 128, 256, 10000, 1}, "batch 8 ->"));
  EXPECT_TRUE(says({1, 2, 2, 1e9, 100, 1}, "no batch and no resolution would do"));
  EXPECT_FALSE(says({1, 2, 2, 1e9, 100, 1}, "[0, 0]"));
  // 8 x 0.875 GiB are 7 GiB, which is all of 70 % of 10 GiB: equal is over.
  const CalculatorInput equal{9, 448, 512, 1024, 1, 10};
  EXPECT_EQ(calculate({8, 448, 512, 1024, 1, 10}).safe, calculate(equal).batch == 8);
}

TEST(Calculator, LargeBatch) {
  const CalculatorInput input{24, 1024, 1024, 256, 1, 24};
  EXPECT_TRUE(says(input, "over by 7.20 GiB"));
  EXPECT_TRUE(says(input, "batch 24 -> 16\n"));
  EXPECT_TRUE(says(input, "[856, 856]"));
}

TEST(Calculator, RoundsBinaryFractionsExactly) {
  EXPECT_TRUE(says({100, 128, 128, 256, 10, 24}, "total      15.62 GiB"));  // 15.625
  EXPECT_TRUE(says({16, 64, 64, 256, 10, 24}, "total      0.62 GiB"));      // 0.625
}

TEST(Calculator, EqualIsOver) {
  // 0.7 * 0 GiB against 0 GiB, and no suggestion from a division by nothing
  const CalculatorInput input{0, 128, 128, 256, 10, 0};
  EXPECT_FALSE(calculate(input).safe);
  EXPECT_FALSE(says(input, "->"));
}

CalculatorFile file_of(const std::string& yaml) {
  const Source source("c.yaml", yaml);
  Findings findings;
  const auto config = config::load_plain_yaml(source, findings);
  EXPECT_TRUE(config) << yaml;
  return config ? read_calculator_file(config->root) : CalculatorFile{};
}

/// -1 where there is none.
double value_of(const Setting& setting) {
  if (const auto* value = std::get_if<double>(&setting)) return *value;
  const auto* otherwise = std::get_if<Default>(&setting);
  return otherwise ? otherwise->value : -1;
}

void expect_file(const std::string& yaml, double batch, double height, double width, double hidden, double layers) {
  SCOPED_TRACE(yaml);
  const CalculatorFile file = file_of(yaml);
  EXPECT_EQ(value_of(file.batch), batch);
  EXPECT_EQ(value_of(file.height), height);
  EXPECT_EQ(value_of(file.width), width);
  EXPECT_EQ(value_of(file.hidden), hidden);
  EXPECT_EQ(value_of(file.layers), layers);
}

TEST(CalculatorFile, Defaults) { expect_file("{}", 8, 128, 128, 256, 10); }

TEST(CalculatorFile, WhatTheFileSaysIsNoDefault) {
  const CalculatorFile file = file_of("data: {train_batchsize: 8}");
  EXPECT_TRUE(std::holds_alternative<double>(file.batch));
  EXPECT_TRUE(std::holds_alternative<Default>(file.hidden));
}

TEST(CalculatorFile, LayersGoByName) {
  expect_file("model: {name: DDPM, num_res_blocks: 3}", 8, 128, 128, 256, 12);
  expect_file("model: {name: DDPM}", 8, 128, 128, 256, 8);
  expect_file("model: {name: MG-DDPM-fno, n_layers: 7}", 8, 128, 128, 256, 7);
  expect_file("model: {name: FNO2d}", 8, 128, 128, 256, 4);
  expect_file("model: {name: SR3, num_res_blocks: 3}", 8, 128, 128, 256, 10);
  expect_file("model: {name: EDSR, num_layers: 6}", 8, 128, 128, 256, 6);
}

TEST(CalculatorFile, WidthComesBeforeHiddenDim) {
  expect_file("model: {width: 64, hidden_dim: 512}", 8, 128, 128, 64, 10);
  expect_file("model: {hidden_dim: 512}", 8, 128, 128, 512, 10);
  EXPECT_TRUE(std::holds_alternative<std::string>(file_of("model: {width: null, hidden_dim: 512}").hidden));
}

TEST(CalculatorFile, ShapeIsAListOfTwoOrMore) {
  expect_file("data: {shape: [64, 32, 3], train_batchsize: 2}", 2, 64, 32, 256, 10);
  expect_file("data: {shape: [64]}", 8, 128, 128, 256, 10);
  expect_file("data: {shape: 64}", 8, 128, 128, 256, 10);
}

TEST(CalculatorFile, WhatIsNoNumberIsTold) {
  for (const char* yaml : {"model: null", "model: {name: 5}", "data: 7"}) {
    EXPECT_TRUE(std::holds_alternative<std::string>(file_of(yaml).batch)) << yaml;
  }
  EXPECT_TRUE(std::holds_alternative<std::string>(file_of("model: {name: unet, num_res_blocks: [1, 2]}").layers));
  const Setting batch = file_of("data:\n  train_batchsize: \"8\"\n").batch;
  ASSERT_TRUE(std::holds_alternative<std::string>(batch));
  EXPECT_EQ(std::get<std::string>(batch),
            "c.yaml:2: `data.train_batchsize` is \"8\", not a number that can be counted with");
}

}  // namespace
}  // namespace vramlint::cli
