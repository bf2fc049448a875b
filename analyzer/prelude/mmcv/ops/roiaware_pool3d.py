"""Points of each box pooled into its cells (mmcv 2.2, ops/roiaware_pool3d.py and csrc/pytorch/cuda/roiaware_pool3d_cuda.cu)."""
import torch
from torch import nn
from vramlint_openmmlab.checks import is_tuple_of


class RoIAwarePool3dFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, rois, pts, pts_feature, out_size, max_pts_per_voxel, mode):
        assert isinstance(out_size, int) or (len(out_size) == 3 and is_tuple_of(out_size, int))
        sides = (out_size,) * 3 if isinstance(out_size, int) else tuple(out_size)
        boxes, channels, number = rois.shape[0], pts_feature.shape[-1], pts.shape[0]
        pooled = pts_feature.new_zeros((boxes, *sides, channels))
        argmax = pts_feature.new_zeros((boxes, *sides, channels), dtype=torch.int)
        points_of_cells = pts_feature.new_zeros((boxes, *sides, max_pts_per_voxel), dtype=torch.int)
        in_which = pts_feature.new_empty((boxes, number), dtype=torch.int)  # each point's cell of each box
        ctx.roiaware_pool3d_for_backward = (points_of_cells, argmax, mode, number, channels)
        return pooled

    @staticmethod
    def backward(ctx, grad_out):
        points_of_cells, argmax, mode, number, channels = ctx.roiaware_pool3d_for_backward
        grad_in = grad_out.new_zeros((number, channels))
        grad_out = grad_out.contiguous()
        return None, None, grad_in, None, None, None


class RoIAwarePool3d(nn.Module):
    def __init__(self, out_size, max_pts_per_voxel=128, mode="max"):
        super().__init__()
        assert mode in ["max", "avg"]
        self.out_size = out_size
        self.max_pts_per_voxel = max_pts_per_voxel
        self.mode = {"max": 0, "avg": 1}[mode]

    def forward(self, rois, pts, pts_feature):
        return RoIAwarePool3dFunction.apply(rois, pts, pts_feature, self.out_size, self.max_pts_per_voxel, self.mode)
