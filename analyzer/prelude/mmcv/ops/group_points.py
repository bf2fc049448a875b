"""Features of the points around each of some centers (mmcv 2.2, ops/group_points.py)."""
import torch
from mmcv.ops.ball_query import ball_query
from mmcv.ops.knn import knn
from torch import nn


class GroupingOperation(torch.autograd.Function):
    @staticmethod
    def forward(ctx, features, indices, features_batch_cnt=None, indices_batch_cnt=None):
        features, indices = features.contiguous(), indices.contiguous()
        if features_batch_cnt is not None and indices_batch_cnt is not None:
            assert features_batch_cnt.dtype == torch.int
            assert indices_batch_cnt.dtype == torch.int
            rows, each = indices.size()
            ctx.for_backwards = (indices, features.size(0), features_batch_cnt, indices_batch_cnt)
            return features.new_zeros((rows, features.size(1), each))
        batch, centers, each = indices.size()
        _, channels, number = features.size()
        ctx.for_backwards = (indices, number)
        return features.new_zeros((batch, channels, centers, each))

    @staticmethod
    def backward(ctx, grad_out):
        number = ctx.for_backwards[1]
        shape = (grad_out.size(0), grad_out.size(1), number) if len(ctx.for_backwards) == 2 else (number, grad_out.size(1))
        grad_features = grad_out.new_zeros(shape)
        grad_out = grad_out.contiguous()
        return grad_features, None, None, None


grouping_operation = GroupingOperation.apply


class QueryAndGroup(nn.Module):
    def __init__(self, max_radius, sample_num, min_radius=0.0, use_xyz=True, return_grouped_xyz=False, normalize_xyz=False,
                 uniform_sample=False, return_unique_cnt=False, return_grouped_idx=False):
        super().__init__()
        self.max_radius = max_radius
        self.min_radius = min_radius
        self.sample_num = sample_num
        self.use_xyz = use_xyz
        self.return_grouped_xyz = return_grouped_xyz
        self.normalize_xyz = normalize_xyz
        self.uniform_sample = uniform_sample
        self.return_unique_cnt = return_unique_cnt
        self.return_grouped_idx = return_grouped_idx
        assert uniform_sample or not return_unique_cnt, \
            "uniform_sample should be True when returning the count of unique samples"
        assert max_radius is not None or not normalize_xyz, "can not normalize grouped xyz when max_radius is None"

    def _around(self, points_xyz, center_xyz):
        if self.max_radius is None:
            return knn(self.sample_num, points_xyz, center_xyz, False).transpose(1, 2).contiguous()
        return ball_query(self.min_radius, self.max_radius, self.sample_num, points_xyz, center_xyz)

    def _features(self, difference, features, found):
        if features is None:
            assert self.use_xyz, "Cannot have not features and not use xyz as a feature!"
            return difference
        grouped = grouping_operation(features, found)
        return torch.cat([difference, grouped], dim=1) if self.use_xyz else grouped

    def forward(self, points_xyz, center_xyz, features=None):
        found = self._around(points_xyz, center_xyz)
        unique_cnt = torch.zeros((found.shape[0], found.shape[1]))  # filled on the host, row by row
        transposed = points_xyz.transpose(1, 2).contiguous()
        grouped_xyz = grouping_operation(transposed, found)
        difference = grouped_xyz - center_xyz.transpose(1, 2).unsqueeze(-1)
        if self.normalize_xyz:
            difference /= self.max_radius
        made = [self._features(difference, features, found)]
        if self.return_grouped_xyz:
            made.append(grouped_xyz)
        if self.return_unique_cnt:
            made.append(unique_cnt)
        if self.return_grouped_idx:
            made.append(found)
        return made[0] if len(made) == 1 else tuple(made)


class GroupAll(nn.Module):
    def __init__(self, use_xyz=True):
        super().__init__()
        self.use_xyz = use_xyz

    def forward(self, xyz, new_xyz, features=None):
        grouped_xyz = xyz.transpose(1, 2).unsqueeze(2)
        if features is None:
            return grouped_xyz
        grouped = features.unsqueeze(2)
        return torch.cat([grouped_xyz, grouped], dim=1) if self.use_xyz else grouped
