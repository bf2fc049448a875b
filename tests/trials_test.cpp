// Trials of other settings: they end where nothing more can come of them, and are few.
#include <gtest/gtest.h>

#include "analyze.h"
#include "base/files.h"
#include "rules/list.h"

namespace vramlint::tests {
namespace {

constexpr const char* kProgram = R"(
import torch
import torch.nn as nn
import yaml

cfg = yaml.safe_load(open("net.yaml"))
parts = [nn.Sequential(nn.Linear(512, 512), nn.ReLU()) for _ in range(32)]
head = nn.Linear(cfg["width"], 1)
net = nn.Sequential(*parts).cuda()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(3):
    for step in range(100):
        loss = head.cuda()(net(torch.randn(cfg["batch"], 512, device="cuda"))).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
)";

constexpr const char* kRecipe = R"(
recipes:
  - name: net
    configs: [net.yaml]
    script: train.py
)";

class Trials : public testing::Test {
 protected:
  const Analysis& analyzed(const std::string& text) {
    files.put("train.py", kProgram);
    files.put("vramlint.yaml", kRecipe);
    files.put("net.yaml", text);
    Findings ignored;
    project = config::load_project(*files.read("vramlint.yaml").source, files, ignored);
    Options options;
    options.memory = Bytes{int64_t{8} << 30};
    session.emplace(Session{files, project.get(), parsed, base_cache, options, {}});
    return analysis = analyze(*files.read("net.yaml").source, *session);
  }

  /// A number of the config in place of another.
  std::vector<Edit> edit(const std::string& from, const std::string& to) const {
    const size_t at = analysis.source->text().find(from);
    return {{Span{analysis.source, static_cast<uint32_t>(at), static_cast<uint32_t>(at + from.size())}, to}};
  }

  DiskFiles disk{std::filesystem::temp_directory_path()};
  OverlayFiles files{disk};
  std::unique_ptr<config::Project> project;
  interp::ParsedModules parsed;
  config::BaseCache base_cache;
  std::optional<Session> session;
  Analysis analysis;
};

TEST_F(Trials, WhatFailsIsNotTriedOtherwise) {
  const Analysis& before = analyzed("width: 512\nbatch: 4096\n");
  ASSERT_TRUE(before.built && before.failures.empty());
  const Analysis after = what_if(before, edit("512", "256"), *session);
  EXPECT_FALSE(after.built);
  // its first round fails, and it is run once; as it is, it is run to find its loop, for a round and for what is
  // between
  EXPECT_LT(after.steps, before.steps / 2);
}

TEST_F(Trials, TheRestIsLeftWhereThePhaseWithThePeakDecides) {
  const Analysis& before = analyzed("width: 512\nbatch: 4096\n");
  ASSERT_TRUE(before.built);
  ASSERT_EQ(before.outcome.peak_phase, "train");
  const std::vector<Edit> halved = edit("4096", "2048");
  const Bytes whole = before.outcome.peak.process.point;
  Bytes alone;
  const auto look = [&](const Analysis& phase) {
    alone = phase.outcome.peak.process.point;
    return false;
  };
  EXPECT_FALSE(what_if(before, halved, *session, look));
  EXPECT_LT(alone, whole);
  const int64_t glance = before.tried;
  const Analysis after = what_if(before, halved, *session);  // nothing of the glance is taken for all of it
  ASSERT_TRUE(after.built);
  EXPECT_EQ(after.outcome.peak.process.point, alone);
  EXPECT_LT(glance, before.tried - glance);
}

}  // namespace
}  // namespace vramlint::tests
