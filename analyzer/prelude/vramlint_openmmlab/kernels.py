"""Compiled operators of mmcv under the names that Python has for them, by what they make on the way and give back (mmcv 2.2,
csrc/pytorch/cuda/voxelization_cuda.cu and scatter_points_cuda.cu). In how many cells of a grid there are points, only the data
tells: in one at least, and in no more than there are points, cells, and room for them."""
import math

import _vramlint
import torch


def cells(voxel_size, coors_range):
    """How many cells the grid has along each axis."""
    return [round(float((coors_range[axis + 3] - coors_range[axis]) / voxel_size[axis])) for axis in range(3)]


def occupied(points, most):
    _vramlint.assume("in how many cells of a grid there are points depends on the data: half as many as points are taken, as far "
                     "as the cells and the room for them go")
    most = _vramlint.fewer(points, most)
    return _vramlint.between(_vramlint.fewer(1, most), _vramlint.fewer((points + 1) // 2, most), most)


def hard_voxelize_forward(points, voxel_size, coors_range, voxels, coors, num_points_per_voxel, voxel_num, max_points=35,
                          max_voxels=20000, NDim=3, deterministic=True):
    # Each point's cell, which point and cell it is joined to, and where that cell stands.
    on_the_way = [points.new_zeros((points.size(0), NDim), dtype=torch.int)]
    on_the_way += [points.new_zeros(points.size(0), dtype=torch.int) for _ in range(3)]
    number = occupied(points.size(0), min(math.prod(cells(voxel_size, coors_range)), max_voxels))
    _vramlint.counts(voxel_num, number)


def dynamic_voxelize_forward(points, voxel_size, coors_range, coors, NDim=3):
    return None


def dynamic_point_to_voxel_forward(feats, coors, reduce_type="max"):
    number = feats.size(0)
    valid = coors.masked_fill(coors.lt(0).any(-1, True), -1)
    found = occupied(number, number)
    out_coors = coors.new_empty((found, coors.size(1)))
    point_to_cell, counts = coors.new_empty(number, dtype=torch.int64), coors.new_empty(found, dtype=torch.int64)
    point_to_cell, counts = point_to_cell.to(torch.int32), counts.to(torch.int32)
    reduced = feats.new_empty((found, feats.size(1)))
    if reduce_type == "mean":
        reduced /= counts.unsqueeze(-1).to(reduced.dtype)
    return reduced, out_coors, point_to_cell, counts


def dynamic_point_to_voxel_backward(grad_feats, grad_reduced, feats, reduced, point_to_cell, counts, reduce_type="max"):
    if reduce_type == "max":
        reduced_from = point_to_cell.new_empty(reduced.shape)
