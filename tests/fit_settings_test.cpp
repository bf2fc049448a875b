// `vramlint fit` beyond numbers and truths: texts that the program knows in the place of another, keys that a config
// does not have yet, and accumulation for a smaller batch.
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

Json fit(const ScratchFolder& folder, const std::string& config, const std::string& memory, int exit_code,
         std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {"fit", config, "--root", ".", "--memory", memory, "--format", "json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ProgramRun run = run_program(folder.path(), arguments);
  EXPECT_EQ(run.exit_code, exit_code) << run.errors;
  const Json json = Json::parse(run.output, nullptr, false);
  return json.is_discarded() ? Json() : json.at("configs").at(0);
}

Json check(const ScratchFolder& folder, const std::string& config, const std::string& memory) {
  const ProgramRun run = run_program(
      folder.path(), {"check", config, "--root", ".", "--memory", memory, "--format", "json", "--fail-on", "never"});
  return Json::parse(run.output).at("configs").at(0);
}

std::string text_of(const ScratchFolder& folder, const std::string& file) {
  std::stringstream text;
  text << std::ifstream(folder.path() / file).rdbuf();
  return text.str();
}

/// The number of the first plan that sets `key` alone; 0: none.
size_t plan_with(const Json& found, const std::string& key) {
  const Json& plans = found.at("plans");
  for (size_t i = 0; i < plans.size(); ++i) {
    const Json& changes = plans[i].at("changes");
    if (changes.size() == 1 && changes[0].at("key") == key) return i + 1;
  }
  return 0;
}

const char* const kProgram = R"(import argparse

import torch
import yaml
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, kind):
        super().__init__()
        self.kind = kind
        self.qkv = nn.Linear(width, 3 * width)

    def forward(self, x):
        b, n, c = x.shape
        q, k, v = self.qkv(x).reshape(b, n, 3, 8, c // 8).permute(2, 0, 3, 1, 4)
        if self.kind == "eager":
            x = (q @ k.transpose(-2, -1) * 0.1).softmax(-1) @ v
        elif self.kind == "sdpa":
            x = nn.functional.scaled_dot_product_attention(q, k, v)
        else:
            raise ValueError(self.kind)
        return x.transpose(1, 2).reshape(b, n, c)


parser = argparse.ArgumentParser()
parser.add_argument("--config")
cfg = yaml.safe_load(open(parser.parse_args().config))
model = nn.Sequential(*[Attention(cfg["width"], cfg["attention"]) for _ in range(cfg["depth"])]).cuda()
optimizer = torch.optim.AdamW(model.parameters())
for step in range(1000):
    loss = model(torch.randn(16, 1024, cfg["width"], device="cuda")).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
)";

const char* const kRecipe =
    "recipes:\n"
    "  - name: t\n"
    "    configs: [c.yaml]\n"
    "    script: {path: train.py, args: [--config, '{config}']}\n";

const char* const kConfig = "width: 512\ndepth: 8\nattention: eager   # how\n";

/// The maps that eager attention keeps: 16 × 8 heads × 1024 × 1024 positions × 4 bytes, in each of the 8 modules one.
TEST(FitSettings, ATextGoesToAnotherThatTheProgramKnowsForIt) {
  const ScratchFolder folder({{"vramlint.yaml", kRecipe}, {"train.py", kProgram}, {"c.yaml", kConfig}});
  const Json found = fit(folder, "c.yaml", "4GiB", 1);
  const size_t number = plan_with(found, "attention");
  ASSERT_GT(number, 0U) << found;
  const Json& change = found.at("plans").at(number - 1).at("changes").at(0);
  EXPECT_EQ(change.at("from"), "eager");
  EXPECT_EQ(change.at("to"), "sdpa");
  const int64_t maps = int64_t{16} * 8 * 1024 * 1024 * 4 * 8;
  EXPECT_GE(found.at("settings").at(0).at("saves").get<int64_t>(), maps);
  EXPECT_EQ(found.at("settings").at(0).at("key"), "attention");

  fit(folder, "c.yaml", "4GiB", 0, {"--apply", std::to_string(number)});
  EXPECT_EQ(text_of(folder, "c.yaml"), "width: 512\ndepth: 8\nattention: sdpa   # how\n");
  EXPECT_EQ(check(folder, "c.yaml", "4GiB").at("fits"), true);
}

