"""Operators of mmcv with a kernel of their own. Those that are not described raise, naming themselves, when they are called."""
from mmcv.ops.assign_score_withk import assign_score_withk
from mmcv.ops.ball_query import ball_query
from mmcv.ops.box_iou_rotated import box_iou_rotated
from mmcv.ops.carafe import carafe
from mmcv.ops.furthest_point_sample import furthest_point_sample
from mmcv.ops.gather_points import gather_points
from mmcv.ops.knn import knn
from mmcv.ops.nms import nms
from mmcv.ops.psa_mask import psa_mask
from mmcv.ops.roi_align import roi_align
from mmcv.ops.three_interpolate import three_interpolate
from mmcv.ops.three_nn import three_nn
from mmcv.ops.tin_shift import tin_shift
from vramlint_openmmlab.homes import spread as _spread

_known, _find = _spread(__name__, {
    "mmcv.cnn.bricks.wrappers": "Conv2d ConvTranspose2d Linear MaxPool2d",
    "mmcv.ops.carafe": "CARAFE CARAFENaive CARAFEPack carafe_naive",
    "mmcv.ops.cc_attention": "CrissCrossAttention",
    "mmcv.ops.corner_pool": "CornerPool",
    "mmcv.ops.deform_conv": "DeformConv2d DeformConv2dPack deform_conv2d",
    "mmcv.ops.deform_roi_pool": "DeformRoIPool DeformRoIPoolPack ModulatedDeformRoIPoolPack deform_roi_pool",
    "mmcv.ops.diff_iou_rotated": "diff_iou_rotated_2d diff_iou_rotated_3d",
    "mmcv.ops.focal_loss": "SigmoidFocalLoss SoftmaxFocalLoss sigmoid_focal_loss softmax_focal_loss",
    "mmcv.ops.furthest_point_sample": "furthest_point_sample_with_dist",
    "mmcv.ops.group_points": "GroupAll QueryAndGroup grouping_operation",
    "mmcv.ops.info": "get_compiler_version get_compiling_cuda_version get_onnxruntime_op_path",
    "mmcv.ops.iou3d": "boxes_iou3d boxes_iou_bev boxes_overlap_bev nms3d nms3d_normal nms_bev nms_normal_bev",
    "mmcv.ops.masked_conv": "MaskedConv2d",
    "mmcv.ops.merge_cells": "ConcatCell GlobalPoolingCell SumCell",
    "mmcv.ops.modulated_deform_conv": "ModulatedDeformConv2d ModulatedDeformConv2dPack modulated_deform_conv2d",
    "mmcv.ops.multi_scale_deform_attn": "MultiScaleDeformableAttention",
    "mmcv.ops.nms": "batched_nms nms_match nms_rotated",
    "mmcv.ops.point_sample": "SimpleRoIAlign point_sample rel_roi_point_to_rel_img_point",
    "mmcv.ops.points_in_boxes": "points_in_boxes_all points_in_boxes_cpu points_in_boxes_part",
    "mmcv.ops.points_sampler": "PointsSampler",
    "mmcv.ops.psa_mask": "PSAMask",
    "mmcv.ops.roi_align": "RoIAlign",
    "mmcv.ops.roiaware_pool3d": "RoIAwarePool3d",
    "mmcv.ops.roipoint_pool3d": "RoIPointPool3d",
    "mmcv.ops.saconv": "SAConv2d",
    "mmcv.ops.scatter_points": "DynamicScatter dynamic_scatter",
    "mmcv.ops.sparse_conv": (
        "SparseConv2d SparseConv3d SparseConvTranspose2d SparseConvTranspose3d SparseInverseConv2d "
        "SparseInverseConv3d SubMConv2d SubMConv3d"),
    "mmcv.ops.sparse_modules": "SparseModule SparseSequential",
    "mmcv.ops.sparse_pool": "SparseMaxPool2d SparseMaxPool3d",
    "mmcv.ops.sparse_structure": "SparseConvTensor scatter_nd",
    "mmcv.ops.sync_bn": "SyncBatchNorm",
    "mmcv.ops.tin_shift": "TINShift",
    "mmcv.ops.voxelize": "Voxelization voxelization",
    "mmcv.cnn.bricks.wrappers": "Conv2d ConvTranspose2d Linear MaxPool2d",
})
_undescribed = (
    "BezierAlign BorderAlign Correlation FusedBiasLeakyReLU PrRoIPool RiRoIAlignRotated RoIAlignRotated RoIPool "
    "active_rotated_filter bbox_overlaps bezier_align bias_act border_align box_iou_quadri chamfer_distance contour_expand "
    "convex_giou convex_iou conv2d conv_transpose2d filter2d filtered_lrelu fused_bias_leakyrelu masked_conv2d "
    "min_area_polygons nms_quadri pixel_group points_in_polygons prroi_pool riroi_align_rotated roi_align_rotated roi_pool "
    "rotated_feature_align soft_nms upfirdn2d upsample2d").split()
__all__ = _known + _undescribed + ["assign_score_withk", "ball_query", "box_iou_rotated", "carafe", "furthest_point_sample",
                                   "gather_points", "knn", "nms", "psa_mask", "roi_align", "three_interpolate", "three_nn",
                                   "tin_shift"]


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
