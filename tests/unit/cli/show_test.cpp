#include "integrations/cli/show.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "integrations/cli/own_device.h"
#include "integrations/cli/show_page.h"
#include "integrations/cli/workspace.h"
#include "scratch.h"
#include "step_series.h"

namespace vramlint::cli {
namespace {

TEST(Sparkline, ShowsTheHighestOfEachPart) {
  EXPECT_EQ(sparkline({0, 1, 2, 3, 4}, 4, 80, Characters::ascii), "_.-=#");
  EXPECT_EQ(sparkline({0, 4, 0, 0}, 4, 2, Characters::ascii), "#_");
  EXPECT_EQ(sparkline({0, 7}, 7, 80, Characters::utf8), "▁█");
  EXPECT_EQ(sparkline({}, 7, 80, Characters::utf8), "");
  EXPECT_EQ(sparkline({3, 3}, 0, 80, Characters::ascii), "__");
}

/// A linear layer in a block in a model; its step.
class Show : public testing::Test {
 protected:
  Show()
      : scratch_({{"vramlint.yaml",
                   "recipes:\n  - name: toy\n    configs: [\"c.yaml\"]\n    model: model.Net(cfg.width)\n"
                   "    inputs: [\"float32[256, 512]\"]\n    loss: mse\n    optimizer: adam\n"},
                  {"c.yaml", "width: 512\n"},
                  {"model.py",
                   "import torch.nn as nn\n\n\nclass Block(nn.Module):\n    def __init__(self, width):\n"
                   "        super().__init__()\n        self.enter = nn.Linear(512, width)\n"
                   "        self.leave = nn.Linear(width, 512)\n\n"
                   "    def forward(self, x):\n        return self.leave(self.enter(x).relu())\n\n\n"
                   "class Net(nn.Module):\n    def __init__(self, width):\n        super().__init__()\n"
                   "        self.one, self.two = Block(width), Block(width)\n\n"
                   "    def forward(self, x):\n        return self.two(self.one(x))\n"}}),
        workspace_({}, {(scratch_.path() / "c.yaml").string()}),
        analysis_(analyze(*workspace_.files().read(scratch_.path() / "c.yaml").source, workspace_.session())) {}

