// mmcv's two lines: which modules each has, how their registries look a name up, what their decorators and containers
// do. Expected behaviour: the documentation of mmcv 1.7 and 2.1 and of mmengine 0.10 (registry, fp16_utils,
// structures).
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "memory/trace.h"
#include "model_file.h"

namespace vramlint::model {
namespace {

const std::vector<config::Package> kOld = {{"mmcv", "1.7.2"}, {"mmengine", std::nullopt}};

/// Runs `checks`, the body of a constructor, in a module of the package `proj`.
BuildResult run(const std::string& imports, const std::string& checks, std::vector<config::Package> packages = {}) {
  Recipe recipe;
  recipe.files["proj/__init__.py"] = "";
  recipe.files["proj/net.py"] = "import torch\nfrom torch import nn\n" + imports +
                                "\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                                "        self.fc = nn.Linear(2, 2)\n        self.check()\n\n"
                                "    def forward(self, x):\n        return self.fc(x)\n\n"
                                "    def check(self):\n" +
                                checks;
  recipe.model = "proj.net.Net()";
  recipe.inputs = {"float32[1, 2]"};
  recipe.loss = "outputs.sum()";
  recipe.packages = std::move(packages);
  return recipe.build();
}

void expect_built(const BuildResult& result) {
  if (!result.failure) return;
  ADD_FAILURE() << result.failure->message << ": " << result.failure->span.text();
}

TEST(OpenMMLab, EachLineLacksTheOthersModules) {
  const std::string imports = R"(
try:
    from mmengine.model import BaseModule
    line = "new"
except ImportError:
    from mmcv.runner import BaseModule
    line = "old"
try:
    import mmcv.parallel
    parallel = True
except ImportError:
    parallel = False
)";
  expect_built(run(imports, "        assert (line, parallel) == ('new', False), (line, parallel)\n"));
  expect_built(run(imports, "        assert (line, parallel) == ('old', True), (line, parallel)\n", kOld));
}

TEST(OpenMMLab, RegistriesOfTheNewLineFallBackToTheirParents) {
  expect_built(run(R"(
from mmengine.registry import MODELS as ROOT, Registry, init_default_scope
MODELS = Registry("model", parent=ROOT)

@MODELS.register_module()
class Mine:
    def __init__(self, width, depth=2):
        self.width, self.depth = width, depth
)",
                   R"(
        assert MODELS.scope == "proj", MODELS.scope
        assert MODELS.get("BN") is nn.BatchNorm2d
        assert ROOT.get("proj.Mine") is Mine
        init_default_scope("proj")
        made = ROOT.build(dict(type="Mine", width=3), default_args=dict(depth=5))
        assert (made.width, made.depth) == (3, 5)
        pair = ROOT.build([dict(type="ReLU"), dict(type="Conv2d", in_channels=1, out_channels=1, kernel_size=1)])
        assert len(pair) == 2 and isinstance(pair, nn.Sequential)
        try:
            MODELS.register_module(module=Mine)
            assert False, "registered twice"
        except KeyError:
            pass
)"));
}

TEST(OpenMMLab, RegistriesOfTheOldLineDoNot) {
  expect_built(run(R"(
from mmcv.cnn import MODELS as ROOT, CONV_LAYERS
from mmcv.utils import Registry
MODELS = Registry("models", parent=ROOT)

@MODELS.register_module
class Bare:
    pass

@MODELS.register_module(name=["one", "two"])
class Named:
    pass
)",
                   R"(
        assert ROOT.get("proj.Bare") is Bare and ROOT.get("Bare") is None
        assert MODELS.get("one") is MODELS.get("two") is Named
        assert MODELS.get("Conv2d") is None and CONV_LAYERS.get("Conv2d") is nn.Conv2d
        assert "DCNv2" in CONV_LAYERS and "BN" not in CONV_LAYERS
        try:
            MODELS.build(dict(type="Nothing"))
            assert False, "built"
        except KeyError:
            pass
)",
                   kOld));
}

