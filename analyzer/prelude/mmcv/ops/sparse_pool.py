"""Maxima of active places (mmcv 2.2, ops/sparse_pool.py)."""
from mmcv.ops import sparse_ops as ops
from mmcv.ops.sparse_functional import indice_maxpool
from mmcv.ops.sparse_modules import SparseModule
from mmcv.ops.sparse_structure import SparseConvTensor


class SparseMaxPool(SparseModule):
    def __init__(self, ndim, kernel_size, stride=1, padding=0, dilation=1, subm=False):
        super().__init__()
        self.kernel_size, self.stride, self.padding, self.dilation = [ops.each(value, ndim) for value in
                                                                      (kernel_size, stride, padding, dilation)]
        self.ndim = ndim
        self.subm = subm

    def forward(self, input):
        assert isinstance(input, SparseConvTensor)
        shape, reach = input.spatial_shape, input.reach
        outids, pairs, counts = ops.get_indice_pairs(input.indices, input.batch_size, shape, self.kernel_size, self.stride,
                                                     self.padding, self.dilation, 0, self.subm, reach=reach)
        if not self.subm:
            shape = ops.get_conv_output_size(shape, self.kernel_size, self.stride, self.padding, self.dilation)
            reach = ops.reached(reach, input.indices.shape[0], self.kernel_size, self.stride, self.dilation)
        made = SparseConvTensor(indice_maxpool(input.features, pairs, counts, outids.shape[0]), outids, shape,
                                input.batch_size)
        made.indice_dict = input.indice_dict
        made.grid = input.grid
        made.reach = reach
        return made


class SparseMaxPool2d(SparseMaxPool):
    def __init__(self, kernel_size, stride=1, padding=0, dilation=1):
        super().__init__(2, kernel_size, stride, padding, dilation)


class SparseMaxPool3d(SparseMaxPool):
    def __init__(self, kernel_size, stride=1, padding=0, dilation=1):
        super().__init__(3, kernel_size, stride, padding, dilation)
