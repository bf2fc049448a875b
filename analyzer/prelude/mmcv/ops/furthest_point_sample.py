"""Points that lie far apart (mmcv 2.2, ops/furthest_point_sample.py)."""
import torch


@torch.no_grad()
def furthest_point_sample(points_xyz, num_points):
    assert points_xyz.is_contiguous()
    batch, number = points_xyz.size()[:2]
    chosen = points_xyz.new_empty((batch, num_points), dtype=torch.int32)
    distances = points_xyz.new_empty((batch, number), dtype=torch.float32).fill_(1e10)
    return chosen


@torch.no_grad()
def furthest_point_sample_with_dist(points_dist, num_points):
    assert points_dist.is_contiguous()
    batch, number, _ = points_dist.size()
    chosen = points_dist.new_zeros([batch, num_points], dtype=torch.int32)
    distances = points_dist.new_zeros([batch, number]).fill_(1e10)
    return chosen
