"""Operators of mmcv with a kernel of their own. Those that are not described raise, naming themselves, when they are called."""
from mmcv.ops.carafe import carafe
from mmcv.ops.nms import nms
from mmcv.ops.psa_mask import psa_mask
from mmcv.ops.roi_align import roi_align
from vramlint_openmmlab.homes import spread as _spread

_known, _find = _spread(__name__, {
    "mmcv.ops.carafe": "CARAFE CARAFENaive CARAFEPack carafe_naive",
    "mmcv.ops.cc_attention": "CrissCrossAttention",
    "mmcv.ops.corner_pool": "CornerPool",
    "mmcv.ops.deform_conv": "DeformConv2d DeformConv2dPack deform_conv2d",
    "mmcv.ops.deform_roi_pool": "DeformRoIPool DeformRoIPoolPack ModulatedDeformRoIPoolPack deform_roi_pool",
    "mmcv.ops.merge_cells": "ConcatCell GlobalPoolingCell SumCell",
    "mmcv.ops.info": "get_compiler_version get_compiling_cuda_version get_onnxruntime_op_path",
    "mmcv.ops.focal_loss": "SigmoidFocalLoss SoftmaxFocalLoss sigmoid_focal_loss softmax_focal_loss",
    "mmcv.ops.masked_conv": "MaskedConv2d",
    "mmcv.ops.modulated_deform_conv": "ModulatedDeformConv2d ModulatedDeformConv2dPack modulated_deform_conv2d",
    "mmcv.ops.multi_scale_deform_attn": "MultiScaleDeformableAttention",
    "mmcv.ops.nms": "batched_nms nms_match",
    "mmcv.ops.point_sample": "SimpleRoIAlign point_sample rel_roi_point_to_rel_img_point",
    "mmcv.ops.psa_mask": "PSAMask",
    "mmcv.ops.roi_align": "RoIAlign",
    "mmcv.ops.saconv": "SAConv2d",
    "mmcv.ops.sync_bn": "SyncBatchNorm",
    "mmcv.cnn.bricks.wrappers": "Conv2d ConvTranspose2d Linear MaxPool2d",
})
_undescribed = (
    "BezierAlign BorderAlign Correlation DynamicScatter FusedBiasLeakyReLU "
    "GroupAll PointsSampler PrRoIPool QueryAndGroup RiRoIAlignRotated "
    "RoIAlignRotated RoIAwarePool3d RoIPointPool3d RoIPool SparseConv2d SparseConv3d SparseConvTensor "
    "SparseConvTranspose2d SparseConvTranspose3d SparseInverseConv2d SparseInverseConv3d SparseMaxPool2d "
    "SparseMaxPool3d SparseModule SparseSequential SubMConv2d SubMConv3d TINShift Voxelization active_rotated_filter "
    "assign_score_withk ball_query bbox_overlaps bezier_align bias_act border_align box_iou_quadri box_iou_rotated "
    "boxes_iou3d boxes_iou_bev boxes_overlap_bev chamfer_distance contour_expand convex_giou convex_iou conv2d "
    "conv_transpose2d diff_iou_rotated_2d diff_iou_rotated_3d dynamic_scatter filter2d filtered_lrelu "
    "furthest_point_sample furthest_point_sample_with_dist fused_bias_leakyrelu gather_points grouping_operation knn "
    "masked_conv2d min_area_polygons nms3d nms3d_normal nms_bev nms_normal_bev nms_quadri nms_rotated "
    "pixel_group points_in_boxes_all points_in_boxes_cpu points_in_boxes_part points_in_polygons prroi_pool "
    "riroi_align_rotated roi_align_rotated roi_pool rotated_feature_align scatter_nd soft_nms three_interpolate "
    "three_nn tin_shift upfirdn2d upsample2d voxelization").split()
__all__ = _known + _undescribed + ["carafe", "nms", "psa_mask", "roi_align"]


def _refuse(name):
    import _vramlint
    _vramlint.unsupported(f"mmcv.ops.{name} is not described")


def __getattr__(name):
    if name not in _undescribed:
        return _find(name)
    if name[0].isupper():
        made = type(name, (), {"__init__": lambda self, *args, **options: _refuse(name)})
    else:
        made = lambda *args, **options: _refuse(name)
    globals()[name] = made
    return made
