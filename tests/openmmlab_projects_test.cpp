// Configs of mmengine's projects that take more than their own models: what mixes a batch, other packages' configs and
// operators, layers that a config imports. Each with the smallest project that has it.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const char* const kRegistry = R"(
from mmengine.registry import MODELS as MODELS_, TRANSFORMS as TRANSFORMS_, Registry

MODELS = Registry("model", parent=MODELS_)
TRANSFORMS = Registry("transform", parent=TRANSFORMS_)
)";

const char* const kModels = R"(
import numpy as np
import torch
from torch import nn
from mmcv.transforms import BaseTransform
from mmengine.model import BaseDataPreprocessor, BaseModel
from mmpretrain.registry import MODELS, TRANSFORMS

DEFAULT = torch.float32


@TRANSFORMS.register_module()
class PackInputs(BaseTransform):
    def transform(self, results):
        return {"data_samples": results["gt_label"]}


@MODELS.register_module()
class Mixing(BaseDataPreprocessor):
    def __init__(self, batch_augments=None):
        super().__init__()
        self.augments = [] if batch_augments is None else [getattr(self, each["type"]) for each in batch_augments["augments"]]

    def Same(self, x):
        return x

    def Doubled(self, x):
        return torch.cat([x, x])

    def forward(self, data, training=False):
        data = self.cast_data(data)
        x = torch.stack(data["inputs"]).float()
        if self.augments:
            x = self.augments[np.random.choice(len(self.augments))](x)
        return {"inputs": x, "data_samples": data["data_samples"]}


@MODELS.register_module()
class Classifier(BaseModel):
    def __init__(self, train_cfg=None, layer="", data_preprocessor=None):
        data_preprocessor = data_preprocessor or {}
        data_preprocessor.setdefault("type", "Mixing")
        data_preprocessor.setdefault("batch_augments", train_cfg)
        super().__init__(data_preprocessor=MODELS.build(data_preprocessor))
        self.conv = nn.Conv2d(3, 8, 3)
        self.layer = layer
        if layer == "weights":
            from mmengine.runner.checkpoint import _load_checkpoint

            found = _load_checkpoint("torchvision://resnet18", map_location="cpu")
            assert found["conv1.weight"].shape == (64, 3, 7, 7) and len(found) == 122

    def forward(self, inputs, data_samples=None, mode="tensor"):
        x = self.conv(inputs)
        if self.layer == "shift":
            from mmcv.ops import tin_shift

            x = tin_shift(x[:, None].flatten(3), torch.zeros(len(x), 1, dtype=torch.int32, device=x.device))
        if self.layer == "beta":
            x = torch.distributions.Beta(0.8, 0.8).sample() * x
        return {"loss_cls": x.mean()}
)";

const std::string kTrain =
    "default_scope = 'mmpretrain'\n"
    "data_preprocessor = dict(type='Mixing')\n"
    "train_dataloader = dict(batch_size=4, dataset=dict(type='Pictures', pipeline=[dict(type='LoadImageFromFile'),\n"
    "    dict(type='Resize', scale=(32, 32)), dict(type='PackInputs')]))\n"
    "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.1))\n";