TEST(OpenMMLab, NamesOfNormalisationAreShort) {
  expect_built(run("from mmcv.cnn import build_norm_layer, build_plugin_layer, is_norm", R"(
        made = [build_norm_layer(dict(type=kind), 8, postfix=1)[0] for kind in ("BN", "SyncBN", "LN", "IN")]
        assert made == ["bn1", "bn1", "ln1", "in1"], made
        name, layer = build_norm_layer(dict(type="GN", num_groups=2, requires_grad=False), 8)
        assert name == "gn" and is_norm(layer) and not layer.weight.requires_grad
        assert layer.eps == 1e-5
        assert build_plugin_layer(dict(type="ContextBlock", ratio=0.5), "_a", in_channels=8)[0] == "context_block_a"
)"));
}

TEST(OpenMMLab, HalfPrecisionIsOnlyWhereItIsEnabled) {
  expect_built(run(R"(
from mmcv.runner import BaseModule, auto_fp16, force_fp32

class Part(BaseModule):
    fp16_enabled = False

    @auto_fp16(apply_to=("x",))
    def half(self, x, y):
        return x.dtype, y.dtype, torch.is_autocast_enabled()

    @force_fp32()
    def full(self, x):
        return x.dtype, torch.is_autocast_enabled()
)",
                   R"(
        part, x = Part(), torch.zeros(1)
        assert part.half(x, x) == (torch.float32, torch.float32, False)
        part.fp16_enabled = True
        assert part.half(x, y=x) == (torch.float16, torch.float32, True)
        assert part.full(x.half()) == (torch.float32, False)
)",
                   kOld));
}

