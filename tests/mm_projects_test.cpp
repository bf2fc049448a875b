// Small projects in the style of OpenMMLab's: what their configs and models ask for, checked as a user checks them.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr const char* kRegistry = R"(
from mmengine.registry import DATASETS as D, MODELS as M, TRANSFORMS as T, Registry
DATASETS, MODELS, TRANSFORMS = Registry("dataset", parent=D), Registry("model", parent=M), Registry("transform", parent=T)
)";

/// Two pictures of 32 x 32 go through one convolution; `constructor` and `loss` (of its result `h`) are the test's.
std::string models(const std::string& constructor, const std::string& loss) {
  return R"(
import torch
from mmengine.config import Config
from mmengine.logging import MessageHub
from mmengine.model import BaseModel
from mmengine.structures import BaseDataElement
from torch import nn
from mmdet.registry import DATASETS, MODELS, TRANSFORMS

@DATASETS.register_module()
class Letters:
    METAINFO = dict(classes=("alpha", "beta", "gamma"))

@TRANSFORMS.register_module()
class PackDetInputs:
    def __init__(self, meta_keys=()):
        self.meta_keys = meta_keys
    def transform(self, results):
        assert "img" not in self.meta_keys, "Missing the key img"
        sample = BaseDataElement()
        sample.set_metainfo({key: results[key] for key in self.meta_keys if key in results})
        return dict(data_samples=sample)

@MODELS.register_module()
class Net(BaseModel):
    def __init__(self, language_model=None, train_cfg=None, data_preprocessor=None):
        super().__init__(data_preprocessor)
        self.conv = nn.Conv2d(3, 8, 3)
)" + constructor +
         R"(
    def forward(self, inputs, data_samples, mode):
        h = self.conv(torch.stack(inputs).float())
)" + loss;
}

std::string config(const std::string& model, const std::string& packing) {
  return "default_scope = 'mmdet'\nmodel = dict(type='Net'" + model +
         ")\ntrain_dataloader = dict(batch_size=2, dataset=dict(type='Letters', pipeline=[\n"
         "    dict(type='LoadImageFromFile'), dict(type='Resize', scale=(32, 32)), dict(type='PackDetInputs'" +
         packing +
         ")]))\noptim_wrapper = dict(optimizer=dict(type='SGD', lr=0.1))\ntrain_cfg = dict(by_epoch=True, "
         "max_epochs=12)\n";
}

