// Backbones that projects borrow of others, described in the prelude, and what a pose project's samples hold.
#include <gtest/gtest.h>

#include "model_file.h"

namespace vramlint::model {
namespace {

/// Runs `checks`, the body of a function, before a model is built.
void expect_true(const std::string& checks) {
  Recipe recipe;
  recipe.files["proj/__init__.py"] = "";
  recipe.files["proj/net.py"] = "import torch\nfrom torch import nn\n\ndef check():\n" + checks +
                                "\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                                "        self.fc = nn.Linear(2, 2)\n        check()\n\n"
                                "    def forward(self, x):\n        return self.fc(x)\n";
  recipe.model = "proj.net.Net()";
  recipe.inputs = {"float32[1, 2]"};
  recipe.loss = "outputs.sum()";
  const BuildResult result = recipe.build();
  if (result.failure) ADD_FAILURE() << result.failure->message << ": " << result.failure->span.text();
}

// mmdet 3.3, models/backbones/cspnext.py and models/layers/csp_layer.py. With a batch norm behind each convolution:
// stem 108+8, 144+8, 288+16; stage: convolution 1152+32, pooling 128+16 and 512+32, CSP layer 2x(128+16) and 256+32,
// its block 576+16, 200+16 and 64+16, its attention 256+16: 4180.
TEST(Borrowed, CspNextHasItsParameters) {
  expect_true(R"(
    from mmdet.registry import MODELS
    net = MODELS.build(dict(type="CSPNeXt", arch_ovewrite=[[8, 16, 1, True, True]], out_indices=(0, 1)))
    assert sum([p.numel() for p in net.parameters()]) == 4180
    stem, last = net(torch.zeros(2, 3, 32, 32))
    assert stem.shape == (2, 8, 16, 16) and last.shape == (2, 16, 8, 8)
    frozen = MODELS.build(dict(type="CSPNeXt", arch_ovewrite=[[8, 16, 1, True, True]], out_indices=(1,), frozen_stages=0))
    frozen.train()
    assert sum([p.numel() for p in frozen.parameters() if p.requires_grad]) == 4180 - 572
)");
}

// mmpretrain 1.2, models/backbones/vision_transformer.py: patches 6152, positions 32, layer 16+216+72+16+280, norm 16.
TEST(Borrowed, VisionTransformersHaveTheirParameters) {
  expect_true(R"(
    from mmpretrain.registry import MODELS
    arch = dict(embed_dims=8, num_layers=1, num_heads=2, feedforward_channels=16)
    settings = dict(type="VisionTransformer", arch=arch, img_size=32, patch_size=16)
    net = MODELS.build(dict(settings, with_cls_token=False, out_type="featmap"))
    assert sum([p.numel() for p in net.parameters()]) == 6800
    assert net(torch.zeros(2, 3, 32, 32))[0].shape == (2, 8, 2, 2)
    assert net(torch.zeros(2, 3, 64, 32))[0].shape == (2, 8, 4, 2)
    assert MODELS.build(settings)(torch.zeros(2, 3, 32, 32))[0].shape == (2, 8)
)");
}

// mmcls 1.0.0rc6 was for mmcv 2.x as well; what is described here is 0.25, for mmcv 1.x.
TEST(Borrowed, OfAnotherLineThanIsDescribedItIsAsIfNotAtHand) {
  expect_true(R"(
    import _vramlint
    import mmcls
    from mmcls.models import BEiT
    assert not _vramlint.is_known(mmcls) and not _vramlint.is_known(BEiT)
    try:
        import mmcv.runner
        found = True
    except ImportError:
        found = False
    assert not found, "mmcv itself is described in both lines"
)");
}

// torch 2.4, torch/distributions/multivariate_normal.py.
TEST(Borrowed, MultivariateNormalsKnowTheirShapes) {
  expect_true(R"(
    import _vramlint
    from torch.distributions import MultivariateNormal
    assert _vramlint.is_known(MultivariateNormal)
    one = MultivariateNormal(torch.zeros(2), torch.eye(2))
    assert one.log_prob(torch.zeros(6, 2)).shape == (6,) and one.rsample((5,)).shape == (5, 2)
    assert one.entropy().shape == () and one.variance.shape == (2,)
    many = MultivariateNormal(torch.zeros(3, 2), scale_tril=torch.eye(2).expand(3, 2, 2))
    assert many.log_prob(torch.zeros(6, 3, 2)).shape == (6, 3) and many.batch_shape == (3,)
)");
}

// torch 2.4, torch.set_default_dtype: what is made of sizes and of real numbers has it, whole numbers and other tensors
// not.
TEST(Borrowed, TheDefaultDtypeIsThatOfWhatIsMadeOfNoTensor) {
  expect_true(R"(
    single = torch.zeros(2)
    torch.set_default_dtype(torch.bfloat16)
    assert torch.get_default_dtype() is torch.bfloat16
    assert torch.empty(2).dtype is torch.bfloat16 and torch.randn(2, dtype=torch.float64).dtype is torch.float64
    assert torch.tensor([1.5, 2]).dtype is torch.bfloat16 and torch.tensor([1, 2]).dtype is torch.int64
    assert torch.full((2,), 1).dtype is torch.int64 and torch.arange(3.0).dtype is torch.bfloat16
    assert nn.Linear(2, 2).weight.dtype is torch.bfloat16 and single.new_zeros(2).dtype is torch.float32
    torch.set_default_dtype(torch.float32)
    assert torch.empty(2).dtype is torch.float32 and nn.Linear(2, 2).weight.dtype is torch.float32
    try:
        torch.set_default_dtype(torch.int64)
    except TypeError:
        return
    assert False
)");
}

// torch 2.4, torch/utils/_pytree.py.
TEST(Borrowed, TreesAreTakenApartByTheirKinds) {
  expect_true(R"(
    from collections import namedtuple
    from torch.utils._pytree import SUPPORTED_NODES, LeafSpec, TreeSpec, _get_node_type, tree_flatten, tree_unflatten
    Pair = namedtuple("Pair", "first second")
    leaves, spec = tree_flatten({"a": [1, Pair(2, 3)], "b": ()})
    assert leaves == [1, 2, 3] and spec.type is dict and spec.num_leaves == 3 and not spec.is_leaf()
    assert tree_unflatten([4, 5, 6], spec) == {"a": [4, Pair(5, 6)], "b": ()}
    assert _get_node_type(Pair(1, 2)) is namedtuple and _get_node_type("x") not in SUPPORTED_NODES
    children, context = SUPPORTED_NODES[_get_node_type([7, 8])].flatten_fn([7, 8])
    made = TreeSpec(list, context, [LeafSpec() for _ in children])
    assert made == tree_flatten([1, 2])[1] and tree_unflatten(["x", "y"], made) == ["x", "y"]
)");
}

// lightning-utilities 0.14 and torchmetrics 1.4.
TEST(Borrowed, WhatLightningStandsOnAnswers) {
  expect_true(R"(
    import operator
    from lightning_utilities import apply_to_collection, compare_version, is_overridden
    from lightning_utilities.core.enums import StrEnum
    from lightning_utilities.core.imports import RequirementCache
    from lightning_utilities.core.rank_zero import rank_zero_only
    assert apply_to_collection({"a": [1, "x"], "b": (2.5, 3)}, int, lambda n: n * 2) == {"a": [2, "x"], "b": (2.5, 6)}
    assert bool(RequirementCache("torch>=1.0")) and not RequirementCache("torch>=99") and not RequirementCache("no_such_one")
    assert compare_version("torch", operator.ge, "1.0") and not compare_version("torch", operator.lt, "1.0")

    class Kind(StrEnum):
        FAST = "fast"

    assert Kind.FAST == "Fast" and Kind.from_str("FAST") is Kind.FAST and Kind.try_from_str("slow") is None

    class Own(nn.Linear):
        def forward(self, x):
            return x

    assert is_overridden("forward", Own(1, 1), nn.Linear) and not is_overridden("forward", nn.Linear(1, 1), nn.Linear)
    rank_zero_only.rank = 1
    assert rank_zero_only(lambda: 5)() is None
    rank_zero_only.rank = 0
    assert rank_zero_only(lambda: 5)() == 5

    from torchmetrics import Metric

    class Sum(Metric):
        def __init__(self):
            super().__init__()
            self.add_state("total", torch.tensor(0.0), dist_reduce_fx="sum")

        def update(self, value):
            self.total = self.total + value
            self.tracks = torch.is_grad_enabled()

        def compute(self):
            return self.total

    metric = Sum()
    assert metric._computed is None and not metric.update_called
    metric.update(torch.ones(()))
    metric.compute()
    assert metric._computed is metric.total and metric.update_called and not metric.tracks
    metric.reset()
    assert metric._computed is None and not metric.update_called
)");
}

// A data element of a project that keeps the names of its fields itself, as mmengine's documentation lets it: in sets.
TEST(Borrowed, DataElementsKeepTheirNamesInSets) {
  expect_true(R"(
    from mmengine.structures import BaseDataElement

    class Levels(BaseDataElement):
        def set_field(self, value, name, dtype=None, field_type="data"):
            (self._data_fields if field_type == "data" else self._metainfo_fields).add(name)
            object.__setattr__(self, name, value)

    made = Levels(metainfo=dict(size=3))
    made.maps = [torch.zeros(2)]
    assert made.keys() == ["maps"] and made.metainfo == dict(size=3)
    made._data_fields.remove("maps")
    assert "maps" not in made
)");
}

constexpr const char* kPosed = R"(
    from vramlint_openmmlab.poses import posed

