// The file as Python itself reads it; skipped where there is no Python.
#include "integrations/cli/snapshot.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "integrations/cli/pickle.h"
#include "integrations/cli/process.h"
#include "integrations/cli/workspace.h"
#include "scratch.h"

namespace vramlint::cli {
namespace {

constexpr const char* kPython = "/usr/bin/python3";

bool has_python() { return std::filesystem::exists(kPython); }

/// What the script prints of the pickle.
nlohmann::json read_back(const std::string& pickle, const std::string& script) {
  const Finished finished = run_program(kPython, {"-c", "import json, pickle, sys\n" + script}, pickle);
  EXPECT_EQ(finished.code, 0) << finished.errors;
  return nlohmann::json::parse(finished.output, nullptr, false);
}

constexpr const char* kWhole = "print(json.dumps(pickle.load(sys.stdin.buffer)))";

TEST(Pickle, IsWhatPythonReads) {
  if (!has_python()) GTEST_SKIP() << "no " << kPython;
  const std::vector<int64_t> numbers = {0, 255, 256, 65535, 65536, -1, 2147483647, 2147483648, -2147483649, 1LL << 62};
  std::vector<int> many(2500);
  Pickle pickle;
  pickle.dict([&] {
    pickle.text("numbers");
    pickle.list(numbers, [&](int64_t number) { pickle.number(number); });
    pickle.text("none");
    pickle.list(std::vector<int>{}, [](int) {});
    pickle.text("many");
    pickle.list(many, [&](int) { pickle.text("again"); });
    pickle.text("half");
    pickle.fraction(0.5);
    pickle.text("true");
    pickle.truth(true);
    pickle.text("pair");
    pickle.pair(3, -4);
    pickle.text("names");
    pickle.list(std::vector<std::string>{"größe", "\xff", "größe"},
                [&](const std::string& name) { pickle.text(name); });
  });
  const nlohmann::json read = read_back(std::move(pickle).finish(), kWhole);
  EXPECT_EQ(read["numbers"], nlohmann::json(numbers));
  EXPECT_EQ(read["none"], nlohmann::json::array());
  EXPECT_EQ(read["many"], nlohmann::json(std::vector<std::string>(2500, "again")));
  EXPECT_EQ(read["half"], 0.5);
  EXPECT_EQ(read["true"], true);
  EXPECT_EQ(read["pair"], nlohmann::json({3, -4}));
  EXPECT_EQ(read["names"], nlohmann::json({"größe", "\xEF\xBF\xBD", "größe"}));
}

TEST(Pickle, KnowsMoreThanAByteCanNumber) {
  if (!has_python()) GTEST_SKIP() << "no " << kPython;
  std::vector<std::string> names;
  for (int i = 0; i < 600; ++i) names.push_back("name " + std::to_string(i % 300));
  Pickle pickle;
  pickle.list(names, [&](const std::string& name) { pickle.text(name); });
  EXPECT_EQ(read_back(std::move(pickle).finish(), kWhole), nlohmann::json(names));
}

/// Three convolutions; what the step frees differs from what it made last.
class MemorySnapshot : public testing::Test {
 protected:
  MemorySnapshot()
      : scratch_({{"vramlint.yaml",
                   "recipes:\n  - name: toy\n    configs: [\"c.yaml\"]\n    model: model.Net(cfg.width)\n"
                   "    inputs: [\"float32[4, 3, 64, 64]\"]\n    loss: mse\n    optimizer: adam\n"},
                  {"c.yaml", "width: 24\n"},
                  {"model.py",
                   "import torch.nn as nn\n\n\nclass Net(nn.Module):\n    def __init__(self, width):\n"
                   "        super().__init__()\n        self.enter = nn.Conv2d(3, width, 3, padding=1)\n"
                   "        self.leave = nn.Conv2d(width, 3, 3, padding=1)\n\n"
                   "    def forward(self, x):\n        return self.leave(self.enter(x).relu())\n"}}),
        workspace_({}, {(scratch_.path() / "c.yaml").string()}),
        analysis_(analyze(*workspace_.files().read(scratch_.path() / "c.yaml").source, workspace_.session())) {}