Said check(const std::string& constructor, const std::string& loss, const std::string& config,
           const std::vector<std::pair<std::string, std::string>>& files = {},
           const std::vector<std::string>& options = {}) {
  const ScratchFolder folder;
  folder.put("mmdet/__init__.py", "");
  folder.put("mmdet/registry.py", kRegistry);
  folder.put("mmdet/models/__init__.py", models(constructor, loss));
  folder.put("configs/a.py", config);
  for (const auto& [name, text] : files) folder.put(name, text);
  std::vector<std::string> arguments = {"check", "--format", "json", "--fail-on",
                                        "never", "--root",   ".",    "configs/a.py"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return said_by(run_program(folder.path(), arguments));
}

constexpr const char* kMean = "        return dict(loss=h.mean())\n";

void expect_estimated(const Said& said) {
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.config["not_checked"][0] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(MmProjects, ADetectorByLanguageIsGivenItsClassesNames) {
  const std::string loss = std::string("        assert data_samples[0].text == ('alpha', 'beta', 'gamma')\n") + kMean;
  const std::string model = ", language_model=dict(max_tokens=64)";
  const Said packed = check("", loss, config(model, ", meta_keys=('text',)"));
  expect_estimated(packed);
  EXPECT_FALSE(packed.assumes("packs no `text`"));
  const Said bare = check("", loss, config(model + ", train_cfg=dict(debug=False)", ""));
  expect_estimated(bare);
  EXPECT_TRUE(bare.assumes("packs no `text`"));
  const Said tests = check("", loss, config(model, ""));
  EXPECT_EQ(tests.status(), "no_training");
}

// "thing. " is two tokens, and two stand at the ends: 31 of them fill 64.
TEST(MmProjects, ASampledCaptionFillsWhatItsStepAllows) {
  const std::string loss =
      "        sample = data_samples[0]\n"
      "        assert sample.text.count('.') == 31 and len(sample.tokens_positive) == 31\n"
      "        begin, end = sample.tokens_positive[30][0]\n"
      "        assert sample.text[begin:end] == sample.text[:end - begin]\n" +
      std::string(kMean);
  std::string text = config(", language_model=dict(max_tokens=256)", ", meta_keys=('text', 'tokens_positive')");
  text.insert(text.find("dict(type='PackDetInputs'"), "dict(type='RandomSamplingNegPos', max_tokens=64), ");
  const Said said = check("", loss, text);
  expect_estimated(said);
  EXPECT_TRUE(said.assumes("64 tokens are taken"));
}

// The second condition would take a tuple for a tensor where it went another way than the first.
TEST(MmProjects, WhatHangsOnTheEpochGoesOneWay) {
  const std::string loss = R"(
        self.epoch = MessageHub.get_current_instance().get_info("epoch")
        kept = h if self.epoch < 4 else (h, h * 2)
        loss = self.alone if self.epoch < 4 else self.both
        return dict(loss=loss(kept))

    def alone(self, kept):
        return kept.type_as(kept).mean()

    def both(self, kept):
        first, second = kept
        return (first + second).mean()
)";
  expect_estimated(check("", loss, config("", "")));
}

TEST(MmProjects, AConfigThatAModelReadsNamesValuesOfItsBase) {
  const std::vector<std::pair<std::string, std::string>> files = {
      {"configs/base.py", "width = 7\nnested = dict(depth=3)\n"},
      {"configs/teacher.py", "_base_ = [\n    './base.py'\n]\nown = {{_base_.width}} + _base_.nested.depth\n"}};
  const std::string constructor =
      "        teacher = Config.fromfile('configs/teacher.py')\n"
      "        assert (teacher.own, teacher.width, teacher.nested.depth) == (10, 7, 3), teacher\n";
  expect_estimated(check(constructor, kMean, config("", ""), files));
}

TEST(MmProjects, APackageThatTheProgramRefusesToGoOnWithoutIsThere) {
  const std::string constructor =
      "        try:\n            import nowhere_lap\n        except ImportError:\n            nowhere_lap = None\n"
      "        if nowhere_lap is None:\n"
      "            raise RuntimeError('nowhere_lap is not installed, please install it by: pip install nowhere_lap')\n";
  const Said said = check(constructor, kMean, config("", ""));
  expect_estimated(said);
  EXPECT_TRUE(said.assumes("`nowhere_lap` is taken to be installed"));
}

TEST(MmProjects, WhatAPackingStepLacksIsNoMistakeOfTheProgram) {
  const Said said = check("", kMean, config("", ", meta_keys=('img',)"));
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

/// A project of mmcv's 1.x line, whose pipeline tells of each image what the project's own step has found out.
Said check_of_old_line(const std::string& forward, const std::string& data = "", const std::string& annotations = "",
                       const std::string& package = "") {
  const ScratchFolder folder;
  if (!data.empty()) folder.put("vramlint.yaml", "data: {" + data + "}\n");
  folder.put("requirements.txt", "mmcv-full>=1.3.1,<=1.7.2\n");
  folder.put("mmseg/__init__.py", package + "__version__ = '0.30.0'\n");
  folder.put("mmseg/models/__init__.py", "from .builder import SEGMENTORS, build_segmentor\nfrom .net import Net\n");
  folder.put("mmseg/models/builder.py",
             "try:\n    from mmcv.utils import Registry\nexcept ImportError:\n"
             "    from mmengine.registry import Registry\nSEGMENTORS = Registry('segmentor')\n\n"
             "def build_segmentor(cfg, train_cfg=None, test_cfg=None):\n    return SEGMENTORS.build(cfg)\n");
  folder.put("mmseg/models/net.py",
             "try:\n    from mmcv.runner import BaseModule\nexcept ImportError:\n"
             "    from mmengine.model import BaseModule\nfrom torch import nn\nfrom .builder import SEGMENTORS\n\n"
             "@SEGMENTORS.register_module()\nclass Net(BaseModule):\n    def __init__(self):\n"
             "        super().__init__()\n        self.conv = nn.Conv2d(3, 8, 3)\n\n"
             "    def train_step(self, data_batch, optimizer, **kwargs):\n"
             "        h = self.conv(data_batch['img'])\n        metas = data_batch['img_metas']\n" +
                 forward + "        return dict(loss=h.mean(), num_samples=2)\n");
  folder.put(
      "configs/a.py",
      "model = dict(type='Net')\npipeline = [dict(type='LoadImageFromFile'), dict(type='LoadAnnotations'" +
          annotations +
          "),\n"
          "    dict(type='Resize', img_scale=(32, 32), keep_ratio=False), dict(type='DefaultFormatBundle'),\n"
          "    dict(type='Collect', keys=['img', 'gt_semantic_seg'], meta_keys=('img_shape', 'camera'))]\n"
          "data = dict(samples_per_gpu=2, workers_per_gpu=2, train=dict(type='CustomDataset', pipeline=pipeline))\n"
          "optimizer = dict(type='SGD', lr=0.1)\noptimizer_config = dict()\n"
          "runner = dict(type='IterBasedRunner', max_iters=100)\n");
  return said_by(
      run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "--root", ".", "configs/a.py"}));
}