TEST(OpenMMLab, DataElementsTellDataFromMeta) {
  expect_built(run("from mmengine.structures import InstanceData, PixelData", R"(
        pixels = PixelData(metainfo=dict(img_shape=(4, 6)), data=torch.zeros(4, 6, dtype=torch.long))
        assert pixels.data.shape == (1, 4, 6) and pixels.shape == (4, 6)
        assert pixels.keys() == ["data"] and pixels.metainfo == {"img_shape": (4, 6)}
        assert pixels[1:3, 0:2].data.shape == (1, 2, 2)
        try:
            pixels.more = torch.zeros(1, 5, 6)
            assert False, "another size"
        except AssertionError as error:
            assert "not consistent" in str(error)
        boxes = InstanceData(labels=torch.zeros(5, dtype=torch.long), masks=torch.zeros(5, 4, 6))
        assert len(boxes) == 5 and boxes[:2].masks.shape == (2, 4, 6) and "masks" in boxes
        assert InstanceData.cat([boxes, boxes]).labels.shape == (10,)
)"));
}

TEST(OpenMMLab, ConfigsAreDictsWithAttributes) {
  expect_built(run("from mmengine.config import ConfigDict", R"(
        cfg = ConfigDict(model=dict(type="A", heads=[dict(width=2)]))
        assert cfg.model.heads[0].width == 2 and isinstance(cfg.model, dict)
        copied = cfg.copy()
        copied.update(model=dict(depth=3))
        assert copied.model.depth == 3 and copied.model.type == "A"
        assert cfg.get("missing") is None and not hasattr(cfg, "missing")
)"));
}

TEST(OpenMMLab, WhatIsNotDescribedSaysSo) {
  const BuildResult result = run("from mmcv.ops import RoIPool", "        RoIPool(2)\n");
  ASSERT_TRUE(result.failure);
  EXPECT_NE(result.failure->message.find("mmcv.ops.RoIPool is not described"), std::string::npos)
      << result.failure->message;
}

// mmcv 2.1, Resize: an image that keeps its ratio is made as large as fits into the scale, in either orientation.
TEST(OpenMMLab, TheLargestImageIsTakenWhereItsSizeDependsOnTheData) {
  const BuildResult result = run("import vramlint_mm", R"(
        def cfg(*steps, **settings):
            return dict(model=dict(backbone=dict(in_channels=25)), optim_wrapper={}, data_preprocessor=settings,
                        train_dataloader=dict(dataset=dict(pipeline=list(steps))))
        kept = dict(type="Resize", scale=(1333, 800), keep_ratio=True)
        assert vramlint_mm.image_size(cfg(kept)) == (800, 1333)
        assert vramlint_mm.image_size(cfg(kept, pad_size_divisor=32)) == (800, 1344)
        assert vramlint_mm.image_size(cfg(kept, dict(type="RandomCrop", crop_size=(512, 512)))) == (512, 512)
        assert vramlint_mm.image_size(cfg(dict(type="RandomResize", scale=(1333, 800), ratio_range=(0.5, 2.0),
                                               keep_ratio=True))) == (1600, 2666)
        several = dict(type="RandomChoiceResize", scales=[(1333, 640), (1333, 800)], keep_ratio=True)
        assert vramlint_mm.image_size(cfg(several)) == (800, 1333)
        assert vramlint_mm.image_size(cfg(dict(type="RandomChoice", transforms=[[kept], [several]]))) == (800, 1333)
        assert vramlint_mm.image_size(cfg(dict(type="Mosaic", img_scale=(640, 640)),
                                          dict(type="RandomAffine", border=(-320, -320)))) == (640, 640)
        assert vramlint_mm.image_size(cfg(dict(type="Resize", scale=(640, 480), keep_ratio=True),
                                          dict(type="Pad", pad_to_square=True))) == (640, 640)
        views = dict(type="MultiView", num_views=[2, 3], transforms=[[dict(type="RandomResizedCrop", scale=224)],
                                                                     [dict(type="RandomResizedCrop", scale=96)]])
        assert vramlint_mm.views(cfg(views)) == [(224, 224)] * 2 + [(96, 96)] * 3
        assert vramlint_mm.image_size(cfg(dict(type="TopdownAffine", input_size=(192, 256)))) == (256, 192)
        wrapped = cfg(dict(type="Mosaic", img_scale=(640, 640)))
        wrapped["train_dataloader"]["dataset"]["dataset"] = dict(datasets=[
            dict(pipeline=[dict(type="LoadImageFromFile"), dict(type="LoadAnnotations")]), dict(pipeline=[])])
        assert [step["type"] for step in vramlint_mm.pipelines(wrapped)] == [
            "LoadImageFromFile", "LoadAnnotations", "Mosaic"]
        assert vramlint_mm.channels(cfg(dict(type="LoadImageFromNpyFile"))) == 25
        assert vramlint_mm.channels(cfg(dict(type="LoadImageFromFile"))) == 3
)");
  expect_built(result);
  std::vector<std::string> assumed;
  for (const Assumption& assumption : result.assumptions) assumed.push_back(assumption.text);
  ASSERT_FALSE(assumed.empty());
  EXPECT_NE(assumed.front().find("800 x 1333"), std::string::npos) << assumed.front();
  EXPECT_NE(assumed.back().find("as the backbone takes, 25"), std::string::npos) << assumed.back();
}

// Neither says that the program is wrong.
TEST(OpenMMLab, WhatIsNotAtHandIsNoMistakeOfTheProgram) {
  const auto failed = [](const std::string& line, const std::string& with) {
    const BuildResult result = run("import vramlint_mm", "        " + line + "\n");
    ASSERT_TRUE(result.failure) << line;
    EXPECT_EQ(result.failure->kind, BuildFailure::Kind::unsupported) << line;
    EXPECT_NE(result.failure->message.find(with), std::string::npos) << result.failure->message;
  };
  failed("raise RuntimeError('transformers is not installed, please install it by: pip install transformers.')",
         "`--site-packages DIR` leads to the package");
  failed("assert False, 'Please follow `get_started.md` to install Torchsparse.'",
         "`--site-packages DIR` leads to the package");
  failed(
      "vramlint_mm.image_size(dict(model={}, optim_wrapper={}, train_dataloader=dict(dataset=dict(pipeline=[dict("
      "type='ResizeEdge', scale=256)]))))",
      "fixes no image size");
  failed("from mmengine.registry import MODELS; MODELS.build(dict(type='mmpretrain.NobodyDescribedThis'))",
         "the source of mmpretrain is not at hand");
}

// mmpose 1.3, mmpose/codecs: udp_heatmap.py, simcc_label.py, regression_label.py.
TEST(OpenMMLab, CodecsMakeTheTargetsOfAPose) {
  expect_built(run("from vramlint_openmmlab.poses import targets", R"(
        def shapes(count, *codecs, **settings):
            encoder = codecs[0] if len(codecs) == 1 else list(codecs)
            return targets(dict(encoder=encoder, **settings), count)
        udp = dict(type="UDPHeatmap", input_size=(192, 256), heatmap_size=(48, 64))
        assert shapes(17, udp)["heatmaps"].shape == (17, 64, 48)
        combined = shapes(51, dict(udp, heatmap_type="combined"))
        assert combined["heatmaps"].shape == (51, 64, 48) and combined["keypoint_weights"].shape == (1, 17)
        axes = shapes(17, dict(type="SimCCLabel", input_size=(192, 256), simcc_split_ratio=2.0))
        assert axes["keypoint_x_labels"].shape == (1, 17, 384) and axes["keypoint_y_labels"].shape == (1, 17, 512)
        assert "keypoint_x_labels" in axes["label_mapping_table"] and not axes["field_mapping_table"]
        levels = shapes(17, udp, udp, multilevel=True)
        assert len(levels["heatmaps"]) == 2 and len(levels["keypoint_weights"]) == 2
)"));
}

// A project of a scope that nobody has heard of, with a packing step and samples of its own.
Recipe stranger() {
  Recipe recipe;
  recipe.files["stranger/__init__.py"] = "";
  recipe.files["stranger/registry.py"] = R"(
from mmengine.registry import MODELS as R, Registry, TRANSFORMS as T
MODELS = Registry("model", parent=R, scope="stranger")
TRANSFORMS = Registry("transform", parent=T, scope="stranger", locations=["stranger.steps"])
)";
  recipe.files["stranger/steps.py"] = R"(
from mmcv.transforms import BaseTransform
from mmengine.structures import InstanceData, LabelData
from stranger.registry import TRANSFORMS

@TRANSFORMS.register_module()
class PackStrangeInputs(BaseTransform):
    def transform(self, results):
        if "gt_bboxes" in results:
            return dict(data_samples=InstanceData(boxes=results["gt_bboxes"], labels=results["gt_bboxes_labels"]))
        return dict(data_samples=LabelData(item=[results["gt_label"]], shape=results["img_shape"]))
)";
  recipe.files["stranger/models.py"] = R"(
from mmengine.model import BaseModel
from stranger.registry import MODELS
from torch import nn

@MODELS.register_module()
class Net(BaseModel):
    def __init__(self, data_preprocessor=None):
        super().__init__(data_preprocessor)
        self.conv = nn.Conv2d(3, 1, 1)

    def forward(self, inputs, data_samples, mode):
        assert mode == "loss" and len(data_samples) == 2
        for sample in data_samples:
            assert sample.boxes.shape[1] == 4 if "boxes" in sample else sample.shape == (8, 6)
        return dict(loss_all=self.conv(inputs).mean())
)";
  return recipe;
}

