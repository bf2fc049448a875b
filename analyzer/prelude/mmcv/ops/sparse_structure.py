"""Features of the active places of a grid (mmcv 2.2, ops/sparse_structure.py)."""
import math

import torch


def scatter_nd(indices, updates, shape):
    made = torch.zeros(*shape, dtype=updates.dtype, device=updates.device)
    ndim = indices.shape[-1]
    flat = indices.view(-1, ndim)
    made[tuple([flat[:, axis] for axis in range(ndim)])] = updates.view(*indices.shape[:-1], *shape[ndim:])
    return made


class SparseConvTensor:
    def __init__(self, features, indices, spatial_shape, batch_size, grid=None):
        self.features = features
        self.indices = indices
        self.spatial_shape = spatial_shape
        self.batch_size = batch_size
        self.indice_dict = {}
        self.grid = grid
        self.reach = None  # of ours: see mmcv.ops.sparse_ops

    @property
    def spatial_size(self):
        return math.prod(self.spatial_shape)

    def find_indice_pair(self, key):
        return None if key is None else self.indice_dict.get(key)

    def dense(self, channels_first=True):
        shape = [self.batch_size] + list(self.spatial_shape) + [self.features.shape[1]]
        made = scatter_nd(self.indices.long(), self.features, shape)
        if not channels_first:
            return made
        last = len(self.spatial_shape) + 1
        return made.permute(0, last, *range(1, last)).contiguous()

    @property
    def sparity(self):
        return self.indices.shape[0] / math.prod(self.spatial_shape) / self.batch_size
