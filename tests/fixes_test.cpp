// Fixes that turn a setting of the config: what they do to the text, and that they do to the step what they say.
#include <gtest/gtest.h>

#include "analyze.h"
#include "base/files.h"
#include "rules/list.h"

namespace vramlint::tests {
namespace {

constexpr const char* kModel = R"(
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.Dropout(0.1), nn.GELU())

    def forward(self, image):
        return image + self.body(image)


class Tower(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        width, stride = cfg["width"], cfg.get("strides", [1, 1])
        self.whole = cfg.get("checkpoint_all")
        self.parts = cfg.get("checkpoint_parts")
        self.reentrant = cfg.get("use_reentrant", True)
        self.smooth = cfg.get("smooth", True)
        self.enter = nn.Conv2d(3, width, 3, stride=stride[0], padding=1)
        self.blocks = nn.ModuleList([Block(width) for _ in range(cfg["depth"])])
        self.leave = nn.Conv2d(width, 3, 3, padding=1)

    def run(self, image):
        image = self.enter(image)
        for block in self.blocks:
            image = checkpoint(block, image, use_reentrant=self.reentrant) if self.parts else block(image)
        return image

    def forward(self, image):
        image = checkpoint(self.run, image, use_reentrant=True) if self.whole else self.run(image)
        if self.smooth:
            for _ in range(60):
                image = torch.tanh(image)
        return self.leave(image).square().mean()
)";

constexpr const char* kRecipes = R"(
recipes:
  - name: tower
    configs: ["config/**/*.yaml"]
    model: tower.Tower(cfg)
    inputs: ["float32[1, 3, 256, 256]"]
    optimizer: adam
)";

struct Trial {
  Trial() {
    files.put("tower.py", kModel);
    files.put("vramlint.yaml", kRecipes);
  }

  /// The fixes of the one finding of a rule: that the step does not fit.
  std::vector<Fix> fixes(const std::string& path, const std::string& text, Bytes memory,
                         const std::string& rule = "peak-memory-exceeds-device") {
    files.put(path, text);
    Findings ignored;
    project = config::load_project(*files.read("vramlint.yaml").source, files, ignored);
    Options options;
    options.memory = memory;
    session.emplace(Session{files, project.get(), parsed, base_cache, options, rules::all()});
    analysis = analyze(*files.read(path).source, *session);
    for (const Finding& finding : analysis.findings.items()) {
      if (finding.rule == rule) return finding.fixes;
    }
    ADD_FAILURE() << "nothing is said";
    return {};
  }

  /// The file with the fix in it.
  std::string patched(const Fix& fix) const {
    std::string text = fix.edits.at(0).span.source->text();
    for (const Edit& edit : fix.edits) text.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
    return text;
  }

  /// What a config of that text needs, by an analysis of its own.
  ConfigOutcome outcome(const std::string& text) {
    files.put("config/again.yaml", text);
    interp::ParsedModules fresh;
    config::BaseCache bases;
    return analyze(*files.read("config/again.yaml").source, {files, project.get(), fresh, bases, {}, {}}).outcome;
  }

  DiskFiles disk{std::filesystem::temp_directory_path()};
  OverlayFiles files{disk};
  interp::ParsedModules parsed;
  config::BaseCache base_cache;
  std::unique_ptr<config::Project> project;
  std::optional<Session> session;
  Analysis analysis;
};

// Each of 24 blocks keeps 16 MiB three times over at width 64 and 256 x 256; a checkpointed one its input alone.
constexpr const char* kDeep = "width: 64\ndepth: 24\nsmooth: false\n";

TEST(SwitchFix, CheckpointingThatIsOffIsTurnedOn) {
  for (const char* reentrant : {"true", "false"}) {
    Trial trial;
    const std::string text =
        std::string(kDeep) + "use_reentrant: " + reentrant + "\ncheckpoint_parts: false  # slower\n";
    const std::vector<Fix> fixes = trial.fixes("config/deep.yaml", text, kMiB * 1280);
    ASSERT_EQ(fixes.size(), 1u) << reentrant;
    EXPECT_EQ(fixes[0].title, "Set `checkpoint_parts` to true");
    EXPECT_EQ(fixes[0].safety, Safety::safe) << "the same operators run";
    EXPECT_EQ(trial.patched(fixes[0]),
              std::string(kDeep) + "use_reentrant: " + reentrant + "\ncheckpoint_parts: true  # slower\n");
    const ConfigOutcome after = trial.outcome(trial.patched(fixes[0]));
    EXPECT_EQ(after.peak.process, fixes[0].effect->process);
    EXPECT_EQ(fixes[0].effect->fits, true);
    EXPECT_LT(after.saved_for_backward.point * 2, trial.analysis.outcome.saved_for_backward.point);
  }
}

