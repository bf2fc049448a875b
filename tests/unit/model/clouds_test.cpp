// Point clouds: mmcv's operators on points and on the active places of a grid, and what a sample of a scene holds.
// Expected sizes: mmcv 2.2 (ops/*.py and csrc/pytorch/cuda), torchsparse 1.4, worked out beside the checks.
#include <gtest/gtest.h>

#include <algorithm>

#include "fixture.h"

namespace vramlint::model {
namespace {

Recipe points_recipe(const std::string& forward, const std::string& input) {
  Recipe recipe;
  recipe.files["net.py"] = R"(
import _vramlint
import torch
from torch import nn
from torch.nn import functional as F

def sure(condition):
    if not _vramlint.is_known(condition):
        raise ValueError("not known")
    assert condition

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.parts = nn.ModuleList()
        self.prepare()

    def forward(self, x):
        y = self.fc(x)
)" + forward;
  recipe.model = "net.Net()";
  recipe.inputs = {input};
  recipe.loss = "outputs";
  return recipe;
}

/// Checks that are the body of a step on `x` and on `y`, which is made of it with a gradient.
BuildResult on_points(const std::string& checks, const std::string& input = "float32[1000, 4]",
                      const std::string& prepare = "        pass\n") {
  return points_recipe(checks + "        return y.sum()\n\n    def prepare(self):\n" + prepare, input).build();
}

void expect_runs(const BuildResult& result) {
  if (!result.failure) return;
  ADD_FAILURE() << result.failure->message << ": " << result.failure->span.text();
}

/// The type of the last node of that operator.
graph::TensorType last_made(const BuildResult& result, std::string_view name) {
  graph::TensorType type;
  for (const graph::Event& event : result.built->phases.at(0).events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (node && node->call.op->schema.starts_with(name)) type = node->outputs[0].type;
  }
  return type;
}

bool takes_for_granted(const BuildResult& result, std::string_view text) {
  return std::any_of(result.assumptions.begin(), result.assumptions.end(),
                     [&](const Assumption& assumption) { return assumption.text.find(text) != std::string::npos; });
}

// A grid of 10 x 10 x 1 cells: no more than 100 have points, whatever room there is.
TEST(Clouds, CellsOfAGridAreAsManyAsItsRoomAtMost) {
  for (const auto& [room, most] : {std::pair(40, 40), std::pair(5000, 100)}) {
    const BuildResult result = on_points(R"(        from mmcv.ops import Voxelization
        made = Voxelization([1.0, 1.0, 4.0], [0, 0, -2, 10, 10, 2], 5, )" +
                                         std::to_string(room) + R"()
        voxels, coors, counts = made(x)
        sure(voxels.shape[1:] == (5, 4) and coors.shape[1] == 3 and counts.dim() == 1)
        y = y.sum() + self.fc(voxels).sum()
)");
    expect_runs(result);
    const graph::Dim cells = last_made(result, "addmm").shape.empty() ? last_made(result, "linear(").shape.at(0)
                                                                      : last_made(result, "addmm").shape.at(0);
    EXPECT_EQ(cells.low, 1);
    EXPECT_EQ(cells.high, most);
    EXPECT_TRUE(takes_for_granted(result, "in how many cells of a grid"));
  }
}

// The compiled operators, as code that loads them itself calls them.
TEST(Clouds, CompiledOperatorsOfCellsAreFoundByName) {
  expect_runs(on_points(R"(        from mmcv.utils import ext_loader
        found = ext_loader.load_ext("_ext", ["hard_voxelize_forward", "dynamic_point_to_voxel_forward"])
        voxels, coors = x.new_zeros((70, 5, 4)), x.new_zeros((70, 3), dtype=torch.int)
        counts, number = x.new_zeros((70,), dtype=torch.int), torch.zeros((), dtype=torch.long)
        found.hard_voxelize_forward(x, torch.tensor([1.0, 1.0, 4.0]), torch.tensor([0.0, 0, -2, 10, 10, 2]), voxels, coors,
                                    counts, number, max_points=5, max_voxels=70, NDim=3, deterministic=True)
        kept = voxels[:number]
        sure(kept.shape[1:] == (5, 4) and len(kept) <= 70 and len(kept) >= 1)
        feats, places, which, many = found.dynamic_point_to_voxel_forward(x, x[:, :3].int(), "mean")
        sure(len(feats) <= 1000 and which.shape == (1000,) and len(many) == len(places))
)"));
}

// spconv: a 3x3x3 window with a stride of 2 sees each place from 2 outputs an axis at most, 8 in all; two of them,
// whose window is 7 and whose stride is 4, from 2 again. SubM keeps the places, the inverse brings back those of its
// couple.
TEST(Clouds, PlacesOfSparseConvolutionsAreBounded) {
  const BuildResult result = on_points(R"(        from mmcv.ops import SparseConvTensor
        coors = torch.zeros((1000, 4), dtype=torch.int32, device=x.device)
        a = self.parts[0](SparseConvTensor(y, coors, [64, 64, 64], torch.tensor(2)))
        sure(a.features.shape == (1000, 8) and a.spatial_shape == [64, 64, 64])
        b = self.parts[1](a)
        sure(b.features.shape[1] == 16 and b.spatial_shape == [32, 32, 32])
        c = self.parts[2](b)
        sure(c.spatial_shape == [16, 16, 16] and len(c.features) <= 8000)
        d = self.parts[3](b)
        sure(d.features.shape == (1000, 4) and d.spatial_shape == [64, 64, 64])
        sure(c.dense().shape == (2, 16, 16, 16, 16))
        y = c.features.sum() + d.features.sum()
)",
                                       "float32[1000, 4]", R"(        from mmcv.cnn import build_conv_layer
        from mmcv.ops import SparseConv3d, SparseInverseConv3d
        self.parts.append(build_conv_layer(dict(type="SubMConv3d", indice_key="s"), 4, 8, 3, bias=False))
        self.parts.append(SparseConv3d(8, 16, 3, stride=2, padding=1, bias=False, indice_key="d"))
        self.parts.append(SparseConv3d(16, 16, 3, stride=2, padding=1, bias=False))
        self.parts.append(SparseInverseConv3d(16, 4, 3, indice_key="d", bias=False))
)");
  expect_runs(result);
  EXPECT_TRUE(takes_for_granted(result, "how many places a sparse convolution with strides makes active"));
}

// indice_pairs are int32[27, 2, places], kept for backward, beside the features and the weights.
TEST(Clouds, SparseConvolutionsKeepThePairsOfPlaces) {
  const auto pairs = [](const BuildResult& result) {
    Bytes bytes;
    for (const graph::Event& event : result.built->phases.at(0).events) {
      const auto* node = std::get_if<graph::Node>(&event);
      if (!node) continue;
      for (const graph::Output& output : node->outputs)
        if (output.type.rank() == 3 && output.type.size(0) == 27) bytes = output.type.bytes().point;
    }
    return bytes;
  };
  const BuildResult result = on_points(R"(        from mmcv.ops import SparseConvTensor
        coors = torch.zeros((1000, 4), dtype=torch.int32, device=x.device)
        y = self.parts[0](SparseConvTensor(y, coors, [64, 64, 64], 2)).features.sum()
)",
                                       "float32[1000, 4]", R"(        from mmcv.ops import SubMConv3d
        self.parts.append(SubMConv3d(4, 8, 3))
)");
  expect_runs(result);
  EXPECT_EQ(pairs(result), Bytes{27 * 2 * 1000 * 4});
}

