"""So many points of each box, with their features (mmcv 2.2, ops/roipoint_pool3d.py and
csrc/pytorch/cuda/roipoint_pool3d_cuda.cu). It has no backward."""
import torch
from torch import nn


class RoIPointPool3dFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, points, point_features, boxes3d, num_sampled_points=512):
        assert len(points.shape) == 3 and points.shape[2] == 3
        batch, boxes = points.shape[0], boxes3d.shape[1]
        pooled = point_features.new_zeros((batch, boxes, num_sampled_points, 3 + point_features.shape[2]))
        empty = point_features.new_zeros((batch, boxes)).int()
        contiguous = points.contiguous(), boxes3d.view(batch, -1, 7).contiguous(), point_features.contiguous()
        in_which = points.new_empty((batch, points.shape[1], boxes), dtype=torch.int)
        chosen = points.new_empty((batch, boxes, num_sampled_points), dtype=torch.int)
        return pooled, empty

    @staticmethod
    def backward(ctx, grad_out):
        raise NotImplementedError


class RoIPointPool3d(nn.Module):
    def __init__(self, num_sampled_points=512):
        super().__init__()
        self.num_sampled_points = num_sampled_points

    def forward(self, points, point_features, boxes3d):
        return RoIPointPool3dFunction.apply(points, point_features, boxes3d, self.num_sampled_points)