TEST(FitSettings, ATextThatTheProgramRefusesIsNoPlan) {
  std::string program = kProgram;
  const std::string known = "elif self.kind == \"sdpa\":";
  program.replace(program.find(known), known.size(),
                  "elif self.kind == \"none\":\n            raise ValueError(\"none\")\n"
                  "        elif self.kind == \"other\":");
  const ScratchFolder folder({{"vramlint.yaml", kRecipe}, {"train.py", program}, {"c.yaml", kConfig}});
  const Json found = fit(folder, "c.yaml", "4GiB", 1);
  for (const Json& setting : found.at("settings")) EXPECT_NE(setting.at("to"), "none");
}

const char* const kTower = R"(import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Tower(nn.Module):
    def __init__(self, width, depth, with_cp=False):
        super().__init__()
        self.with_cp = with_cp
        self.enter = nn.Conv2d(3, width, 3, padding=1)
        self.blocks = nn.ModuleList([nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.GELU()) for _ in range(depth)])

    def forward(self, image):
        image = self.enter(image)
        for block in self.blocks:
            image = checkpoint(block, image, use_reentrant=False) if self.with_cp else block(image)
        return image


class WideTower(Tower):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)


def build(cfg):
    cfg = dict(cfg)
    return {"Tower": Tower, "WideTower": WideTower}[cfg.pop("type")](**cfg)
)";

const char* const kTowerRecipe =
    "recipes:\n"
    "  - name: t\n"
    "    configs: [\"*.yaml\", \"*.json\"]\n"
    "    model: model.build(cfg.model)\n"
    "    inputs: [\"float32[cfg.batch, 3, 128, 128]\"]\n"
    "    loss: mse\n"
    "    optimizer: adam\n";

/// A parameter of the class that the section names, there or in a class that it inherits from.
TEST(FitSettings, ASettingThatIsNotThereIsPutIntoItsSection) {
  const std::pair<const char*, const char*> configs[] = {
      {"batch: 32\nmodel:\n  type: WideTower\n  width: 32\n  depth: 12   # blocks\nseed: 1\n",
       "batch: 32\nmodel:\n  type: WideTower\n  width: 32\n  depth: 12   # blocks\n  with_cp: true\nseed: 1\n"},
      {"batch: 32\nmodel: {type: Tower, width: 32, depth: 12}\n",
       "batch: 32\nmodel: {type: Tower, width: 32, depth: 12, with_cp: true}\n"}};
  for (const auto& [before, after] : configs) {
    const ScratchFolder folder({{"vramlint.yaml", kTowerRecipe}, {"model.py", kTower}, {"c.yaml", before}});
    const Json found = fit(folder, "c.yaml", "1700MiB", 1);
    const size_t number = plan_with(found, "model.with_cp");
    ASSERT_GT(number, 0U) << found;
    const Json& plan = found.at("plans").at(number - 1);
    EXPECT_EQ(plan.at("effect"), "training stays the same");
    EXPECT_EQ(plan.at("changes").at(0).at("from"), "");
    EXPECT_EQ(plan.at("changes").at(0).at("to"), "true");
    fit(folder, "c.yaml", "1700MiB", 0, {"--apply", std::to_string(number)});
    EXPECT_EQ(text_of(folder, "c.yaml"), after);
    const Json checked = check(folder, "c.yaml", "1700MiB");
    EXPECT_EQ(checked.at("fits"), true);
    EXPECT_EQ(checked.at("peak").at("process"), plan.at("peak").at("process"));
  }
}

TEST(FitSettings, JsonStaysJson) {
  const char* const before =
      "{\n  \"batch\": 32,\n  \"model\": {\n    \"type\": \"Tower\",\n    \"width\": 32,\n    \"depth\": 12\n  }\n}\n";
  const ScratchFolder folder({{"vramlint.yaml", kTowerRecipe}, {"model.py", kTower}, {"c.json", before}});
  const Json found = fit(folder, "c.json", "1700MiB", 1);
  const size_t number = plan_with(found, "model.with_cp");
  ASSERT_GT(number, 0U) << found;
  fit(folder, "c.json", "1700MiB", 0, {"--apply", std::to_string(number)});
  const Json written = Json::parse(text_of(folder, "c.json"), nullptr, false);
  ASSERT_FALSE(written.is_discarded()) << text_of(folder, "c.json");
  EXPECT_EQ(written.at("model").at("with_cp"), true);
}

const char* const kTrainer = R"(import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Pictures(Dataset):
    def __len__(self):
        return 1000

    def __getitem__(self, index):
        return torch.zeros(3, 256, 256)


