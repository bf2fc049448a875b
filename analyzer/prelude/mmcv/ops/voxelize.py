"""Points in the cells of a grid (mmcv 2.2, ops/voxelize.py)."""
import torch
from torch import nn
from torch.nn.modules.utils import _pair
from vramlint_openmmlab.kernels import cells, hard_voxelize_forward


@torch.no_grad()
def voxelization(points, voxel_size, coors_range, max_points=35, max_voxels=20000, deterministic=True):
    if max_points == -1 or max_voxels == -1:
        return points.new_zeros((points.size(0), 3), dtype=torch.int)
    voxels = points.new_zeros((max_voxels, max_points, points.size(1)))
    coors = points.new_zeros((max_voxels, 3), dtype=torch.int)
    counts = points.new_zeros((max_voxels,), dtype=torch.int)
    number = torch.zeros((), dtype=torch.long)
    hard_voxelize_forward(points, voxel_size, coors_range, voxels, coors, counts, number, max_points, max_voxels)
    return voxels[:number], coors[:number], counts[:number]


class Voxelization(nn.Module):
    def __init__(self, voxel_size, point_cloud_range, max_num_points, max_voxels=20000, deterministic=True):
        super().__init__()
        self.voxel_size = voxel_size
        self.point_cloud_range = point_cloud_range
        self.max_num_points = max_num_points
        self.max_voxels = max_voxels if isinstance(max_voxels, tuple) else _pair(max_voxels)
        self.deterministic = deterministic
        across, along, up = cells(voxel_size, point_cloud_range)
        self.grid_size = torch.tensor([across, along, up])
        self.pcd_shape = [1, along, across]

    def forward(self, input):
        return voxelization(input, self.voxel_size, self.point_cloud_range, self.max_num_points,
                            self.max_voxels[0 if self.training else 1], self.deterministic)