TEST(MmProjects, WhatAPipelineTellsOfAnImageIsThere) {
  const Said told = check_of_old_line("        assert 'camera' in metas[0] and metas[0]['img_shape'] == (32, 32, 3)\n");
  expect_estimated(told);
  const Said used = check_of_old_line("        h = h * metas[0]['camera']\n");
  EXPECT_EQ(used.status(), "partial") << used.config["unknowns"] << used.findings;
  EXPECT_EQ(used.mistakes(), 0) << used.findings;
}

TEST(MmProjects, WhatTheProjectSaysOfASampleIsThere) {
  const Said camera =
      check_of_old_line("        assert metas[1]['camera'].shape == (3, 4)\n        h = h * metas[0]['camera'].sum()\n",
                        "camera: \"float32[3, 4]\"");
  expect_estimated(camera);
  const std::string asks = "        assert data_batch['gt_semantic_seg'].shape == (2, 1, 5, 20, 20)\n";
  expect_estimated(check_of_old_line(asks, "gt_semantic_seg: \"int64[1, 5, 20, 20]\""));
}

TEST(MmProjects, WhatAStepOfTheProjectsOwnLoadsIsNoMistake) {
  // Label maps are as large as the image where mmseg's own step loads them: one that reads something else may load
  // others.
  const std::string asks = "        assert data_batch['gt_semantic_seg'].shape[1] == 7\n";
  EXPECT_EQ(check_of_old_line(asks).mistakes(), 1);
  const Said own = check_of_old_line(asks, "", ", from_above=True");
  EXPECT_EQ(own.mistakes(), 0) << own.findings;
  EXPECT_NE(own.findings.dump().find("gt_semantic_seg: \\\"int64[1, 32, 32]"), std::string::npos) << own.findings;
}

TEST(MmProjects, AForkThatImportsMmengineRunsWithIt) {
  const std::string asks = "        import mmcv\n        assert mmcv.__version__.startswith('2.')\n";
  expect_estimated(check_of_old_line(asks, "", "", "from mmengine import Config\n"));
  expect_estimated(check_of_old_line("        import mmcv\n        assert mmcv.__version__.startswith('1.')\n"));
}

TEST(MmProjects, WhatIsInstalledIsReadInThePlaceOfALittleDescription) {
  const std::string constructor = "        import transformers\n        assert transformers.real == 7\n";
  expect_estimated(check(constructor, kMean, config("", ""), {{"site/transformers/__init__.py", "real = 7\n"}},
                         {"--site-packages", "site"}));
}