// A config that does not mention the switch: the model asks for it with False for when it is missing.
TEST(SwitchFix, CheckpointingThatIsNotSetIsAdded) {
  for (const char* rule : {"peak-memory-exceeds-device", "checkpointing-off-where-it-pays"}) {
    Trial trial;
    std::string model = kModel;
    const std::string asked = R"(cfg.get("checkpoint_parts"))";
    trial.files.put("tower.py",
                    model.replace(model.find(asked), asked.size(), R"(cfg.get("checkpoint_parts", False))"));
    const std::vector<Fix> fixes = trial.fixes("config/deep.yaml", kDeep, kMiB * 1280, rule);
    ASSERT_EQ(fixes.size(), 1u) << rule;
    EXPECT_EQ(fixes[0].safety, Safety::safe);
    EXPECT_EQ(trial.patched(fixes[0]), std::string(kDeep) + "checkpoint_parts: true\n");
    const ConfigOutcome after = trial.outcome(trial.patched(fixes[0]));
    EXPECT_EQ(after.peak.process, fixes[0].effect->process);
    EXPECT_EQ(fixes[0].effect->fits, true);
  }
}

// The image needs no gradient, so that what a reentrant checkpoint makes of it needs none either: what was checkpointed
// is no longer trained (torch/utils/checkpoint.py warns of it).
TEST(SwitchFix, IsUnsafeWhereWeightsLoseTheirGradients) {
  Trial trial;
  const std::vector<Fix> fixes =
      trial.fixes("config/deep.yaml", std::string(kDeep) + "checkpoint_all: False\n", kMiB * 1280);
  ASSERT_EQ(fixes.size(), 1u);
  EXPECT_EQ(fixes[0].title, "Set `checkpoint_all` to True");
  EXPECT_EQ(fixes[0].safety, Safety::unsafe);
}

TEST(SwitchFix, IsUnsafeWhereOtherOperatorsRun) {
  Trial trial;
  const std::vector<Fix> spelled =
      trial.fixes("config/flat.yaml", "width: 64\ndepth: 1\nsmooth: yes\nuse_reentrant: true\n", kGiB);
  ASSERT_EQ(spelled.size(), 1u);
  EXPECT_EQ(spelled[0].title, "Set `smooth` to no");
  const std::vector<Fix> turned =
      trial.fixes("config/flat.yaml", "width: 64\ndepth: 1\nsmooth: true\nuse_reentrant: true\n", kGiB);
  ASSERT_EQ(turned.size(), 1u);
  EXPECT_EQ(turned[0].title, "Set `smooth` to false");
  EXPECT_EQ(turned[0].safety, Safety::unsafe);
}

// AMSGrad keeps one more tensor a weight (torch/optim/adam.py): 256 MiB here, and it trains otherwise.
TEST(SwitchFix, IsUnsafeWhereTheOptimizerIsAnother) {
  Trial trial;
  trial.files.put("wide.py", R"(
def step(model, state, inputs, targets):
    state.zero_grad()
    model(inputs[0]).sum().backward()
    state.step()
)");
  trial.files.put("vramlint.yaml", R"(
recipes:
  - name: wide
    configs: ["config/*.yaml"]
    model: torch.nn.Linear(8192, 8192, bias=False)
    setup: torch.optim.Adam(model.parameters(), amsgrad=cfg.amsgrad, foreach=False)
    inputs: ["float32[1, 8192]"]
    step: wide.step
)");
  const std::vector<Fix> fixes = trial.fixes("config/wide.yaml", "amsgrad: true\n", kMiB * 2150);
  ASSERT_EQ(fixes.size(), 1u);
  EXPECT_EQ(fixes[0].title, "Set `amsgrad` to false");
  EXPECT_EQ(fixes[0].safety, Safety::unsafe);
}

TEST(NeighbourFix, TakesWhatAnotherConfigOfTheRecipeSets) {
  Trial trial;
  trial.files.put("config/examples/small.yaml", "width: 32\ndepth: 24\nstrides: [4, 1]\nsmooth: false\n");
  const std::vector<Fix> fixes =
      trial.fixes("config/large.yaml", "depth: 24 # blocks\r\nwidth: 64\r\nsmooth: false\r\n", kGiB);
  ASSERT_EQ(fixes.size(), 1u);
  EXPECT_EQ(fixes[0].title, "Add `strides: [4, 1]`, as `config/examples/small.yaml` has it");
  EXPECT_EQ(fixes[0].safety, Safety::unsafe);
  EXPECT_EQ(trial.patched(fixes[0]), "depth: 24 # blocks\nstrides: [4, 1]\r\nwidth: 64\r\nsmooth: false\r\n");
  EXPECT_EQ(trial.outcome(trial.patched(fixes[0])).peak.process, fixes[0].effect->process);
}

TEST(NeighbourFix, SaysNothingOfWhatDoesNotHelp) {
  Trial trial;
  trial.files.put("config/other.yaml", "width: 96\ndepth: 24\nstrides: [1, 2]\nsmooth: false\nseed: 3\n");
  EXPECT_TRUE(trial.fixes("config/large.yaml", kDeep, kGiB).empty());
}

