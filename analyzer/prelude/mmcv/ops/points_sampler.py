"""Which points stand for all of them (mmcv 2.2, ops/points_sampler.py)."""
import torch
from mmcv.ops.furthest_point_sample import furthest_point_sample, furthest_point_sample_with_dist
from torch import nn


def calc_square_dist(point_feat_a, point_feat_b, norm=True):
    dist = torch.cdist(point_feat_a, point_feat_b)
    return dist / point_feat_a.shape[-1] if norm else torch.square(dist)


class DFPSSampler(nn.Module):
    def forward(self, points, features, npoint):
        return furthest_point_sample(points.contiguous(), npoint)


class FFPSSampler(nn.Module):
    def forward(self, points, features, npoint):
        assert features is not None, "feature input to FFPS_Sampler should not be None"
        joined = torch.cat([points, features.transpose(1, 2)], dim=2)
        return furthest_point_sample_with_dist(calc_square_dist(joined, joined, norm=False), npoint)


class FSSampler(nn.Module):
    def forward(self, points, features, npoint):
        assert features is not None, "feature input to FS_Sampler should not be None"
        return torch.cat([FFPSSampler()(points, features, npoint), DFPSSampler()(points, features, npoint)], dim=1)


_samplers = {"D-FPS": DFPSSampler, "F-FPS": FFPSSampler, "FS": FSSampler}


def get_sampler_cls(sampler_type):
    if sampler_type not in _samplers:
        raise KeyError(f"Supported `sampler_type` are {_samplers.keys()}, but got {sampler_type}")
    return _samplers[sampler_type]


class PointsSampler(nn.Module):
    def __init__(self, num_point, fps_mod_list=["D-FPS"], fps_sample_range_list=[-1]):
        super().__init__()
        assert len(num_point) == len(fps_mod_list) == len(fps_sample_range_list)
        self.num_point = num_point
        self.fps_sample_range_list = fps_sample_range_list
        self.samplers = nn.ModuleList([get_sampler_cls(name)() for name in fps_mod_list])
        self.fp16_enabled = False

    def forward(self, points_xyz, features):
        points_xyz = points_xyz.float() if points_xyz.dtype == torch.half else points_xyz
        if features is not None and features.dtype == torch.half:
            features = features.float()
        found, begin = [], 0
        for end, sampler, count in zip(self.fps_sample_range_list, self.samplers, self.num_point):
            assert end < points_xyz.shape[1]
            part = slice(begin, None if end == -1 else end)
            chosen = sampler(points_xyz[:, part].contiguous(), None if features is None else features[:, :, part], count)
            found.append(chosen + begin)
            begin = end
        return torch.cat(found, dim=1)