def main(batch=96, accumulate=1):
    net = nn.Sequential(nn.Conv2d(3, 64, 3, padding=1), nn.ReLU(), nn.Conv2d(64, 3, 3, padding=1)).cuda()
    optimizer = torch.optim.Adam(net.parameters())
    for i, x in enumerate(DataLoader(Pictures(), batch_size=batch)):
        loss = net(x.cuda()).square().mean() / accumulate
        loss.backward()
        if (i + 1) % accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()


import argparse, yaml
parser = argparse.ArgumentParser()
parser.add_argument("--config")
main(**yaml.safe_load(open(parser.parse_args().config)))
)";

/// 96 images are 4.5 GiB of activations and gradients at least: 96 × 64 × 256 × 256 × 4 bytes are 1.5 GiB, three times.
TEST(FitSettings, ASmallerBatchIsMadeUpForByAccumulation) {
  const ScratchFolder folder(
      {{"vramlint.yaml", kRecipe}, {"train.py", kTrainer}, {"c.yaml", "batch: 96\naccumulate: 1\n"}});
  const Json found = fit(folder, "c.yaml", "4GiB", 1);
  ASSERT_FALSE(found.at("plans").empty());
  const Json& first = found.at("plans").at(0);
  EXPECT_EQ(first.at("effect"), "the same samples a step, in more passes");
  ASSERT_EQ(first.at("changes").size(), 2U);
  EXPECT_EQ(std::stoi(first.at("changes").at(0).at("to").get<std::string>()) *
                std::stoi(first.at("changes").at(1).at("to").get<std::string>()),
            96);
  fit(folder, "c.yaml", "4GiB", 0, {"--apply", "1"});
  EXPECT_EQ(check(folder, "c.yaml", "4GiB").at("fits"), true);
}

/// It is read, and what comes of it is that the loss is smaller: the optimizer steps every time.
TEST(FitSettings, AccumulationThatTheProgramDoesNotDoIsNoPlan) {
  std::string program = kTrainer;
  const std::string condition = "if (i + 1) % accumulate == 0:";
  program.replace(program.find(condition), condition.size(), "if True:");
  const ScratchFolder folder(
      {{"vramlint.yaml", kRecipe}, {"train.py", program}, {"c.yaml", "batch: 96\naccumulate: 1\n"}});
  const Json found = fit(folder, "c.yaml", "4GiB", 1);
  ASSERT_FALSE(found.at("plans").empty());
  for (const Json& plan : found.at("plans")) EXPECT_NE(plan.at("effect"), "the same samples a step, in more passes");
}

const char* const kFineTune = R"(import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
from torch.utils.data import DataLoader, Dataset
from transformers import TrainingArguments


class Pictures(Dataset):
    def __len__(self):
        return 1000

    def __getitem__(self, index):
        return torch.zeros(64, 128, 128)


args = TrainingArguments(
    output_dir="out",
    per_device_train_batch_size=32,
)
layers = [
    nn.Sequential(nn.Conv2d(64, 64, 3, padding=1), nn.GELU(), nn.Conv2d(64, 64, 3, padding=1), nn.GELU()) for _ in range(6)
]
blocks = nn.ModuleList(layers).cuda()
optimizer = torch.optim.AdamW(blocks.parameters(), lr=args.learning_rate)
for step, x in enumerate(DataLoader(Pictures(), batch_size=args.per_device_train_batch_size)):
    x = x.cuda()
    for block in blocks:
        x = checkpoint(block, x, use_reentrant=False) if args.gradient_checkpointing else block(x)
    loss = x.square().mean() / args.gradient_accumulation_steps
    loss.backward()
    if (step + 1) % args.gradient_accumulation_steps == 0:
        optimizer.step()
        optimizer.zero_grad()
)";

/// What TrainingArguments would take stands in no file of the project.
TEST(FitSettings, TrainingArgumentsGetsWhatTheScriptDoesNotSay) {
  const ScratchFolder folder(
      {{"vramlint.yaml", "recipes:\n  - {name: t, configs: [train.py], script: train.py}\n"}, {"train.py", kFineTune}});
  const Json found = fit(folder, "train.py", "3GiB", 1);
  const size_t number = plan_with(found, "TrainingArguments.gradient_checkpointing");
  ASSERT_GT(number, 0U) << found;
  const Json& passes = found.at("plans").at(1);
  EXPECT_EQ(passes.at("effect"), "the same samples a step, in more passes");
  EXPECT_EQ(passes.at("changes").at(1).at("key"), "TrainingArguments.gradient_accumulation_steps");
  EXPECT_EQ(passes.at("changes").at(1).at("from"), "");
  fit(folder, "train.py", "3GiB", 0, {"--apply", std::to_string(number)});
  std::string expected = kFineTune;
  const std::string last = "    per_device_train_batch_size=32,\n";
  expected.insert(expected.find(last) + last.size(), "    gradient_checkpointing=True,\n");
  EXPECT_EQ(text_of(folder, "train.py"), expected);
  EXPECT_EQ(check(folder, "train.py", "3GiB").at("fits"), true);
}