Said checked(const std::string& config, std::vector<std::pair<std::string, std::string>> more = {},
             const std::vector<std::string>& options = {}) {
  const ScratchFolder folder;
  folder.put("mmpretrain/__init__.py", "");
  folder.put("mmpretrain/registry.py", kRegistry);
  folder.put("mmpretrain/models/__init__.py", kModels);
  for (const auto& [path, text] : more) folder.put(path, text);
  folder.put("configs/a.py", config);
  std::vector<std::string> arguments = {"check", "--root",    ".",     "--format",
                                        "json",  "--fail-on", "never", "configs/a.py"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return said_by(run_program(folder.path(), arguments));
}

Said trained(const std::string& model) { return checked(kTrain + "model = dict(type='Classifier'" + model + ")\n"); }

void expect_estimated(const Said& said) {
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.config["not_checked"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

double peak(const Said& said) { return said.config["peak"]["allocated"]["point"].get<double>(); }

TEST(OpenMMLabProjects, WhatMixesABatchIsFollowedEachWay) {
  const auto mixed = [](const std::string& names) { return trained(", train_cfg=dict(augments=[" + names + "])"); };
  const Said both = mixed("dict(type='Same'), dict(type='Doubled')");
  expect_estimated(both);
  EXPECT_TRUE(both.assumes("both branches are followed")) << both.config["assumptions"];
  EXPECT_EQ(peak(both), peak(mixed("dict(type='Doubled')")));
  EXPECT_GT(peak(both), peak(mixed("dict(type='Same')")));
}

TEST(OpenMMLabProjects, WhatModelsTakeFromLibraries) {
  // The shift keeps where each group went, 4 x 1 integers; what it moves is as large as it was.
  // torchvision's resnet18: 20 convolutions, 20 norms of five tensors each, a linear layer of two.
  for (const char* layer : {"shift", "beta", "weights"}) {
    SCOPED_TRACE(layer);
    const Said said = trained(std::string(", layer='") + layer + "'");
    expect_estimated(said);
    EXPECT_EQ(said.parameters(), 3 * 8 * 9 + 8);
  }
}

TEST(OpenMMLabProjects, AConfigMayImportLayers) {
  const Said said = checked(
      "_base_ = './b.py'\nfrom mmpretrain.models import DEFAULT, Classifier\n\n\n"
      "def of(dtype=DEFAULT):\n    return dtype\n\n\nmodel = dict(type='Classifier')\n",
      {{"configs/b.py", kTrain}});
  expect_estimated(said);
}

TEST(OpenMMLabProjects, BasesOfAnotherPackageLieBesideIt) {
  const std::string config = "_base_ = 'mmother::parts/model.py'\n" + kTrain;
  const Said without = checked(config);
  EXPECT_EQ(without.status(), "not_estimable");
  EXPECT_EQ(without.mistakes(), 0) << without.findings;
  const ScratchFolder other{{"mmother/__init__.py", ""},
                            {"configs/parts/model.py", "model = dict(type='Classifier')\n"}};
  expect_estimated(checked(config, {}, {"--python-path", other.path().string()}));
}

TEST(OpenMMLabProjects, AConfigThatDoesNotTrainIsSaidToBeOne) {
  const Said said = checked("default_scope = 'mmpretrain'\nmodel = dict(type='Classifier')\n");
  EXPECT_EQ(said.status(), "no_training");
  EXPECT_EQ(said.mistakes(), 0);
  EXPECT_TRUE(said.lists("the config does not train")) << said.config["unknowns"];
  ASSERT_FALSE(said.config["not_checked"].empty());
  EXPECT_NE(said.config["not_checked"][0].get<std::string>().find("it names no training set"), std::string::npos)
      << said.config["not_checked"][0];
}

/// With a data pipeline of `steps` between loading and packing, which `transforms` of the project's own may do.
Said with_steps(const std::string& steps, const std::string& transforms) {
  const std::string own =
      "from mmcv.transforms import BaseTransform, Resize\n"
      "from mmpretrain.registry import TRANSFORMS\n\n" +
      transforms;
  return checked(
      "default_scope = 'mmpretrain'\nmodel = dict(type='Classifier')\n"
      "data_preprocessor = dict(type='Mixing')\n"
      "train_dataloader = dict(batch_size=4, dataset=dict(type='Pictures', pipeline=[\n"
      "    dict(type='LoadImageFromFile'), " +
          steps +
          ", dict(type='PackInputs')]))\n"
          "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.1))\n",
      {{"mmpretrain/datasets/__init__.py", ""}, {"mmpretrain/datasets/transforms.py", own}});
}

TEST(OpenMMLabProjects, AStepIsLikeTheOneItDerivesFrom) {
  const Said known = with_steps("dict(type='Resize', scale=(32, 32))", "");
  expect_estimated(known);
  const Said own = with_steps("dict(type='OwnResize', scale=(32, 32))", "class OwnResize(Resize):\n    pass\n");
  expect_estimated(own);
  EXPECT_EQ(peak(own), peak(known));
}

TEST(OpenMMLabProjects, WhatAProjectsStepsMakeOfAnImageIsSeen) {
  const Said known = with_steps("dict(type='Resize', scale=(48, 32))", "");  // width, height
  const Said own = with_steps("dict(type='ToHeight', height=32), dict(type='ToWidth', width=48)", R"(
import cv2
import numpy as np


class ToHeight(BaseTransform):
    def __init__(self, height):
        self.height = height

    def transform(self, results):
        h, w = results["img"].shape[:2]
        results["img"] = cv2.resize(results["img"], (int(self.height * w / h), self.height))
        return results


class ToWidth(BaseTransform):
    def __init__(self, width):
        self.width = width

    def transform(self, results):
        results["img"] = np.zeros((results["img"].shape[0], self.width, 3), dtype=np.uint8)
        return results
)");
  expect_estimated(own);
  EXPECT_EQ(peak(own), peak(known));
}

TEST(OpenMMLabProjects, AStepOfAKnownNameMayHaveSettingsOfItsOwn) {
  const Said said = with_steps("dict(type='RandomCrop', min_side=0.1), dict(type='Resize', scale=(32, 32))", "");
  expect_estimated(said);
  EXPECT_EQ(peak(said), peak(with_steps("dict(type='Resize', scale=(32, 32))", "")));
}

// What a step packs, and what a model reads of it, depends on the family of projects: ours are described, others
// guessed.
TEST(OpenMMLabProjects, WhatAnUnknownFamilysSamplesLackIsNobodysMistake) {
  const auto of = [](const std::string& family) {
    const ScratchFolder folder;
    const auto renamed = [&](std::string text) {
      for (size_t at; (at = text.find("mmpretrain")) != std::string::npos;) text.replace(at, 10, family);
      return text;
    };
    folder.put(family + "/__init__.py", "");
    folder.put(family + "/registry.py", renamed(kRegistry));
    folder.put(family + "/models/__init__.py",
               renamed(kModels) +
                   "\n\n@MODELS.register_module()\nclass Strict(Classifier):\n"
                   "    def forward(self, inputs, data_samples=None, mode='tensor'):\n"
                   "        if data_samples[0] == 0:\n            raise ValueError('no text')\n");
    folder.put("configs/a.py", renamed(kTrain) + "model = dict(type='Strict')\n");
    return said_by(
        run_program(folder.path(), {"check", "--root", ".", "--format", "json", "--fail-on", "never", "configs/a.py"}));
  };
  const Said known = of("mmdet"), unknown = of("mmletters");
  EXPECT_EQ(known.mistakes(), 1) << known.findings;
  EXPECT_EQ(unknown.status(), "not_estimable");
  EXPECT_EQ(unknown.mistakes(), 0) << unknown.findings;
}

TEST(OpenMMLabProjects, SamplesArePutTogetherAsTheProjectDoes) {
  const std::string collating = R"(
from mmengine.dataset import COLLATE_FUNCTIONS


@COLLATE_FUNCTIONS.register_module()
def by_name(batch, key):
    return {"inputs": [each["inputs"] for each in batch], "data_samples": {key: [each["data_samples"] for each in batch]}}
)";
  const std::string model =
      "\n\n@MODELS.register_module()\nclass Strict(Classifier):\n"
      "    def forward(self, inputs, data_samples=None, mode='tensor'):\n"
      "        assert len(data_samples['labels']) == 4\n"
      "        return super().forward(inputs)\n";
  std::string train = kTrain;
  const std::string before = "train_dataloader = dict(batch_size=4, ";
  train.replace(train.find(before), before.size(), before + "collate_fn=dict(type='by_name', key='labels'), ");
  const Said said =
      checked(train + "model = dict(type='Strict')\n",
              {{"mmpretrain/datasets/__init__.py", collating}, {"mmpretrain/models/__init__.py", kModels + model}});
  expect_estimated(said);
  EXPECT_EQ(peak(said), peak(trained("")));
}

// mmengine/model/base_model/data_preprocessor.py: one mean is taken from every channel.
TEST(OpenMMLabProjects, OneMeanIsNotOneChannel) {
  const Said said =
      with_steps("dict(type='Resize', scale=(32, 32)), dict(type='Normalize', mean=[127.5], std=[127.5])", "");
  expect_estimated(said);
}

}  // namespace
}  // namespace vramlint::tests