TEST(Clouds, OperatorsOnPointsGiveTheirSizes) {
  expect_runs(on_points(
      R"(        from mmcv.ops import (GroupAll, PointsSampler, QueryAndGroup, RoIAwarePool3d, RoIPointPool3d, ball_query,
                              boxes_iou3d, furthest_point_sample, gather_points, grouping_operation, knn, nms3d,
                              points_in_boxes_all, points_in_boxes_part, three_interpolate, three_nn)
        xyz, feats = x[..., :3].contiguous(), y.transpose(1, 2).contiguous()
        chosen = furthest_point_sample(xyz, 64)
        sure(chosen.shape == (2, 64) and chosen.dtype == torch.int32)
        centers = gather_points(xyz.transpose(1, 2).contiguous(), chosen).transpose(1, 2).contiguous()
        sure(centers.shape == (2, 64, 3))
        sure(PointsSampler([32, 16], ["D-FPS", "F-FPS"], [128, -1])(xyz, feats).shape == (2, 48))
        near = ball_query(0, 0.5, 16, xyz, centers)
        sure(near.shape == (2, 64, 16) and knn(3, xyz, centers).shape == (2, 3, 64))
        sure(grouping_operation(feats, near).shape == (2, 4, 64, 16))
        grouped, around = QueryAndGroup(0.5, 16, return_grouped_xyz=True)(xyz, centers, feats)
        sure(grouped.shape == (2, 7, 64, 16) and around.shape == (2, 3, 64, 16))
        sure(GroupAll()(xyz, None, feats).shape == (2, 7, 1, 500))
        distance, three = three_nn(xyz, centers)
        sure(distance.shape == three.shape == (2, 500, 3))
        spread = three_interpolate(grouped.max(-1)[0].contiguous(), three, distance)
        sure(spread.shape == (2, 7, 500))
        boxes = torch.zeros(2, 9, 7, device=x.device)
        sure(points_in_boxes_part(xyz, boxes).shape == (2, 500) and points_in_boxes_all(xyz, boxes).shape == (2, 500, 9))
        sure(boxes_iou3d(boxes[0], boxes[1]).shape == (9, 9))
        sure(len(nms3d(boxes[0], boxes[0, :, 0], 0.5)) <= 9)
        pooled = RoIAwarePool3d(6, 128)(boxes[0], xyz[0], y[0])
        sure(pooled.shape == (9, 6, 6, 6, 4))
        points, empty = RoIPointPool3d(32)(xyz, y.detach(), boxes)
        sure(points.shape == (2, 9, 32, 7) and empty.shape == (2, 9))
        y = spread.sum() + pooled.sum()
)",
      "float32[2, 500, 4]"));
}

