// `vramlint fit`: what it plans is what `check` says of the changed config.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"
#include "source_tree.h"

namespace vramlint::tests {
namespace {

using Json = nlohmann::json;

const char* const kRecipe =
    "recipes:\n"
    "  - name: tower\n"
    "    configs: [\"*.yaml\"]\n"
    "    model: model.Tower(cfg)\n"
    "    inputs: [\"float32[cfg.batch_size, 3, cfg.size, cfg.size]\"]\n"
    "    loss: mse\n"
    "    optimizer: adam\n";

const char* const kModel = R"(import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Tower(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.checkpointing = cfg["checkpointing"]
        self.enter = nn.Conv2d(3, cfg["width"], 3, padding=1)
        self.blocks = nn.ModuleList(
            [nn.Sequential(nn.Conv2d(cfg["width"], cfg["width"], 3, padding=1), nn.GELU()) for _ in range(cfg["depth"])]
        )
        self.leave = nn.Conv2d(cfg["width"], 3, 3, padding=1)

    def forward(self, image):
        image = self.enter(image)
        for block in self.blocks:
            image = checkpoint(block, image, use_reentrant=False) if self.checkpointing else block(image)
        return self.leave(image)
)";

const char* const kConfig =
    "# a tower\n"
    "width: 32   # channels\n"
    "depth: 12\n"
    "size: 128\n"
    "batch_size: 32  # samples\n"
    "checkpointing: false\n"
    "epochs: 90\n";

class Fit : public testing::Test {
 protected:
  Fit() : folder_({{"vramlint.yaml", kRecipe}, {"model.py", kModel}, {"c.yaml", kConfig}}) {}