TEST(NeighbourFix, LeavesConfigsOfOtherRecipesAlone) {
  Trial trial;
  trial.files.put("vramlint.yaml", std::string(kRecipes) +
                                       "  - {name: other, configs: [\"more/*.yaml\"], model: tower.Tower(cfg), inputs: "
                                       "[\"float32[1, 3, 256, 256]\"]}\n");
  trial.files.put("more/small.yaml", "width: 64\ndepth: 24\nstrides: [4, 1]\nsmooth: false\n");
  EXPECT_TRUE(trial.fixes("config/large.yaml", kDeep, kGiB).empty());
}

std::string wrapped_program(const std::string& call) {
  return R"(
import torch
from torch.nn.parallel import DistributedDataParallel as DDP

torch.distributed.init_process_group("nccl")
layers = torch.nn.Sequential(*[torch.nn.Linear(4096, 4096, bias=False) for _ in range(8)]).cuda()
)" + call +
         R"(
optimizer = torch.optim.SGD(network.parameters(), lr=0.1, foreach=False)
for _ in range(100):
    optimizer.zero_grad()
    network(torch.rand(1, 4096).cuda()).sum().backward()
    optimizer.step()
)";
}

// Weights, gradients and buckets are 512 MiB each; the buckets are copies no more.
TEST(WrapperFix, AddsTheArgumentToTheCall) {
  const std::pair<std::string, std::string> calls[] = {
      {"network = DDP(layers)", "network = DDP(layers, gradient_as_bucket_view=True)"},
      {"network = DDP(\n    layers,\n    device_ids=[0],\n)",
       "network = DDP(\n    layers,\n    device_ids=[0], gradient_as_bucket_view=True\n)"}};
  for (const auto& [call, mended] : calls) {
    Trial trial;
    trial.files.put("train.py", wrapped_program(call));
    trial.files.put(
        "vramlint.yaml",
        "recipes:\n  - name: wrapped\n    configs: [\"config/*.yaml\"]\n    script: {path: train.py, args: []}\n");
    const std::vector<Fix> fixes = trial.fixes("config/any.yaml", "seed: 1\n", kMiB * 2300, "gradient-buckets-copied");
    ASSERT_EQ(fixes.size(), 1u) << call;
    EXPECT_EQ(fixes[0].safety, Safety::safe);
    EXPECT_EQ(trial.patched(fixes[0]), wrapped_program(mended));
    EXPECT_EQ(fixes[0].effect->fits, true);
    const Bytes saved = trial.analysis.outcome.peak.allocated.point - fixes[0].effect->allocated.point;
    EXPECT_NEAR(static_cast<double>(saved.count), 512.0 * (1 << 20), 65.0 * (1 << 20)) << "all but a layer's gradient";
  }
}

// What imports have opened is read again where a trial has another text there: 64 * 64 + 64 parameters, 128 * 128 + 128
// with the edit, and as before without it.
TEST(WhatIf, ModulesThatReadTheConfigThemselvesSeeWhatIsPatched) {
  struct Laid : OverlayFiles {
    using OverlayFiles::OverlayFiles;
    bool is_under_trial() const override { return false; }
  };
  DiskFiles disk{std::filesystem::temp_directory_path()};
  Laid files{disk};
  const std::string reads = "WIDTH = int(open('config/own.yaml').read().split()[1])\n";
  files.put("early.py", reads);
  files.put("late.py", reads);
  files.put("net.py",
            "import torch.nn as nn\nimport early\n\n\ndef made(cfg):\n    import late\n"
            "    return nn.Linear(early.WIDTH, late.WIDTH)\n");
  files.put("vramlint.yaml",
            "recipes:\n  - name: own\n    configs: [\"config/**/*.yaml\"]\n    model: net.made(cfg)\n"
            "    inputs: [\"float32[1, cfg.width]\"]\n");
  files.put("config/own.yaml", "width: 64\n");
  Findings ignored;
  const auto project = config::load_project(*files.read("vramlint.yaml").source, files, ignored);
  interp::ParsedModules parsed;
  config::BaseCache bases;
  model::Workshop workshop;
  Session session{files, project.get(), parsed, bases, {}, {}};
  session.workshop = &workshop;
  const Source& config = *files.read("config/own.yaml").source;
  const auto parameters = [](const Analysis& analysis) { return analysis.outcome.parameters; };
  const Analysis before = analyze(config, session);
  EXPECT_EQ(parameters(before), 4160);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(parameters(what_if(before, {Edit{Span{&config, 7, 9}, "128"}}, session)), 16512);
    EXPECT_EQ(parameters(what_if(before, {Edit{Span{&config, 9, 9}, "  # as it is"}}, session)), 4160);
    EXPECT_EQ(parameters(analyze(config, session)), 4160);
  }
}

}  // namespace
}  // namespace vramlint::tests