// torchsparse: a transposed convolution brings back the places of its couple; a stride leaves no more than there were.
TEST(Clouds, TorchsparseJoinsPlacesByHashes) {
  expect_runs(on_points(R"(        import torchsparse
        coors = torch.zeros((1000, 4), dtype=torch.int32, device=x.device)
        a = self.parts[0](torchsparse.SparseTensor(y, coors))
        b = self.parts[1](a)
        sure(a.F.shape == (1000, 8) and b.F.shape[1] == 16 and len(b.F) <= 1000 and b.s == (2, 2, 2))
        c = torchsparse.cat((self.parts[2](b), a))
        sure(c.F.shape == (1000, 16) and c.s == (1, 1, 1))
        y = c.F.sum()
)",
                        "float32[1000, 4]", R"(        from torchsparse import nn as spnn
        self.parts.append(spnn.Conv3d(4, 8, 3))
        self.parts.append(spnn.Conv3d(8, 16, 2, 2))
        self.parts.append(spnn.Conv3d(16, 8, 2, 2, transposed=True))
)"));
}

// A project of a name that nobody has heard of, which packs scenes.
Recipe scenery_package() {
  Recipe recipe;
  recipe.files["scenery/__init__.py"] = "";
  recipe.files["scenery/registry.py"] = R"(
from mmengine.registry import MODELS as R, Registry, TRANSFORMS as T
MODELS = Registry("model", parent=R, scope="scenery")
TRANSFORMS = Registry("transform", parent=T, scope="scenery", locations=["scenery.steps"])
)";
  recipe.files["scenery/structures.py"] = R"(
class Boxes:
    def __init__(self, tensor, box_dim, with_yaw):
        assert tensor.shape[1] == box_dim
        self.tensor, self.with_yaw = tensor, with_yaw

def get_box_type(name):
    return Boxes, name
)";
  recipe.files["scenery/steps.py"] = R"(
from mmcv.transforms import BaseTransform
from mmengine.structures import BaseDataElement
from scenery.registry import TRANSFORMS

@TRANSFORMS.register_module()
class Pack3DDetInputs(BaseTransform):
    def __init__(self, keys):
        self.keys = keys

    def transform(self, results):
        known = {key: results[key] for key in self.keys if key in results and key != "img"}
        return dict(inputs=dict(), data_samples=BaseDataElement(**known))
)";
  return recipe;
}

