"""Features of the points of each cell made one (mmcv 2.2, ops/scatter_points.py)."""
import torch
from torch import nn
from torch.nn import functional as F
from vramlint_openmmlab.kernels import dynamic_point_to_voxel_backward, dynamic_point_to_voxel_forward


class _DynamicScatter(torch.autograd.Function):
    @staticmethod
    def forward(ctx, feats, coors, reduce_type="max"):
        reduced, out_coors, point_to_cell, counts = dynamic_point_to_voxel_forward(feats, coors, reduce_type)
        ctx.reduce_type = reduce_type
        ctx.save_for_backward(feats, reduced, point_to_cell, counts)
        ctx.mark_non_differentiable(out_coors)
        return reduced, out_coors

    @staticmethod
    def backward(ctx, grad_reduced, grad_coors=None):
        feats, reduced, point_to_cell, counts = ctx.saved_tensors
        grad_feats = torch.zeros_like(feats)
        dynamic_point_to_voxel_backward(grad_feats, grad_reduced.contiguous(), feats, reduced, point_to_cell, counts,
                                        ctx.reduce_type)
        return grad_feats, None, None


dynamic_scatter = _DynamicScatter.apply


class DynamicScatter(nn.Module):
    def __init__(self, voxel_size, point_cloud_range, average_points):
        super().__init__()
        self.voxel_size = voxel_size
        self.point_cloud_range = point_cloud_range
        self.average_points = average_points

    def forward_single(self, points, coors):
        return dynamic_scatter(points.contiguous(), coors.contiguous(), "mean" if self.average_points else "max")

    def forward(self, points, coors):
        if coors.size(-1) == 3:
            return self.forward_single(points, coors)
        # A sample after the other, whose parts are put together at the end: all at once have as many points and cells.
        picked = torch.arange(points.size(0), device=points.device)
        features, places = self.forward_single(points[picked], coors[picked][:, 1:])
        return torch.cat([features], dim=0), torch.cat([F.pad(places, (1, 0), mode="constant", value=0)], dim=0)
