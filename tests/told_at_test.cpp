// Where findings stand, and what they name, on small projects that are checked as a user checks them.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

using Json = nlohmann::json;

Said check(const ScratchFolder& folder, const std::string& config, const std::string& memory) {
  return said_by(run_program(
      folder.path(), {"check", "--format", "json", "--fail-on", "never", "--root", ".", "--memory", memory, config}));
}

const Json& finding_of(const Said& said, const std::string& rule) {
  static const Json kNone = Json::object();
  for (const Json& finding : said.findings)
    if (finding["rule"] == rule) return finding;
  ADD_FAILURE() << "no " << rule << " in " << said.findings;
  return kNone;
}

// Fourteen layers of 16384 x 4096 x 4 = 256 MiB, each sized by a key of its own, are tried before what no size is seen
// to come from. Half of the batch is 256 x (2 x 16384 + 14 x 2 x 4096) x 4 = 144 MiB, half of a layer 128 MiB.
TEST(ToldAt, TheBatchIsTriedHoweverManyKeysSizeMore) {
  const ScratchFolder folder;
  std::string keys;
  for (int i = 0; i < 14; ++i) keys += "w" + std::to_string(i) + ": 4096\n";
  folder.put("vramlint.yaml",
             "recipes:\n  - {name: a, configs: [c.yaml], model: net.Net(cfg), inputs: [\"float32[cfg.batch, 16384]\"], "
             "loss: mean, optimizer: sgd}\n");
  folder.put("net.py", R"(import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))
        self.parts = nn.ModuleList([nn.Linear(16384, cfg[f"w{i}"], bias=False) for i in range(14)])
        self.parts.requires_grad_(False)

    def forward(self, x):
        x = torch.ones(int(str(len(x))), 16384, device=x.device) * self.scale
        return sum(part(x).pow(2).mean() for part in self.parts)
)");
  folder.put("c.yaml", keys + "batch: 512\n");
  const Said said = check(folder, "c.yaml", "3GiB");
  const Json& finding = finding_of(said, "peak-memory-exceeds-device");
  EXPECT_NE(finding.value("message", "").find("`batch` (512 → 256 saves"), std::string::npos) << finding;
  EXPECT_EQ(finding["range"]["start"]["line"], 15) << finding;
}

// 32 x 64 x 512 x 512 x 4 = 2 GiB of activations, and gradients as large; behind a stride of 4 a sixteenth.
TEST(ToldAt, FitTriesWhatOtherConfigsOfTheRecipeSet) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "recipes:\n  - {name: a, configs: [\"config/*.yaml\", \"config/examples/*.yaml\"], model: net.Net(cfg), "
             "inputs: [\"float32[cfg.batch, 3, 512, 512]\"], loss: mean, optimizer: sgd}\n");
  folder.put("net.py", R"(from torch import nn


class Net(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        stride = cfg.get("strides", [1])[0]
        self.body = nn.Sequential(nn.Conv2d(3, 64, 3, stride=stride), nn.Tanh(), nn.Conv2d(64, 8, 1))

    def forward(self, x):
        return self.body(x)
)");
  folder.put("config/own.yaml", "width: 64\nbatch: 32\n");
  folder.put("config/examples/small.yaml", "width: 64\nstrides: [4]\nbatch: 32\n");
  const ProgramRun run = run_program(folder.path(), {"fit", "config/own.yaml", "--root", ".", "--memory", "3GiB",
                                                     "--keep", "batch", "--format", "json"});
  const Json found = Json::parse(run.output).at("configs").at(0);
  ASSERT_FALSE(found["plans"].empty()) << found;
  EXPECT_EQ(found["plans"][0]["changes"][0]["key"], "strides") << found;
  EXPECT_EQ(found["plans"][0]["changes"][0]["to"], "[4]");
}

// What a dialect's own program says stands in no file of the user's.
TEST(ToldAt, AGapOfADialectStandsAtTheConfig) {
  const ScratchFolder folder;
  folder.put("configs/a.py",
             "model = dict(type='Net')\ndata = dict(samples_per_gpu=2, train=dict(type='Set', pipeline=[\n"
             "    dict(type='LoadImageFromFile'), dict(type='Normalize', mean=[0.0], std=[1.0])]))\n");
  folder.put("mmdet/__init__.py", "");
  const Said said = check(folder, "configs/a.py", "24GiB");
  ASSERT_FALSE(said.findings.empty());
  for (const Json& finding : said.findings) EXPECT_EQ(finding["file"], "configs/a.py") << finding;
}

}  // namespace
}  // namespace vramlint::tests