const char* const kRegistry =
    "from mmengine.registry import DATASETS as D, MODELS as M, TRANSFORMS as T, Registry\n"
    "DATASETS, MODELS = Registry('dataset', parent=D), Registry('model', parent=M)\n"
    "TRANSFORMS = Registry('transform', parent=T)\n";

const char* const kNet = R"(import torch
from mmengine.model import BaseModel
from torch import nn
from torch.utils.checkpoint import checkpoint
from mmengine.structures import BaseDataElement
from mmdet.registry import DATASETS, MODELS, TRANSFORMS


@TRANSFORMS.register_module()
class PackDetInputs:
    def transform(self, results):
        return dict(data_samples=BaseDataElement())


@DATASETS.register_module()
class Letters:
    METAINFO = dict(classes=("a", "b"))


@MODELS.register_module()
class Net(BaseModel):
    def __init__(self, width=64, depth=8, with_cp=False, train_cfg=None, data_preprocessor=None):
        super().__init__(data_preprocessor)
        self.with_cp = with_cp
        self.enter = nn.Conv2d(3, width, 3, padding=1)
        self.blocks = nn.ModuleList([nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.GELU()) for _ in range(depth)])

    def forward(self, inputs, data_samples, mode):
        h = self.enter(torch.stack(inputs).float())
        for block in self.blocks:
            h = checkpoint(block, h, use_reentrant=False) if self.with_cp else block(h)
        return dict(loss=h.mean())
)";

const char* const kBase =
    "default_scope = 'mmdet'\nmodel = dict(type='Net', width=64)\n"
    "train_dataloader = dict(batch_size=16, dataset=dict(type='Letters', pipeline=[dict(type='LoadImageFromFile'),\n"
    "    dict(type='Resize', scale=(128, 128)), dict(type='PackDetInputs')]))\n"
    "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.1))\n"
    "train_cfg = dict(by_epoch=True, max_epochs=12)\n";

/// What several keys of a base are set to is written once into the config that inherits it.
TEST(FitSettings, InheritedSectionsGetTheirKeysInTheConfigThatInheritsThem) {
  const std::string leaf = "_base_ = './base.py'\nmodel = dict(depth=9)\n";
  const ScratchFolder folder({{"mmdet/__init__.py", ""},
                              {"mmdet/registry.py", kRegistry},
                              {"mmdet/models/__init__.py", kNet},
                              {"configs/base.py", kBase},
                              {"configs/a.py", leaf}});
  const Json found = fit(folder, "configs/a.py", "1500MiB", 1);
  std::vector<std::string> keys;
  for (const Json& setting : found.at("settings")) keys.push_back(setting.at("key"));
  size_t passes = 0;
  for (const Json& plan : found.at("plans")) {
    if (plan.at("effect") == "the same samples a step, in more passes")
      passes = static_cast<size_t>(&plan - &found.at("plans").at(0)) + 1;
  }
  for (const char* key : {"model.with_cp", "optim_wrapper.type"})
    EXPECT_NE(std::find(keys.begin(), keys.end(), key), keys.end()) << key << found;
  ASSERT_GT(passes, 0U) << found;
  fit(folder, "configs/a.py", "1500MiB", 0, {"--apply", std::to_string(passes)});
  const Json& changes = found.at("plans").at(passes - 1).at("changes");
  EXPECT_EQ(text_of(folder, "configs/a.py"),
            leaf + "train_dataloader = dict(batch_size=" + changes.at(0).at("to").get<std::string>() +
                ")\noptim_wrapper = dict(accumulative_counts=" + changes.at(1).at("to").get<std::string>() + ")\n");
  EXPECT_EQ(text_of(folder, "configs/base.py"), kBase);
  EXPECT_EQ(check(folder, "configs/a.py", "1500MiB").at("fits"), true);
}

}  // namespace
}  // namespace vramlint::tests
