// Heads that predict sets of masks, and sizes that facts about the elements bound.
//
// Expected parameters and saved bytes were measured with mmdet 3.3 itself on PyTorch 1.13.1 (CPU, hooks on what
// autograd keeps, as tests/models are), where functions that keep what mmcv's two kernels keep stood for those kernels.
#include <gtest/gtest.h>

#include "fixture.h"
#include "memory/trace.h"

namespace vramlint::model {
namespace {

constexpr const char* kHeads = R"(
import torch
from mmdet.models.dense_heads import Mask2FormerHead, MaskFormerHead
from mmengine.config import ConfigDict
from mmengine.structures import InstanceData
from torch import nn

WIDTH = 32
POSITIONS = dict(num_feats=16, normalize=True)
FFN = dict(embed_dims=WIDTH, feedforward_channels=48, num_fcs=2, ffn_drop=0.0, act_cfg=dict(type="ReLU", inplace=True))
NORM, RELU = dict(type="GN", num_groups=8), dict(type="ReLU")


def attention():
    return dict(embed_dims=WIDTH, num_heads=4, attn_drop=0.0, proj_drop=0.0, dropout_layer=None, batch_first=True)


def matching(*costs, **points):
    return ConfigDict(points, assigner=dict(type="mmdet.HungarianAssigner", match_costs=list(costs)),
                      sampler=dict(type="mmdet.MaskPseudoSampler"))


def common(pixel_decoder, weight):
    layer = dict(self_attn_cfg=attention(), cross_attn_cfg=attention(), ffn_cfg=FFN)
    return dict(
        in_channels=[16, 24, 40, 56], feat_channels=WIDTH, out_channels=WIDTH, num_things_classes=5, num_stuff_classes=4,
        num_queries=10, pixel_decoder=ConfigDict(pixel_decoder), positional_encoding=POSITIONS,
        transformer_decoder=ConfigDict(return_intermediate=True, num_layers=3, layer_cfg=layer),
        loss_cls=ConfigDict(type="mmdet.CrossEntropyLoss", class_weight=[1.0] * 9 + [0.1]),
        loss_dice=ConfigDict(type="mmdet.DiceLoss", naive_dice=True, eps=1.0, loss_weight=weight))


def mask_former(encoder=False):
    pixel_decoder = dict(type="mmdet.PixelDecoder", norm_cfg=NORM, act_cfg=RELU)
    if encoder:
        layer = dict(self_attn_cfg=attention(), ffn_cfg=FFN)
        pixel_decoder.update(type="mmdet.TransformerEncoderPixelDecoder", encoder=dict(num_layers=2, layer_cfg=layer),
                             positional_encoding=POSITIONS)
    costs = matching(dict(type="mmdet.ClassificationCost"), dict(type="mmdet.FocalLossCost", binary_input=True),
                     dict(type="mmdet.DiceCost", pred_act=True, eps=1.0))
    return MaskFormerHead(**common(pixel_decoder, 1.0), train_cfg=costs,
                          loss_mask=ConfigDict(type="mmdet.FocalLoss", loss_weight=20.0))


def mask2former():
    deformable = dict(embed_dims=WIDTH, num_heads=4, num_levels=3, num_points=4, dropout=0.0, batch_first=True)
    pixel_decoder = dict(type="mmdet.MSDeformAttnPixelDecoder", num_outs=3, norm_cfg=NORM, act_cfg=RELU,
                         encoder=dict(num_layers=2, layer_cfg=dict(self_attn_cfg=deformable, ffn_cfg=FFN)),
                         positional_encoding=POSITIONS)
    costs = matching(dict(type="mmdet.ClassificationCost"), dict(type="mmdet.CrossEntropyLossCost"),
                     dict(type="mmdet.DiceCost", pred_act=True, eps=1.0), num_points=112)
    return Mask2FormerHead(**common(pixel_decoder, 5.0), strides=[4, 8, 16, 32], train_cfg=costs,
                           loss_mask=ConfigDict(type="mmdet.CrossEntropyLoss", use_sigmoid=True, loss_weight=5.0))


class Sample:
    def __init__(self, metainfo):
        self.metainfo = metainfo


class Net(nn.Module):
    def __init__(self, head):
        super().__init__()
        self.head = head

    def forward(self, a, b, c, d, labels, first, second):
        metas = [dict(img_shape=(128, 192), batch_input_shape=(128, 192)) for _ in range(2)]
        truths = [InstanceData(labels=labels[:3], masks=first), InstanceData(labels=labels, masks=second)]
        scores, masks = self.head([a, b, c, d], [Sample(meta) for meta in metas])
        return sum(self.head.loss_by_feat(scores, masks, truths, metas).values())
)";

struct Measured {
  const char* head;
  int64_t parameters, saved;
};

class MaskHeads : public testing::TestWithParam<Measured> {};

TEST_P(MaskHeads, KeepWhatMmdetsKeep) {
  Recipe recipe;
  recipe.files["heads.py"] = kHeads;
  recipe.model = std::string("heads.Net(heads.") + GetParam().head + ")";
  recipe.inputs = {
      "float32[2, 16, 32, 48]", "float32[2, 24, 16, 24]", "float32[2, 40, 8, 12]", "float32[2, 56, 4, 6]", "int64[5]",
      "int64[3, 128, 192]",     "int64[5, 128, 192]"};
  recipe.loss = "outputs";
  recipe.torch = "1.13";
  const BuildResult result = recipe.build();
  ASSERT_FALSE(result.failure) << result.failure->message;
  EXPECT_TRUE(result.unknowns.empty());
  const graph::Graph& graph = result.built->phases.at(0);
  EXPECT_EQ(graph.parameter_count(false), GetParam().parameters);
  const memory::Trace trace = memory::trace(graph, {}, *graph::torch_profile("1.13"), memory::Scenario::point);
  EXPECT_EQ(trace.saved_for_backward.count, GetParam().saved);
}

INSTANTIATE_TEST_SUITE_P(Kinds, MaskHeads,
                         testing::Values(Measured{"mask_former()", 97114, 14536532},
                                         Measured{"mask_former(encoder=True)", 105210, 14722388},
                                         Measured{"mask2former()", 75098, 6630440}));

}  // namespace
}  // namespace vramlint::model