// What a step takes is what the project makes: two images of 8 x 6 pixels with a label each, or with objects, whose
// number is listed as what only the data tells.
TEST(OpenMMLab, SamplesAreWhatTheProjectsOwnPackingStepMakes) {
  const std::string drive = R"(
import vramlint_mm
from torch import nn

CFG = dict(default_scope="stranger", model=dict(type="Net"), optim_wrapper={},
           data_preprocessor=dict(type="ImgDataPreprocessor", mean=[0.0] * 3, std=[1.0] * 3),
           train_dataloader=dict(batch_size=2, dataset=dict(pipeline=[
               dict(type="LoadAnnotations", with_bbox=BOXES), dict(type="Resize", scale=(6, 8), keep_ratio=False),
               dict(type="PackStrangeInputs")])))

class Run(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = vramlint_mm.model(CFG)

    def forward(self, images):
        return vramlint_mm.forward(CFG, self.net, [images])["loss"]
)";
  for (const bool boxes : {false, true}) {
    Recipe recipe = stranger();
    const std::string module = boxes ? "drive_of_objects" : "drive_of_labels";
    recipe.files[module + ".py"] = std::string("BOXES = ") + (boxes ? "True" : "False") + drive;
    recipe.model = module + ".Run()";
    recipe.inputs = {"uint8[2, 3, 8, 6]"};
    recipe.loss = "outputs";
    const BuildResult result = recipe.build();
    expect_built(result);
    const auto counts = [](const Assumption& assumption) {
      return assumption.text.find("how many objects an image shows") != std::string::npos;
    };
    EXPECT_EQ(std::any_of(result.assumptions.begin(), result.assumptions.end(), counts), boxes);
  }
}

