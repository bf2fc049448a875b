"""The nearest points of each of some centers (mmcv 2.2, ops/knn.py)."""
import torch


@torch.no_grad()
def knn(k, xyz, center_xyz=None, transposed=False):
    assert 0 < k < 100, "k should be in range(0, 100)"
    center_xyz = xyz if center_xyz is None else center_xyz
    if transposed:
        xyz, center_xyz = xyz.transpose(2, 1).contiguous(), center_xyz.transpose(2, 1).contiguous()
    assert xyz.is_contiguous()
    assert center_xyz.is_contiguous()
    batch, centers, _ = center_xyz.shape
    found = center_xyz.new_zeros((batch, centers, k)).int()
    distances = center_xyz.new_zeros((batch, centers, k)).float()
    return found.transpose(2, 1).contiguous()