// One sample of five is labelled, by its set's share; each of the other four is seen twice, at two sizes.
TEST(MmProjects, BranchesOfAPipelineBringBatchesOfTheirOwn) {
  const std::string loss = R"(        return dict(loss=h.mean())

from mmengine.model import BaseDataPreprocessor

@MODELS.register_module()
class Branches(BaseDataPreprocessor):
    def forward(self, data, training=False):
        inputs, samples = data["inputs"], data["data_samples"]
        assert {name: len(images) for name, images in inputs.items()} == dict(sup=1, weak=4, strong=4)
        assert [tuple(inputs[name][0].shape) for name in inputs] == [(3, 48, 48), (3, 32, 32), (3, 64, 64)]
        assert samples["strong"][3].homography_matrix.shape == (3, 3)
        return dict(inputs=inputs["strong"], data_samples=samples["strong"])
)";
  const std::string text = R"(
default_scope = 'mmdet'
model = dict(type='Net', data_preprocessor=dict(type='Branches'))
fields = ['sup', 'weak', 'strong']
pack = dict(type='PackDetInputs', meta_keys=('homography_matrix',))
labelled = dict(type='Letters', pipeline=[
    dict(type='LoadImageFromFile'), dict(type='LoadAnnotations', with_bbox=True), dict(type='Resize', scale=(48, 48)),
    dict(type='MultiBranch', branch_field=fields, sup=dict(type='PackDetInputs'))])
others = dict(type='Letters', pipeline=[
    dict(type='LoadImageFromFile'), dict(type='LoadEmptyAnnotations'), dict(type='MultiBranch', branch_field=fields,
    weak=[dict(type='Resize', scale=(32, 32)), pack], strong=[dict(type='Resize', scale=(64, 64)), pack])])
train_dataloader = dict(batch_size=5, sampler=dict(type='Sources', batch_size=5, source_ratio=[1, 4]),
    dataset=dict(type='ConcatDataset', datasets=[labelled, others]))
optim_wrapper = dict(optimizer=dict(type='SGD', lr=0.1))
train_cfg = dict(by_epoch=True, max_epochs=12)
)";
  expect_estimated(check("", loss, text));
}

// Points of 17 joints in 3 frames, each with 2 numbers that its codec repeats, of 2 samples in float32: 2 * 3 * 17 * 4
// * 4 = 1,632 bytes, in blocks of 512.
TEST(MmProjects, ASampleOfANetThatLiftsPosesHasPointsInFrames) {
  const std::string loss = R"(        return dict(loss=h.mean())

import numpy as np

@TRANSFORMS.register_module()
class GenerateTarget:
    def __init__(self, encoder):
        self.encoder = encoder
    def transform(self, results):
        target = results["lifting_target"]
        assert target.shape == (1, 17, 3) and np.delete(target, self.encoder["root"], axis=-2).shape == (1, 16, 3)
        results["keypoint_labels"] = np.concatenate((results["keypoints"], results["keypoints"]), axis=2)
        return results

@TRANSFORMS.register_module()
class PackPoseInputs:
    def transform(self, results):
        return dict(inputs=torch.from_numpy(results["keypoint_labels"]), data_samples=BaseDataElement())
)";
  const std::string text = R"(
default_scope = 'mmdet'
model = dict(type='Net')
train_dataloader = dict(batch_size=2, dataset=dict(type='Letters', seq_len=3, pipeline=[
    dict(type='GenerateTarget', encoder=dict(type='Lifting', num_keypoints=17, root=0)), dict(type='PackPoseInputs')]))
optim_wrapper = dict(optimizer=dict(type='SGD', lr=0.1))
train_cfg = dict(by_epoch=True, max_epochs=12)
)";
  const Said said = check("", loss, text);
  expect_estimated(said);
  EXPECT_EQ(said.config["breakdown"]["input"].get<int64_t>(), 2048);
}

TEST(MmProjects, PartsAndConfigsForTestsSayNoTrainingStep) {
  const Said part = check("", kMean, "train_pipeline = [dict(type='Resize', scale=(32, 32))]\n");
  EXPECT_EQ(part.status(), "no_training");
  const Said tests = check("", kMean, "default_scope = 'mmdet'\nmodel = dict(type='Net')\n");
  EXPECT_EQ(tests.status(), "no_training");
  EXPECT_NE(tests.config["not_checked"][0].get<std::string>().find("names no training set"), std::string::npos);
}

}  // namespace
}  // namespace vramlint::tests