  Scratch scratch_;
  Workspace workspace_;
  Analysis analysis_;
};

/// Every module's total is that of its children and its own.
void expect_sums(const ModuleShare& share) {
  Bytes total = share.own;
  for (const ModuleShare& child : share.children) {
    total += child.total;
    expect_sums(child);
  }
  EXPECT_EQ(total, share.total) << share.name;
}

TEST_F(Show, ModulesAddUpToThePeak) {
  ASSERT_EQ(analysis_.timelines.size(), 1U);
  const StepView view = step_view(analysis_, 0);
  EXPECT_EQ(view.modules.total, analysis_.timelines[0].peak_allocated);
  expect_sums(view.modules);
  ASSERT_GE(view.modules.children.size(), 2U);
  // Adam's state is made at every parameter's module: two blocks of two layers of 512 * 512 + 512 numbers, thrice.
  for (const ModuleShare& block : view.modules.children) EXPECT_GE(block.total.count, 2 * (512 * 512 + 512) * 4 * 3);
}

TEST_F(Show, StretchesCoverTheStepInOrder) {
  const StepView view = step_view(analysis_, 0);
  ASSERT_EQ(view.stretches.size(), 3U);
  EXPECT_EQ(view.stretches[0].name, "forward");
  EXPECT_EQ(view.stretches[1].name, "backward");
  EXPECT_EQ(view.stretches[2].name, "optimizer step");
  EXPECT_EQ(view.stretches[0].first, 0U);
  EXPECT_EQ(view.stretches[1].first, view.stretches[0].end);
  EXPECT_EQ(view.stretches[2].end, analysis_.timelines[0].samples.size());
  Bytes highest;
  for (const Stretch& stretch : view.stretches) highest = std::max(highest, stretch.highest.allocated);
  EXPECT_EQ(highest, analysis_.timelines[0].peak_allocated);
}

TEST_F(Show, ThePeakIsAtTheEventThatReachesIt) {
  const StepView view = step_view(analysis_, 0);
  const memory::Timeline& timeline = analysis_.timelines[0];
  EXPECT_EQ(timeline.samples.at(view.peak.event).allocated, timeline.peak_allocated);
  EXPECT_GT(view.peak.asked.count, 0);
  EXPECT_FALSE(view.peak.operation.empty());
}

TEST_F(Show, PrintsTheTotal) {
  const std::string text = show_text(analysis_, {.depth = 1, .most = 1});
  const std::string peak = to_string(analysis_.timelines[0].peak_allocated);
  EXPECT_NE(text.find(peak + "  100.0 %  total, the peak allocated"), std::string::npos) << text;
  EXPECT_NE(text.find("(1 more)"), std::string::npos) << text;
  EXPECT_NE(text.find("peak of " + peak + " allocated in "), std::string::npos) << text;
}

TEST_F(Show, JsonHoldsTheSame) {
  const nlohmann::json json = nlohmann::json::parse(show_json(analysis_));
  const nlohmann::json& phase = json["phases"].at(0);
  EXPECT_EQ(phase["peak"]["allocated"], analysis_.timelines[0].peak_allocated.count);
  EXPECT_EQ(phase["held_at_peak"]["bytes"], phase["peak"]["allocated"]);
  EXPECT_EQ(phase["samples"].size(), analysis_.timelines[0].samples.size());
}

TEST_F(Show, WhatIsHeldAddsUpAtEveryMoment) {
  const memory::Timeline& timeline = analysis_.timelines[0];
  // Four layers of 512 * 512 weights and 512 biases, in fp32: whole blocks of 512 bytes.
  const Bytes parameters{4 * (512 * 512 + 512) * 4};
  Bytes highest;
  for (const size_t most : {size_t{1} << 20, size_t{7}}) {
    const std::vector<StepMoment> moments = step_series(analysis_, 0, most);
    EXPECT_EQ(moments.size(), std::min(most, timeline.samples.size()));
    for (const StepMoment& moment : moments) {
      Bytes sum;
      for (const Bytes& bytes : moment.held) {
        EXPECT_GE(bytes.count, 0) << moment.event;
        sum += bytes;
      }
      EXPECT_EQ(sum, moment.sample.allocated) << moment.event;
      EXPECT_EQ(moment.held[static_cast<size_t>(Category::parameter)], parameters) << moment.event;
      highest = std::max(highest, sum);
    }
    EXPECT_EQ(highest, timeline.peak_allocated);
  }
}

TEST_F(Show, PicturesLinkTheSources) {
  const auto pictures = pictures_of(analysis_, workspace_.files().root(), scratch_.path() / "out/page.html");
  ASSERT_EQ(pictures.size(), 1U);
  Bytes sum;
  bool linked = false;
  for (const report::PictureShare& share : pictures[0].shares) {
    sum += share.bytes;
    linked = linked || share.link == "../model.py#L11";
  }
  EXPECT_EQ(sum, pictures[0].peak);
  EXPECT_TRUE(linked);
  const nlohmann::json data = nlohmann::json::parse(picture_json(pictures));
  EXPECT_EQ(data["phases"].at(0)["moments"].size(), pictures[0].moments.size());
}

TEST(OwnDevice, TakesWhatTheDriverSaysAndTheTableKnows) {
  gpu::LocalGpu gpu{.name = "NVIDIA GeForce RTX 3090", .memory = Bytes(25'000'000'000), .compute_major = 8};
  gpu.compute_minor = 6;
  const auto device = own_device(gpu);
  EXPECT_EQ(device->name, "rtx3090");
  EXPECT_EQ(device->memory.count, 25'000'000'000);
  EXPECT_EQ(device->multiprocessors, 82);  // of the table: the driver did not tell
  gpu.multiprocessors = 80;
  EXPECT_EQ(own_device(gpu)->multiprocessors, 80);
}

TEST(OwnDevice, ASliceIsADeviceOfItsOwn) {
  gpu::LocalGpu slice{.name = "NVIDIA H100 80GB HBM3 MIG 1g.10gb", .memory = Bytes(10'000'000'000)};
  slice.slice = true;
  slice.multiprocessors = 16;
  EXPECT_EQ(device_like(slice), nullptr);
  const auto device = own_device(slice);
  EXPECT_EQ(device->name, "h100-80gb-hbm3-mig-1g.10gb");
  EXPECT_EQ(device->multiprocessors, 16);
}

TEST(OwnDevice, IsKnownByItsBuildWhereItsNameIsNot) {
  const memory::Device* a100 = memory::find_device("a100-80gb");
  ASSERT_NE(a100, nullptr);
  gpu::LocalGpu gpu{.name = "NVIDIA A100-SXM4-80GB with a new name", .memory = a100->memory};
  gpu.compute_major = a100->compute_major;
  gpu.compute_minor = a100->compute_minor;
  gpu.multiprocessors = a100->multiprocessors;
  const memory::Device* like = device_like(gpu);
  ASSERT_NE(like, nullptr);
  EXPECT_EQ(like->multiprocessors, a100->multiprocessors);
  gpu.memory = Bytes(1'000'000'000);
  EXPECT_EQ(device_like(gpu), nullptr);
}

}  // namespace
}  // namespace vramlint::cli
