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
