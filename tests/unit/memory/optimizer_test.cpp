// Optimizer steps against the recording of real PyTorch 1.13.1 in tests/recordings/1.13.1-cpu/optimizers.json, and
// those of later releases against what their Python allocates.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "memory/strategies/optimizer.h"

namespace vramlint::memory::test {
namespace {

using nlohmann::json;

constexpr int64_t kBlock = 512;

int64_t rounded(Bytes bytes) { return (bytes.count + kBlock - 1) / kBlock * kBlock; }

struct Levels {
  int64_t held = 0;  ///< after the first step
  int64_t rise = 0;  ///< within the second, over what is held
};

/// `shapes`: of the parameters, in fp32.
Levels steps(const config::OptimizerFacts& facts, const std::vector<std::vector<int64_t>>& shapes,
             std::string_view torch) {
  std::vector<Trained> parameters;
  for (const auto& sizes : shapes) {
    graph::Shape shape(sizes.begin(), sizes.end());
    Trained one{.tensor = static_cast<graph::TensorId>(parameters.size()),
                .type = graph::contiguous(graph::Dtype::float32, std::move(shape))};
    one.bytes = one.type.bytes().point;
    parameters.push_back(std::move(one));
  }
  const graph::TorchProfile profile = *graph::torch_profile(torch);
  Trace trace;
  StorageTable storages(trace);
  OptimizerStates states;
  ScenarioPlayed scenario(Scenario::point);
  OptimizerPlay play(storages, states, parameters, facts, profile, scenario);
  const OptimizerStrategy* strategy = find_optimizer(facts.name);
  if (strategy->construct) strategy->construct(play);
  strategy->step(play);
  const size_t first = trace.events.size();
  strategy->step(play);
  Levels levels;
  int64_t level = 0;
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& event = trace.events[i];
    if (event.kind == TraceEvent::Kind::allocate) sizes.push_back(rounded(event.bytes));
    level += event.kind == TraceEvent::Kind::allocate ? sizes.back() : -sizes[event.id];
    if (i < first) levels.held = level;
    if (i >= first) levels.rise = std::max(levels.rise, level - levels.held);
  }
  storages.close();
  return levels;
}

config::OptimizerFacts facts_of(const json& record) {
  config::OptimizerFacts facts;
  facts.name = record["optimizer"];
  const json& options = record["options"];
  const auto has = [&](const char* name) { return options.contains(name); };
  facts.momentum = has("momentum");
  facts.nesterov = has("nesterov");
  facts.weight_decay = has("weight_decay") || facts.name == "adamw";  // 0.01 by default
  facts.amsgrad = has("amsgrad");
  facts.centered = has("centered");
  facts.maximize = has("maximize");
  if (has("history_size")) facts.history = options["history_size"].get<int64_t>();
  if (record.contains("foreach")) facts.foreach = record["foreach"].get<bool>();
  return facts;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

TEST(Optimizers, StepAsTheRecordingSays) {
  std::ifstream file(std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests" / "recordings" / "1.13.1-cpu" /
                     "optimizers.json");
  const json recording = json::parse(file);
  const auto shapes = recording["shapes"].get<std::vector<std::vector<int64_t>>>();
  ASSERT_GT(recording["steps"].size(), 70U);
  for (const json& record : recording["steps"]) {
    const Levels levels = steps(facts_of(record), shapes, "1.13");
    if (record["optimizer"] == "lbfgs") {  // what lives while the closure runs is counted as held
      EXPECT_EQ(levels.held + levels.rise, record["held"].get<int64_t>() + record["rise"].get<int64_t>()) << record;
      continue;
    }
    EXPECT_EQ(levels.held, record["held"].get<int64_t>()) << record;
    EXPECT_EQ(levels.rise, record["rise"].get<int64_t>()) << record;
  }
}

// torch 2.11 on an H100, ten parameters of 1024 x 1024: what a step keeps and makes beyond, in tests/measured.
TEST(Optimizers, StepAsAGpuMeasured) {
  std::ifstream file(VRAMLINT_SOURCE_DIR "/tests/measured/h100/optimizers.jsonl");
  size_t count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    const json record = json::parse(line);
    config::OptimizerFacts facts =
        facts_of({{"optimizer", lower(record.at("name"))}, {"options", record.at("options")}});
    if (facts.name == "adafactor") facts.name = "torch.optim.adafactor";
    if (record.at("options").contains("fused")) facts.fused = true;
    if (record.at("options").contains("foreach")) facts.foreach = false;
    const Levels levels = steps(facts, std::vector(10, std::vector<int64_t>{1024, 1024}), "2.11");
    if (facts.name == "lbfgs") continue;  // counted with a full history
    const json& played = record.at("steps");
    const int64_t before = facts.name == "adagrad" ? 41943040 : 0;  // its state is there before the first step
    EXPECT_EQ(levels.held - before, played[0][0].get<int64_t>()) << record;
    const int64_t means = facts.name == "torch.optim.adafactor" ? 3 * 4096 : 0;  // of rows and columns: not played
    EXPECT_LE(std::abs(levels.rise + means - played[1][1].get<int64_t>()), 512) << record;
  }
  EXPECT_EQ(count, 18u);
}

// One parameter of a MiB, so that a rise in MiB is the number of tensors. The lists that live together, counted in
// torch/optim of each release: 2.0 makes root and denominator, and the decayed gradients before them; 2.4 the root
// alone, the decayed gradients having gone.
TEST(Optimizers, ListsOfLaterReleases) {
  constexpr int64_t kMebi = 1 << 20;
  const struct {
    config::OptimizerFacts facts;
    int64_t in_2_0, in_2_4;
  } cases[] = {
      {{.name = "adam"}, 2, 1},
      {{.name = "adam", .weight_decay = true}, 3, 1},
      {{.name = "adam", .weight_decay = true, .maximize = true}, 3, 1},
      {{.name = "adam", .maximize = true}, 3, 1},
      {{.name = "adamw", .weight_decay = true}, 2, 1},
      {{.name = "adam", .fused = true}, 0, 0},
      {{.name = "nadam", .weight_decay = true}, 3, 2},
      {{.name = "radam", .weight_decay = true}, 4, 1},
      {{.name = "adamax"}, 4, 1},
      {{.name = "adamax", .weight_decay = true}, 5, 1},
      {{.name = "rmsprop", .weight_decay = true}, 2, 2},
      {{.name = "adagrad"}, 3, 2},
      {{.name = "adagrad", .weight_decay = true}, 4, 2},
      {{.name = "adadelta", .weight_decay = true}, 3, 3},
      {{.name = "sgd", .weight_decay = true, .maximize = true}, 2, 1},
      {{.name = "asgd"}, 0, 1},
  };
  for (const auto& one : cases) {
    const std::string what = one.facts.name + (one.facts.weight_decay ? " decay" : "");
    EXPECT_EQ(steps(one.facts, {{512, 512}}, "2.0").rise, one.in_2_0 * kMebi) << what;
    EXPECT_EQ(steps(one.facts, {{512, 512}}, "2.1").rise, one.in_2_4 * kMebi) << what;
    EXPECT_EQ(steps(one.facts, {{512, 512}}, "2.7").rise, one.in_2_4 * kMebi) << what;
  }
}

// bitsandbytes/optim/optimizer.py: two bytes an element, 4 bytes for every block of 2048 and state; below 4096 elements
// two 32-bit states; two tables of 256 numbers, shared.
/// Sizes in the order in which they go.
std::vector<int64_t> freed_by(std::string_view optimizer, const std::vector<int64_t>& sizes) {
  std::vector<Trained> parameters;
  for (const int64_t size : sizes) {
    Trained one{.tensor = static_cast<graph::TensorId>(parameters.size()),
                .type = graph::contiguous(graph::Dtype::float32, {size})};
    one.bytes = one.type.bytes().point;
    parameters.push_back(std::move(one));
  }
  config::OptimizerFacts facts;
  facts.name = optimizer;
  facts.foreach = true;
  const graph::TorchProfile profile = *graph::torch_profile("2.11");
  Trace trace;
  StorageTable storages(trace);
  OptimizerStates states;
  ScenarioPlayed scenario(Scenario::point);
  OptimizerPlay play(storages, states, parameters, facts, profile, scenario);
  find_optimizer(optimizer)->step(play);
  std::vector<int64_t> made, freed;
  for (const TraceEvent& event : trace.events) {
    if (event.kind == TraceEvent::Kind::allocate) made.push_back(event.bytes.count);
    if (event.kind == TraceEvent::Kind::free) freed.push_back(made.at(event.id));
  }
  storages.close();
  return freed;
}

// The roots of exp_avg_sq that _foreach_sqrt returns are a tuple: it lets go of the last one first (the history of
// Exaone 4 on an H100, 2.11).
TEST(Optimizers, WhatAListCallReturnsGoesFromItsEnd) {
  EXPECT_EQ(freed_by("adamw", {1000, 2000, 3000}), (std::vector<int64_t>{12000, 8000, 4000}));
}

TEST(Optimizers, EightBitStates) {
  config::OptimizerFacts facts{.name = "adam8bit", .block_size = 2048};
  const Levels levels = steps(facts, {{1024, 1024}, {1000}}, "2.4");
  EXPECT_EQ(levels.held, 2 * 1024 * 1024 + 2 * (512 * 4) + 2 * 4096 + 2048);
  EXPECT_EQ(levels.rise, 0);
}

// transformers.Adafactor on [1024, 512]: 1024 rows, 512 columns, and the scalar RMS, which takes a block.
TEST(Optimizers, AdafactorKeepsRowsAndColumns) {
  EXPECT_EQ(steps({.name = "adafactor"}, {{1024, 512}}, "2.4").held, 4096 + 2048 + 512);
  EXPECT_EQ(steps({.name = "adafactor", .beta1 = true}, {{1024, 512}}, "2.4").held, 4096 + 2048 + 512 + (2 << 20));
}

// torch/optim/_muon.py on [512, 256]: the gradient in fp32 (512 KiB); in bfloat16 (256 KiB) the matrix and the next
// one; and two Gram matrices of [256, 256] (128 KiB). Both sums are torch.addmm.
TEST(Optimizers, MuonWorksInBfloat16) {
  const Levels levels = steps({.name = "muon"}, {{512, 256}}, "2.9");
  EXPECT_EQ(levels.held, 512 << 10);
  EXPECT_EQ(levels.rise, (512 + 2 * 256 + 2 * 128) << 10);
}

// By hand from the source that lars.cpp and lamb.cpp name: two parameters of 128 KiB each.
TEST(Optimizers, ThoseThatScaleByTheLayer) {
  constexpr int64_t kParameter = 256 * 128 * 4;
  const std::vector<std::vector<int64_t>> shapes = {{256, 128}, {256, 128}};
  config::OptimizerFacts facts;
  facts.name = "lars", facts.momentum = true;
  const Levels lars = steps(facts, shapes, "2.4");
  EXPECT_EQ(lars.held, 2 * kParameter);
  EXPECT_EQ(lars.rise, 2 * kParameter);  // the decayed gradient and the scaled one
  facts.name = "lamb", facts.momentum = false;
  const Levels lamb = steps(facts, shapes, "2.4");
  EXPECT_EQ(lamb.held, 4 * kParameter);
  EXPECT_EQ(lamb.rise, 4 * kParameter);  // denominator and update of the first, root and denominator of the second
}

}  // namespace
}  // namespace vramlint::memory::test