  Json fit(std::vector<std::string> more, int exit_code) const {
    std::vector<std::string> arguments = {"fit", "c.yaml", "--root", ".", "--format", "json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun run = run_program(folder_.path(), arguments);
    EXPECT_EQ(run.exit_code, exit_code) << run.errors;
    const Json json = Json::parse(run.output, nullptr, false);
    return json.is_discarded() ? Json() : json.at("configs").at(0);
  }

  Json check(std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"check", "c.yaml", "--root", ".", "--format", "json", "--fail-on", "never"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Json::parse(run_program(folder_.path(), arguments).output).at("configs").at(0);
  }

  int64_t process(const std::vector<std::string>& more) const {
    return check(more).at("peak").at("process").at("point").get<int64_t>();
  }

  std::string config() const {
    std::stringstream text;
    text << std::ifstream(folder_.path() / "c.yaml").rdbuf();
    return text.str();
  }

  ScratchFolder folder_;
};

TEST_F(Fit, EveryPlanFitsAndNeedsWhatCheckSays) {
  const Json found = fit({"--memory", "1700MiB"}, 1);
  ASSERT_FALSE(found.at("plans").empty());
  for (const Json& plan : found.at("plans")) {
    std::vector<std::string> options = {"--memory", "1700MiB"};
    for (const Json& change : plan.at("changes")) {
      options.emplace_back("--set");
      options.push_back(change.at("key").get<std::string>() + "=" + change.at("to").get<std::string>());
    }
    const Json checked = check(options);
    EXPECT_EQ(checked.at("fits"), true) << plan;
    EXPECT_EQ(checked.at("peak").at("allocated"), plan.at("peak").at("allocated")) << plan;
  }
}

TEST_F(Fit, PlansComeByTheHarmTheyDo) {
  const Json found = fit({"--memory", "1700MiB"}, 1);
  ASSERT_GE(found.at("plans").size(), 2U);
  EXPECT_EQ(found.at("plans").at(0).at("effect"), "training stays the same");
  EXPECT_EQ(found.at("plans").at(0).at("changes").at(0).at("key"), "checkpointing");
  EXPECT_EQ(found.at("plans").at(1).at("effect"), "fewer samples a step");
}

TEST_F(Fit, WhatASettingSavesIsTheDifferenceOfTwoChecks) {
  const Json found = fit({"--memory", "1700MiB"}, 1);
  const int64_t now = process({"--memory", "1700MiB"});
  std::vector<std::string> keys;
  for (const Json& setting : found.at("settings")) {
    keys.push_back(setting.at("key"));
    const std::string change = keys.back() + "=" + setting.at("to").get<std::string>();
    EXPECT_EQ(setting.at("saves").get<int64_t>(), now - process({"--memory", "1700MiB", "--set", change})) << change;
  }
  for (const char* key : {"width", "depth", "size", "batch_size", "checkpointing"})
    EXPECT_NE(std::find(keys.begin(), keys.end(), key), keys.end()) << key;
  EXPECT_EQ(std::find(keys.begin(), keys.end(), "epochs"), keys.end());
}

TEST_F(Fit, WhatIsToBeKeptStays) {
  const Json found = fit({"--memory", "1700MiB", "--keep", "checkpointing", "--keep", "batch"}, 1);
  ASSERT_FALSE(found.at("plans").empty());
  for (const Json& plan : found.at("plans")) {
    for (const Json& change : plan.at("changes")) {
      EXPECT_NE(change.at("key"), "checkpointing");
      EXPECT_NE(change.at("key"), "batch_size");
    }
  }
}

/// Half of the size would leave a third of the device empty.
TEST_F(Fit, ASizeOfTheInputIsTheLargestPartThatFits) {
  const Json found = fit({"--memory", "1700MiB", "--keep", "checkpointing", "--keep", "batch", "--keep", "model"}, 1);
  ASSERT_EQ(found.at("plans").size(), 1U);
  const Json& change = found.at("plans").at(0).at("changes").at(0);
  ASSERT_EQ(change.at("key"), "size");
  const int64_t size = std::stoi(change.at("to").get<std::string>());
  EXPECT_EQ(size % (128 / 16), 0) << size;
  EXPECT_EQ(check({"--memory", "1700MiB", "--set", "size=" + std::to_string(size)}).at("fits"), true);
  // 2 % of the device stay free.
  EXPECT_GT(process({"--memory", "1700MiB", "--set", "size=" + std::to_string(size + 8)}), (1700LL << 20) * 98 / 100);
}

TEST_F(Fit, AnAppliedPlanChangesItsValuesAlone) {
  fit({"--memory", "1700MiB", "--apply", "1"}, 0);
  std::string expected = kConfig;
  expected.replace(expected.find("checkpointing: false"), 20, "checkpointing: true");
  EXPECT_EQ(config(), expected);
  EXPECT_EQ(check({"--memory", "1700MiB"}).at("fits"), true);
}

TEST_F(Fit, TheLargestBatchOfARoomyCardFits) {
  const Json found = fit({"--device", "rtx3060"}, 0);
  const auto batch = found.at("larger_batch").at("size").get<int64_t>();
  EXPECT_GT(batch, 32);
  EXPECT_EQ(check({"--device", "rtx3060", "--set", "batch_size=" + std::to_string(batch)}).at("fits"), true);
  // 2 % of the device stay free, and up to there the allocator need not give back its cache; half as many samples more
  // need half as much memory again.
  EXPECT_EQ(check({"--device", "rtx3060", "--set", "batch_size=" + std::to_string(batch * 3 / 2)}).at("fits"), false);
}

TEST_F(Fit, SeveralDevicesAreAnsweredInTheirOrder) {
  const ProgramRun run =
      run_program(folder_.path(), {"fit", "c.yaml", "--root", ".", "--device", "rtx3060", "--device", "a100-80gb"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_LT(run.output.find("RTX 3060"), run.output.find("A100 80GB"));
}

TEST_F(Fit, WithoutADeviceItAsksForOne) {
  const ProgramRun run = run_program(folder_.path(), {"fit", "c.yaml", "--root", "."});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.errors.find("--device"), std::string::npos);
}

TEST_F(Fit, WhatIsNotThereIsNeitherAppliedNorKept) {
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"--apply", "77"}, std::vector<std::string>{"--keep", "batchsize"}}) {
    std::vector<std::string> arguments = {"fit", "c.yaml", "--root", ".", "--memory", "1700MiB"};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    const ProgramRun run = run_program(folder_.path(), arguments);
    EXPECT_EQ(run.exit_code, 2) << wrong[0];
    EXPECT_NE(run.errors.find(wrong[0]), std::string::npos) << run.errors;
  }
  EXPECT_EQ(config(), kConfig);
}

