// Applying all safe fixes of random projects: no peak rises, everything still parses, and what no edit covers stays.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "integrations/cli/config_paths.h"
#include "integrations/cli/fixes.h"
#include "integrations/cli/run.h"
#include "scratch.h"

namespace vramlint::cli {
namespace {

constexpr uint32_t kProjects = 24;

constexpr const char* kModel =
    "import torch.nn as nn\nfrom torch.utils.checkpoint import checkpoint\n\n\nclass Block(nn.Module):\n"
    "    def __init__(self, width):\n        super().__init__()\n"
    "        self.steps = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))\n\n"
    "    def forward(self, x):\n        return x + self.steps(x)\n\n\nclass Net(nn.Module):\n"
    "    def __init__(self, width, depth, saves, norm):\n        super().__init__()\n        self.saves = saves\n"
    "        self.enter = nn.Linear(16, width)\n"
    "        self.blocks = nn.ModuleList([Block(width) for _ in range(depth)])\n"
    "        self.norm = nn.LayerNorm(width) if norm else nn.Identity()\n\n    def forward(self, x):\n"
    "        x = self.enter(x)\n        for block in self.blocks:\n"
    "            x = checkpoint(block, x, use_reentrant=False) if self.saves else block(x)\n"
    "        return self.norm(x)\n";

class Dice {
 public:
  explicit Dice(uint32_t seed) : engine_(seed) {}
  size_t below(size_t count) { return engine_() % count; }  // the same on every library
  bool toss() { return below(2) == 0; }
  template <class Item>
  Item one_of(const std::vector<Item>& items) {
    return items[below(items.size())];
  }

 private:
  std::mt19937 engine_;
};

/// A config with comments, quotes, blanks and line ends of all kinds.
std::string config_text(Dice& dice) {
  const std::string off = dice.one_of<std::string>({"false", "False", "no", "off"});
  const std::string saves = dice.below(4) == 0 ? "true" : off;
  std::vector<std::string> lines = {
      "width:  " + std::to_string(dice.one_of<int>({128, 256, 512})),
      "depth: " + std::to_string(3 + dice.below(6)) + "   # “layers”",
      "batch: " + std::to_string(4096 << dice.below(3)),
      "use_checkpoint:   " + saves + dice.one_of<std::string>({"", "  # saves memory", "  "}),
      "norm: " + dice.one_of<std::string>({"true", "false"})};
  if (dice.toss()) lines.push_back("name: " + dice.one_of<std::string>({"'it''s'", "\"a # b\"", "测试"}));
  if (dice.toss()) lines.emplace_back("");
  if (dice.toss()) lines.emplace_back("seed: 1  # vramlint: ignore[peak-memory-near-device] measured");
  if (dice.toss()) lines.emplace_back("# vramlint: ignore[checkpointed-twice]");
  if (dice.toss()) lines.emplace_back("tags: {\"a\": 1, b: [2, 3]}");
  for (size_t i = lines.size(); i > 1; --i) std::swap(lines[i - 1], lines[dice.below(i)]);
  const std::string end = dice.below(3) == 0 ? "\r\n" : "\n";
  std::string text;
  for (const std::string& line : lines) text += line + end;
  if (dice.below(4) == 0) text.resize(text.size() - end.size());
  return text;
}

RunResult checked(const Scratch& scratch, const std::string& memory, std::vector<std::unique_ptr<Workspace>>& kept) {
  kept.push_back(std::make_unique<Workspace>(ProjectOptions{.memory = memory}, std::vector{scratch.path().string()}));
  const ConfigPaths configs = find_configs(*kept.back(), {scratch.path().string()}, false);
  return analyze_all(*kept.back(), configs.sources, {.jobs = 2});
}

/// The stretches that no edit of an applied fix covers are there, in their order, and the ends are ends.
void expect_untouched(const std::string& before, const std::string& after, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.span.begin < b.span.begin; });
  size_t from = 0, at = 0;
  for (const Edit& edit : edits) {
    const std::string kept = before.substr(from, edit.span.begin - from);
    ASSERT_EQ(after.substr(at, kept.size()), kept);
    at = after.find(edit.text, at + kept.size());
    ASSERT_NE(at, std::string::npos);
    at += edit.text.size();
    from = edit.span.end;
  }
  EXPECT_EQ(after.substr(at), before.substr(from));
}

struct Tally {
  int projects = 0, fixes = 0, lowered = 0;
};

void try_project(uint32_t seed, Tally& tally) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  Dice dice(seed);
  const Scratch scratch({{"vramlint.yaml",
                          "recipes:\n  - name: toy\n    configs: [\"config/*.yaml\"]\n"
                          "    model: model.Net(cfg.width, cfg.depth, cfg.use_checkpoint, cfg.norm)\n"
                          "    inputs: [\"float32[cfg.batch, 16]\"]\n    loss: mse\n    optimizer: adam\n"},
                         {"model.py", kModel}});
  for (const char* name : {"config/a.yaml", "config/b.yaml"}) scratch.put(name, config_text(dice));
  const std::string memory = std::to_string(600 + 100 * dice.below(10)) + "MiB";
  std::vector<std::unique_ptr<Workspace>> kept;
  const RunResult before = checked(scratch, memory, kept);
  const Patched patch = patched(before.outcome.findings, false);
  for (const auto& [source, text] : patch.texts) {
    std::vector<Edit> edits;
    for (const Finding& finding : before.outcome.findings) {
      const auto safe = std::find_if(finding.fixes.begin(), finding.fixes.end(),
                                     [](const Fix& fix) { return fix.safety == Safety::safe && !fix.edits.empty(); });
      if (safe == finding.fixes.end() || safe->edits[0].span.source != source) continue;
      const auto is_there = [&](const Edit& edit) { return edit.span == safe->edits[0].span; };
      if (std::none_of(edits.begin(), edits.end(), is_there))
        edits.insert(edits.end(), safe->edits.begin(), safe->edits.end());
    }
    expect_untouched(source->text(), text, edits);
  }
  EXPECT_TRUE(write_patched(patch, kept.back()->files()).empty());
  const RunResult after = checked(scratch, memory, kept);
  ASSERT_EQ(after.outcome.configs.size(), before.outcome.configs.size());
  for (size_t i = 0; i < after.outcome.configs.size(); ++i) {
    const ConfigOutcome &then = before.outcome.configs[i], &now = after.outcome.configs[i];
    ASSERT_EQ(then.status, Status::estimated) << then.path << "\n" << scratch.get(then.path);
    EXPECT_EQ(now.status, then.status) << now.path;
    EXPECT_LE(now.peak.process.point, then.peak.process.point) << now.path << "\n" << scratch.get(now.path);
    tally.lowered += now.peak.process.point < then.peak.process.point;
  }
  for (const Finding& finding : after.outcome.findings) EXPECT_NE(finding.rule, "invalid-syntax");
  ++tally.projects;
  tally.fixes += patch.fixes;
}

TEST(SafeFixes, RaiseNoPeakAndTouchNothingElse) {
  Tally tally;
  for (uint32_t seed = 1; seed <= kProjects; ++seed) try_project(seed, tally);
  EXPECT_EQ(tally.projects, kProjects);
  EXPECT_GE(tally.fixes, 12) << "too few fixes to say anything";
  EXPECT_GE(tally.lowered, 6) << "too few of them move a peak";
}

}  // namespace
}  // namespace vramlint::cli