    class Draw:
        def transform(self, results):
            assert results["keypoints"].shape[1:] == (4, 2) and results["keypoints_visible"].shape[1:] == (4,)
            return dict(results, marks=results["keypoints"] / 2)

    class Steps:
        def build(self, step):
            return Draw()

    class Student(nn.Module):
        def __init__(self):
            super().__init__()
            self.head = nn.Conv2d(3, 4, 1)

    built = nn.ModuleDict(dict(student=Student()))
    meta = dict(img_shape=(8, 6), filename="0.jpg")

    def of(codec, **cfg):
        step = dict(type="GenerateTarget", encoder=dict(codec, heatmap_size=(6, 8)))
        return posed(dict(cfg, model=dict(type="Distiller")), built, Steps(), [step], meta)
)";

TEST(Borrowed, CodecsThatAreNotDescribedSayThemselvesWhatTheyMake) {
  expect_true(std::string(kPosed) + R"(
    assert of(dict(type="CodecOfNobody"))["marks"].shape == (1, 4, 2)
    assert of(dict(type="CodecOfNobody"), data_mode="bottomup")["marks"].shape == (30, 4, 2)
)");
}

// mmpose 1.3, mmpose/codecs/spr.py and decoupled_heatmap.py.
TEST(Borrowed, CodecsOfManyPeopleMakeMapsOfAll) {
  expect_true(std::string(kPosed) + R"(
    spread = of(dict(type="SPR", generate_keypoint_heatmaps=True))
    assert spread["heatmaps"].shape == (5, 8, 6) and spread["displacements"].shape == (8, 8, 6)
    assert "displacement_weights" in spread["field_mapping_table"] and not spread["label_mapping_table"]
    apart = of(dict(type="DecoupledHeatmap", encode_max_instances=3))
    assert apart["instance_heatmaps"].shape == (12, 8, 6) and apart["keypoint_weights"].shape == (3, 4)
    assert "instance_coords" in apart["label_mapping_table"]
)");
}

}  // namespace
}  // namespace vramlint::model
