// What a step of an mmengine project is given: samples that the project's own data set and steps make of a video or a
// skeleton, and what its preprocessor mixes. Expected sizes: arithmetic beside each.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const char* const kRegistry = R"(
from mmengine.registry import DATASETS as DATASETS_, MODELS as MODELS_, TRANSFORMS as TRANSFORMS_, Registry

MODELS = Registry("model", parent=MODELS_)
DATASETS = Registry("dataset", parent=DATASETS_)
TRANSFORMS = Registry("transform", parent=TRANSFORMS_)
)";

const char* const kModels = R"(
import torch
from torch import nn
from mmengine.model import BaseDataPreprocessor, BaseModel
from mmaction.registry import MODELS


@MODELS.register_module()
class Stacked(BaseDataPreprocessor):
    def forward(self, data, training=False):
        data = self.cast_data(data)
        inputs = data["inputs"]["imgs"] if isinstance(data["inputs"], dict) else data["inputs"]
        return {"inputs": torch.stack(inputs), "data_samples": data["data_samples"]}


@MODELS.register_module()
class Net(BaseModel):
    def __init__(self, backbone=None, data_preprocessor=None):
        super().__init__(data_preprocessor=data_preprocessor or dict(type="Stacked"))
        self.conv = nn.Linear(3, 8)

    def forward(self, inputs, data_samples=None, mode="tensor"):
        x = self.conv(inputs.float().movedim(2, -1))
        assert len(data_samples) == len(inputs)
        return {"loss_cls": x.mean()}
)";

const char* const kData = R"(
import random
import numpy as np
from mmcv.transforms import BaseTransform, KeyMapper, to_tensor
from mmengine.dataset import BaseDataset, Compose
from mmaction.registry import DATASETS, TRANSFORMS


@DATASETS.register_module()
class Videos(BaseDataset):
    def __init__(self, repeats=None, start_index=0, **options):
        self.repeats = repeats
        self.start_index = start_index
        super().__init__(**options)

    def get_data_info(self, idx):
        info = super().get_data_info(idx)
        info["start_index"] = self.start_index
        return info

    def prepare_data(self, idx):
        if self.repeats is None:
            return super().prepare_data(idx)
        return [self.pipeline(self.get_data_info(idx)) for _ in range(self.repeats)]


@TRANSFORMS.register_module()
class Decode(BaseTransform):
    def __init__(self, clip_len):
        self.clip_len = clip_len

    def transform(self, results):
        import decord

        video = decord.VideoReader(results["filename"])
        start = np.random.randint(0, max(len(video) - self.clip_len, 1)) + results["start_index"]
        results["imgs"] = list(video.get_batch(np.arange(self.clip_len) + start).asnumpy())
        results["img_shape"] = results["imgs"][0].shape[:2]
        return results


@TRANSFORMS.register_module()
class Crop(BaseTransform):
    def __init__(self, size):
        self.size = size

    def transform(self, results):
        height, width = results["img_shape"]
        assert self.size <= height and self.size <= width
        top = left = 0
        if height > self.size:
            top = int(np.random.randint(0, height - self.size))
        if width > self.size:
            left = int(np.random.randint(0, width - self.size))
        results["crop_bbox"] = np.array([left, top, left + self.size, top + self.size])
        x1, y1, x2, y2 = results["crop_bbox"]
        results["imgs"] = [img[y1:y2, x1:x2] for img in results["imgs"]]
        return results


@TRANSFORMS.register_module()
class RandomCrop(Crop):
    pass


@TRANSFORMS.register_module()
class Augment(BaseTransform):
    def transform(self, results):
        from pytorchvideo.transforms import RandAugment

        clip = to_tensor(np.stack([img.transpose(2, 0, 1) for img in results["imgs"]]))
        results["imgs"] = [img.transpose(1, 2, 0) for img in RandAugment(magnitude=7)(clip).data.numpy()]
        return results


@TRANSFORMS.register_module()
class Format(BaseTransform):
    def transform(self, results):
        results["imgs"] = np.array(results["imgs"]).transpose(0, 3, 1, 2)
        return results


@TRANSFORMS.register_module()
class PreNormalize3D(BaseTransform):
    def transform(self, results):
        points = results["keypoint"]
        assert points.shape[1] == results["total_frames"]
        shown = [i for i in range(points.shape[1]) if not np.all(np.isclose(points[0, i], 0))]
        points = points[:, np.array(shown)]
        results["keypoint"] = np.einsum("abcd,kd->abck", points, np.eye(points.shape[-1]))
        return KeyMapper(remapping={"keypoint": "joints"})(results)


@TRANSFORMS.register_module()
class PoseDecode(BaseTransform):
    def transform(self, results):
        results["keypoint"] = np.transpose(results["joints"][:, :50], (1, 3, 0, 2)).astype(np.float32)
        return results