TEST_F(Fit, AConfigWithoutAStepIsSaidToHaveNone) {
  folder_.put("model.py", "raise ValueError('no')\n");
  const ProgramRun run = run_program(folder_.path(), {"fit", "c.yaml", "--root", ".", "--device", "rtx3060"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.errors.find("no step to fit"), std::string::npos) << run.errors;
}

/// The program itself reads the file: what one trial imports must not be what the next one finds.
TEST_F(Fit, AProgramThatReadsTheFileItselfIsTriedAsItWouldRun) {
  folder_.put("settings.py", "WIDTH = int(open('c.yaml').read().split('width: ')[1].split()[0])\n");
  std::string model = kModel;
  model = "from settings import WIDTH\n" + model;
  for (size_t at = 0; (at = model.find("cfg[\"width\"]", at)) != std::string::npos;) model.replace(at, 12, "WIDTH");
  folder_.put("model.py", model);
  const Json found = fit({"--memory", "1700MiB"}, 1);
  const int64_t now = process({"--memory", "1700MiB"});
  for (const Json& setting : found.at("settings")) {
    if (setting.at("key") != "batch_size") continue;
    EXPECT_EQ(setting.at("saves").get<int64_t>(), now - process({"--memory", "1700MiB", "--set", "batch_size=16"}));
  }
  folder_.put("c.yaml", std::string(kConfig).replace(std::string(kConfig).find("width: 32"), 9, "width: 16"));
  const int64_t halved = process({"--memory", "1700MiB"});
  bool met = false;
  for (const Json& setting : found.at("settings")) {
    if (setting.at("key") != "width") continue;
    met = true;
    EXPECT_EQ(setting.at("saves").get<int64_t>(), now - halved);
  }
  EXPECT_TRUE(met) << found;
}

TEST_F(Fit, TheQuickFormulaDoesNotReassureWhereTheAnalysisDoesNot) {
  const ProgramRun small =
      run_program(folder_.path(), {"calc", "--config", "c.yaml", "--root", ".", "--memory", "1GiB"});
  EXPECT_EQ(small.exit_code, 1) << small.output;
  EXPECT_NE(small.errors.find("taken by default"), std::string::npos) << small.errors;
  EXPECT_NE(small.errors.find("--hidden_dim 256"), std::string::npos) << small.errors;
  const ProgramRun large =
      run_program(folder_.path(), {"calc", "--config", "c.yaml", "--root", ".", "--memory", "80GiB"});
  EXPECT_EQ(large.exit_code, 0) << large.output;
}

TEST_F(Fit, ASizeWithoutAUnitIsRefused) {
  const ProgramRun run = run_program(folder_.path(), {"check", "c.yaml", "--root", ".", "--memory", "24"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.errors.find("24GiB"), std::string::npos) << run.errors;
}

/// Each layer keeps 24 MiB in a segment that was made for something larger, which the next one needs larger still.
const char* const kGrowing = R"(import torch
import torch.nn as nn


class Growing(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.layers = nn.ModuleList([nn.Conv2d(3, 3, 1) for _ in range(cfg["rounds"])])

    def forward(self, image):
        for i, layer in enumerate(self.layers):
            with torch.no_grad():
                torch.zeros((36 + i) * 1024 * 256, device=image.device).sum()
            image = layer(image)
        return image
)";

std::string growing_recipe(const std::string& environment) {
  return "torch: \"2.4\"\n" + environment +
         "recipes:\n"
         "  - name: growing\n"
         "    configs: [\"*.yaml\"]\n"
         "    model: model.Growing(cfg)\n"
         "    inputs: [\"float32[8, 3, 512, 512]\"]\n"
         "    loss: mse\n"
         "    optimizer: adam\n";
}

TEST_F(Fit, ExpandableSegmentsAreAPlanWhereTheyLeaveFewEnoughGaps) {
  folder_.put("vramlint.yaml", growing_recipe(""));
  folder_.put("model.py", kGrowing);
  folder_.put("c.yaml", "rounds: 12\n");
  const Json found = fit({"--memory", "1000MiB"}, 1);
  ASSERT_FALSE(found.at("plans").empty());
  const Json& plan = found.at("plans").at(0);
  EXPECT_EQ(plan.at("effect"), "training stays the same");
  EXPECT_TRUE(plan.at("changes").empty());
  EXPECT_EQ(plan.at("environment"), "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True");
  const int64_t before = process({"--memory", "1000MiB"});
  const std::string set = "environment:\n  PYTORCH_CUDA_ALLOC_CONF: \"expandable_segments:True\"\n";
  folder_.put("vramlint.yaml", growing_recipe(set));
  const Json checked = check({"--memory", "1000MiB"});
  EXPECT_EQ(checked.at("fits"), true);
  EXPECT_EQ(checked.at("peak").at("process").at("point"), plan.at("peak").at("process").at("point"));
  EXPECT_GT(before, 1000LL << 20);
}

/// A project whose configs inherit; flat.py sets a part of `model`, and nothing of `data`.
class FitInherited : public testing::Test {
 protected:
  FitInherited() {
    constexpr size_t kFolder = std::string_view("tests/examples/birdview/").size();
    for (const TreeFile& file : tree_files({"tests/examples/birdview"}, {".py", ".yaml"}))
      folder_.put(file.path.substr(kFolder), with_large_batch(file.text));
  }

  /// So that the batch weighs something beside the process's own memory.
  static std::string with_large_batch(std::string text) {
    const std::string_view small = "samples_per_gpu=2";
    const size_t at = text.find(small);
    return at == std::string::npos ? text : text.replace(at, small.size(), "samples_per_gpu=256");
  }

  Json plans(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"fit",  "configs/flat.py", "--root", ".", "--format",
                                          "json", "--keep",          "input"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Json json = Json::parse(run_program(folder_.path(), arguments).output, nullptr, false);
    return json.is_discarded() ? Json() : json.at("configs").at(0).at("plans");
  }

  Json check(const std::string& config, const std::string& memory) const {
    const ProgramRun run = run_program(
        folder_.path(), {"check", config, "--root", ".", "--format", "json", "--fail-on", "never", "--memory", memory});
    return Json::parse(run.output).at("configs").at(0);
  }

  std::string text_of(const std::string& path) const { return read_text(folder_.path() / path); }

  ScratchFolder folder_;
};

TEST_F(FitInherited, WhatComesFromABaseIsSetInTheConfigItself) {
  const auto bytes = check("configs/flat.py", "80GiB").at("peak").at("process").at("point").get<int64_t>();
  const std::string memory = std::to_string(bytes / 1024 * 4 / 5) + "KiB";
  const std::string before = text_of("configs/flat.py"), base = text_of("configs/_base_/lifted.py");
  const Json found = plans({"--memory", memory});
  ASSERT_FALSE(found.empty());
  for (size_t number = 1; number <= found.size(); ++number) {
    folder_.put("configs/flat.py", before);
    plans({"--memory", memory, "--apply", std::to_string(number)});
    const Json checked = check("configs/flat.py", memory);
    EXPECT_EQ(checked.at("fits"), true) << found.at(number - 1) << text_of("configs/flat.py");
    EXPECT_EQ(checked.at("peak").at("allocated"), found.at(number - 1).at("peak").at("allocated"))
        << text_of("configs/flat.py");
    EXPECT_NE(text_of("configs/flat.py"), before);
  }
  EXPECT_EQ(text_of("configs/_base_/lifted.py"), base);
  for (const TreeFile& file : tree_files({"tests/examples/birdview"}, {".py"})) {
    const std::string path = file.path.substr(std::string_view("tests/examples/birdview/").size());
    if (path != "configs/flat.py") {
      EXPECT_EQ(text_of(path), with_large_batch(file.text)) << path;
    }
  }
}

TEST_F(FitInherited, ANumberInAnySpellingIsTriedAndWhatSharesAVariableIsNamed) {
  const std::string memory =
      std::to_string(check("configs/flat.py", "80GiB").at("peak").at("process").at("point").get<int64_t>() / 1024 * 4 /
                     5) +
      "KiB";
  const std::string config = text_of("configs/flat.py");
  const auto with = [&](const std::string& lines) { folder_.put("configs/flat.py", config + lines); };
  const auto batch_alone = [&](const Json& found) -> Json {
    for (const Json& plan : found) {
      const Json& change = plan.at("changes").at(0);
      if (plan.at("changes").size() == 1 && change.at("key") == "data.samples_per_gpu") return change;
    }
    return {};
  };

  with("data = dict(samples_per_gpu=0x1_00)\n");
  const Json spelt = batch_alone(plans({"--memory", memory}));
  ASSERT_FALSE(spelt.is_null());
  EXPECT_EQ(spelt.at("from"), "0x1_00");
  EXPECT_EQ(spelt.at("also"), Json::array());

  with("n = 256\ndata = dict(samples_per_gpu=n, workers_per_gpu=n)\n");
  const Json shared = batch_alone(plans({"--memory", memory}));
  ASSERT_FALSE(shared.is_null());
  const std::vector<std::string> also = shared.at("also");
  EXPECT_NE(std::find(also.begin(), also.end(), "data.workers_per_gpu"), also.end());
  EXPECT_TRUE(batch_alone(plans({"--memory", memory, "--keep", "data.workers_per_gpu"})).is_null());
}

}  // namespace
}  // namespace vramlint::tests