Recipe scenery(const std::string& steps, const std::string& checks) {
  Recipe recipe = scenery_package();
  recipe.files["scenery/models.py"] = R"(
from mmengine.model import BaseModel
from scenery.registry import MODELS
from torch import nn

@MODELS.register_module()
class Net(BaseModel):
    def __init__(self, data_preprocessor=None):
        super().__init__(data_preprocessor)
        self.fc = nn.Linear(5, 2)

    def forward(self, inputs, data_samples, mode):
        points = inputs["points"]
        assert mode == "loss" and len(data_samples) == len(points) == 2
)" + checks + "        return dict(loss_all=sum([self.fc(each).mean() for each in points]))\n";
  recipe.files["drive.py"] = R"(
import vramlint_mm
from torch import nn

CFG = dict(default_scope="scenery", model=dict(type="Net"), optim_wrapper={},
           train_dataloader=dict(batch_size=2, dataset=dict(type="Somewhere", pipeline=[
               dict(type="LoadPointsFromFile", load_dim=6, use_dim=[0, 1, 2, 3], shift_height=True),
               dict(type="LoadAnnotations3D", with_seg_3d=True), )" +
                             steps + R"(
               dict(type="Pack3DDetInputs", keys=["points", "gt_bboxes_3d", "gt_labels_3d", "pts_semantic_mask"])])))

class Run(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = vramlint_mm.model(CFG)

    def forward(self, which):
        return vramlint_mm.forward(CFG, self.net, [which])["loss"]
)";
  recipe.model = "drive.Run()";
  recipe.inputs = {"int64[2]"};
  recipe.loss = "outputs";
  return recipe;
}

// Four of the file's numbers and the height: five. The pipeline says how many points; the labels are one a point.
TEST(Clouds, ThePipelineSaysHowManyPointsThereAre) {
  const BuildResult result = scenery("dict(type='PointSample', num_points=777),",
                                     "        assert points[0].shape == (777, 5)\n"
                                     "        assert data_samples[0].pts_semantic_mask.shape == (777,)\n"
                                     "        boxes = data_samples[0].gt_bboxes_3d\n"
                                     "        assert boxes.tensor.shape[1] == 7 and boxes.with_yaw\n")
                                 .build();
  expect_runs(result);
  EXPECT_FALSE(takes_for_granted(result, "how many points a file holds"));
  EXPECT_TRUE(takes_for_granted(result, "how many objects a scene holds"));
}

TEST(Clouds, WhereItDoesNotTheSensorIsTakenAndSaid) {
  const BuildResult result = scenery("dict(type='PointsRangeFilter', point_cloud_range=[0, 0, 0, 1, 1, 1]),",
                                     "        assert points[0].shape[1] == 5\n")
                                 .build();
  expect_runs(result);
  EXPECT_TRUE(takes_for_granted(result, "how many points a file holds depends on the data"));
}

TEST(Clouds, StepsOfPointsChangeTheirNumber) {
  expect_runs(on_points(R"(        from vramlint_openmmlab.clouds import features_of_points, number_of_points
        loaded = dict(type="LoadPointsFromFile", use_dim=4)
        sweeps = dict(type="LoadPointsFromMultiSweeps", sweeps_num=9)
        sure(features_of_points([loaded]) == 4 and features_of_points([loaded, sweeps]) == 4)
        patch = dict(type="IndoorPatchPointSample", num_points=4096, use_normalized_coord=True)
        sure(features_of_points([dict(type="LoadPointsFromFile", use_dim=[0, 1, 2, 3, 4, 5]), patch]) == 9)
        sure(number_of_points(dict(type="S3DISSegDataset"), [loaded, patch]) == 4096)
        # Ten turns of 32 rings of 1,085 points: 347,200; between a half of them and half as many again.
        many = number_of_points(dict(type="NuScenesDataset"), [loaded, sweeps])
        sure(many >= 173600 and many <= 520800)
        few = number_of_points(dict(type="KittiDataset", data_prefix=dict(pts="training/velodyne_reduced")), [loaded])
        sure(few <= 36000)
)"));
}

}  // namespace
}  // namespace vramlint::model