  Scratch scratch_;
  Workspace workspace_;
  Analysis analysis_;
};

constexpr const char* kSums = R"(
held = most = reserved = most_reserved = 0
snapshot = pickle.load(sys.stdin.buffer)
trace, = snapshot["device_traces"]
asked = set()
for event in trace:
    if event["action"] == "alloc": held += event["size"]
    if event["action"] == "free_requested": asked.add(event["addr"])
    if event["action"] == "free_completed":
        held -= event["size"]
        asked.remove(event["addr"])
    if event["action"] == "segment_alloc": reserved += event["size"]
    if event["action"] == "segment_free": reserved -= event["size"]
    most, most_reserved = max(most, held), max(most_reserved, reserved)
blocks = [block for segment in snapshot["segments"] for block in segment["blocks"]]
print(json.dumps({
    "most": most, "held": held, "most_reserved": most_reserved, "reserved": reserved, "left": len(asked),
    "segments": sum(segment["total_size"] for segment in snapshot["segments"]),
    "allocated": sum(segment["allocated_size"] for segment in snapshot["segments"]),
    "active": sum(block["size"] for block in blocks if block["state"] == "active_allocated"),
    "blocks": sum(block["size"] for block in blocks),
    "actions": sorted({event["action"] for event in trace}),
    "categories": sorted({event["category"] for event in trace}),
    "frames": sorted({"{filename}:{line}:{name}".format(**frame) for event in trace for frame in event["frames"]}),
    "settings": snapshot["allocator_settings"],
}))
)";

TEST_F(MemorySnapshot, AddsUpToTheTimeline) {
  if (!has_python()) GTEST_SKIP() << "no " << kPython;
  ASSERT_EQ(analysis_.timelines.size(), 1U);
  const memory::Timeline& timeline = analysis_.timelines[0];
  const nlohmann::json sums = read_back(memory_snapshot(analysis_, 0, Until::end), kSums);
  EXPECT_EQ(sums["most"], timeline.peak_allocated.count);
  EXPECT_EQ(sums["most_reserved"], timeline.peak_reserved.count);
  EXPECT_EQ(sums["held"], timeline.samples.back().allocated.count);
  EXPECT_EQ(sums["active"], sums["held"]);
  EXPECT_EQ(sums["allocated"], sums["held"]);
  EXPECT_EQ(sums["segments"], timeline.samples.back().reserved.count);
  EXPECT_EQ(sums["blocks"], sums["segments"]);
  EXPECT_EQ(sums["left"], 0);
  EXPECT_EQ(sums["settings"]["max_split_size"], -1);
  EXPECT_EQ(sums["settings"]["roundup_power2_divisions"].size(), 16U);
}

TEST_F(MemorySnapshot, EndsAtThePeakWhereAsked) {
  if (!has_python()) GTEST_SKIP() << "no " << kPython;
  const nlohmann::json sums = read_back(memory_snapshot(analysis_, 0, Until::peak), kSums);
  EXPECT_EQ(sums["active"], analysis_.timelines[0].peak_allocated.count);
  EXPECT_EQ(sums["held"], sums["most"]);
}

TEST_F(MemorySnapshot, NamesPlacesAndKinds) {
  if (!has_python()) GTEST_SKIP() << "no " << kPython;
  const nlohmann::json sums = read_back(memory_snapshot(analysis_, 0, Until::end), kSums);
  const auto has = [&](const char* list, const std::string& wanted) {
    return std::find(sums[list].begin(), sums[list].end(), wanted) != sums[list].end();
  };
  EXPECT_TRUE(has("frames", "model.py:11:conv2d in enter")) << sums["frames"];
  EXPECT_TRUE(has("categories", "parameter"));
  EXPECT_TRUE(has("categories", "activation"));
  EXPECT_TRUE(has("categories", "unknown"));  // MemoryViz.js stops without it
  EXPECT_TRUE(has("actions", "free_requested"));
}

}  // namespace
}  // namespace vramlint::cli