TEST(OpenMMLab, WhatOthersBorrowIsNoProject) {
  for (const char* scope : {"mmdet", "mmpretrain"}) {
    expect_built(run("import vramlint_mm",
                     std::string("        try:\n            vramlint_mm.project(dict(default_scope='") + scope +
                         "'))\n            assert False\n        except ModuleNotFoundError as "
                         "error:\n            assert 'the model\\'s source is not there' in str(error)\n"));
  }
}

TEST(OpenMMLab, BorrowedHeadsAreThereInTheNewLineOnly) {
  const std::string imports = R"(
try:
    from mmdet.models.dense_heads import Mask2FormerHead, MaskFormerHead
    there = True
except ModuleNotFoundError:
    there = False
)";
  expect_built(run(imports, "        assert there and issubclass(Mask2FormerHead, MaskFormerHead)\n"));
  expect_built(run(imports, "        assert not there\n", kOld));
  expect_built(run(imports, "        assert not there\n", {{"mmdet", std::nullopt}}));
}

// The models of tests/models take mmcv 2.1 there; the layers are the same in 1.7.
TEST(OpenMMLab, LayersOfTheOldLineAreThoseOfPyTorch) {
  std::ifstream file(std::filesystem::path(VRAMLINT_SOURCE_DIR) / "tests/recordings/1.13.1-cpu/models.json");
  const nlohmann::json recorded = nlohmann::json::parse(file)["models"];
  for (const char* name : {"openmmlab_blocks.py", "openmmlab_transformer.py"}) {
    std::unique_ptr<Recipe> recipe = recipe_of_model(name);
    ASSERT_TRUE(recipe);
    recipe->torch = "1.13";
    recipe->packages = kOld;
    const BuildResult result = recipe->build();
    ASSERT_FALSE(result.failure) << name << ": " << result.failure->message;
    const graph::Graph& graph = result.built->phases.at(0);
    const nlohmann::json& record = recorded[name];
    EXPECT_EQ(graph.parameter_count(false), record["parameters"]["total"]);
    const memory::Trace trace = memory::trace(graph, {}, *graph::torch_profile("1.13"), memory::Scenario::point);
    EXPECT_EQ(trace.saved_for_backward.count,
              record["saved_for_backward"].get<int64_t>() - record["wrapped_numbers"].get<int64_t>());
  }
}

}  // namespace
}  // namespace vramlint::model
