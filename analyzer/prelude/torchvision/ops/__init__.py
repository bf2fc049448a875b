"""Operators on boxes and regions."""
__installed_first__ = True

import _vramlint

from torchvision.ops.boxes import (
    batched_nms,
    box_area,
    box_convert,
    box_iou,
    clip_boxes_to_image,
    generalized_box_iou,
    masks_to_boxes,
    nms,
    remove_small_boxes,
)
from torchvision.ops.deform_conv import DeformConv2d, deform_conv2d
from torchvision.ops.misc import (
    MLP,
    Conv2dNormActivation,
    Conv3dNormActivation,
    ConvNormActivation,
    FrozenBatchNorm2d,
    Permute,
    SqueezeExcitation,
)
from torchvision.ops.roi_align import RoIAlign, roi_align
from torchvision.ops.stochastic_depth import StochasticDepth, stochastic_depth


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'torchvision.ops' has no attribute '{name}'")
    return _vramlint.unknown(f"torchvision.ops.{name} is not modelled")