@TRANSFORMS.register_module()
class PackActionInputs(BaseTransform):
    def __init__(self, kinds=()):
        self.kinds = kinds

    def transform(self, results):
        if self.kinds:
            return {"inputs": {kind: to_tensor(results[kind]) for kind in self.kinds}, "data_samples": results["label"]}
        found = results["imgs"] if "imgs" in results else results["keypoint"]
        return {"inputs": to_tensor(found), "data_samples": results["label"]}
)";

/// Of a config whose training set has that pipeline.
Said trained(const std::string& pipeline, const std::string& more = "", const std::string& model = "type='Net'",
             const std::string& last = "") {
  const ScratchFolder folder;
  folder.put("mmaction/__init__.py", "");
  folder.put("mmaction/registry.py", kRegistry);
  folder.put("mmaction/models/__init__.py", kModels);
  folder.put("mmaction/datasets/__init__.py", kData);
  folder.put("configs/a.py", "default_scope = 'mmaction'\nmodel = dict(" + model + ")\n" +
                                 "train_dataloader = dict(batch_size=4, dataset=dict(type='Videos', ann_file='a.txt'" +
                                 more + ",\n    pipeline=[" + pipeline + "]))\n" +
                                 "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.1))\n" +
                                 last);
  return said_by(
      run_program(folder.path(), {"check", "--root", ".", "--format", "json", "--fail-on", "never", "configs/a.py"}));
}

void expect_input(const Said& said, int64_t bytes) {
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.config["not_checked"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  if (said.status() != "estimated") return;
  EXPECT_EQ(said.config["breakdown"]["input"].get<int64_t>(), bytes);
}

const std::string kDecode = "dict(type='Decode', clip_len=8), ", kCrop = "dict(type='Crop', size=32), ";
const std::string kPack = "dict(type='Format'), dict(type='PackActionInputs')";

TEST(OpenMMLabSamples, ACropOfFramesOfUnknownSizeIsAsLargeAsItSays) {
  const Said said = trained(kDecode + kCrop + kPack);
  expect_input(said, 4 * 8 * 3 * 32 * 32);  // uint8
  EXPECT_FALSE(said.assumes("how large a video's frames are")) << said.config["assumptions"];
}

TEST(OpenMMLabSamples, WhereTheStepsSayNoSizeOneIsTakenAndSaid) {
  const Said said = trained(kDecode + kPack);
  expect_input(said, int64_t{4} * 8 * 3 * 720 * 1280);
  EXPECT_TRUE(said.assumes("how large a video's frames are depends on the data: 1280 x 720 is taken"));
}

TEST(OpenMMLabSamples, ClipsThatTensorsAugmentKeepTheirSize) {
  expect_input(trained(kDecode + "dict(type='Augment'), " + kCrop + kPack), 4 * 8 * 3 * 32 * 32);
}

TEST(OpenMMLabSamples, ADataSetThatRepeatsItsSamplesMakesMoreOfThem) {
  expect_input(trained(kDecode + kCrop + kPack, ", repeats=3"), 3 * 4 * 8 * 3 * 32 * 32);
}

TEST(OpenMMLabSamples, ASkeletonHasAsManyJointsAsTheModelTakesMaps) {
  const Said said = trained("dict(type='PreNormalize3D'), dict(type='PoseDecode'), dict(type='PackActionInputs')", "",
                            "type='Net', backbone=dict(in_channels=17)");
  // Frames, coordinates, one person, joints in float32: 4 * 50 * 3 * 1 * 17 * 4 = 40,800, in blocks of 512.
  expect_input(said, 40'960);
  EXPECT_TRUE(said.assumes("an item is kept whose condition is not known")) << said.config["assumptions"];
}

TEST(OpenMMLabSamples, ASampleMayHaveSeveralKindsOfInputs) {
  const std::string format = kPack.substr(0, kPack.find("dict(type='Pack"));
  const Said said = trained(kDecode + kCrop + format + "dict(type='PackActionInputs', kinds=('imgs', 'crop_bbox'))");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.config["not_checked"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(OpenMMLabSamples, BatchesOfOtherLoadersAreNotCountedAsNothing) {
  const Said said =
      trained(kDecode + kCrop + kPack, "", "type='Net'",
              "train_cfg = dict(type='MultiLoaderEpochBasedTrainLoop', other_loaders=[dict(batch_size=4)])\n");
  EXPECT_EQ(said.status(), "partial") << said.config["not_checked"];
  EXPECT_TRUE(said.lists("the batches of `train_cfg.other_loaders` are not drawn")) << said.config["unknowns"];
}

TEST(OpenMMLabSamples, AStepThatFailsOnASampleOfOursIsNoMistakeOfTheUsers) {
  const Said said = trained("dict(type='RandomCrop', size=32), dict(type='PackActionInputs')");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

}  // namespace
}  // namespace vramlint::tests
