"""Convolutions of active places (mmcv 2.2, ops/sparse_conv.py): SubM ones keep the places, inverse ones bring those back that
their couple, the one with the same key, had before."""
import math

import torch
from mmcv.ops import sparse_functional as Fsp
from mmcv.ops import sparse_ops as ops
from mmcv.ops.sparse_modules import SparseModule
from mmcv.ops.sparse_structure import SparseConvTensor
from torch import nn


class SparseConvolution(SparseModule):
    def __init__(self, ndim, in_channels, out_channels, kernel_size=3, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 subm=False, output_padding=0, transposed=False, inverse=False, indice_key=None, fused_bn=False):
        super().__init__()
        assert groups == 1
        self.kernel_size, self.stride, self.padding, self.dilation, self.output_padding = [
            ops.each(value, ndim) for value in (kernel_size, stride, padding, dilation, output_padding)]
        for spread, step in zip(self.dilation, self.stride):
            assert step == 1 or spread == 1, "don't support this."
        self.ndim = ndim
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.conv1x1 = math.prod(self.kernel_size) == 1
        self.transposed = transposed
        self.inverse = inverse
        self.groups = groups
        self.subm = subm
        self.indice_key = indice_key
        self.fused_bn = fused_bn
        self.weight = nn.Parameter(torch.empty(*self.kernel_size, in_channels, out_channels))
        if bias:
            self.bias = nn.Parameter(torch.empty(out_channels))
        else:
            self.register_parameter("bias", None)

    def reset_parameters(self):
        return None

    def _out_shape(self, shape):
        if self.subm:
            return shape
        if self.transposed:
            return ops.get_deconv_output_size(shape, self.kernel_size, self.stride, self.padding, self.dilation,
                                              self.output_padding)
        return ops.get_conv_output_size(shape, self.kernel_size, self.stride, self.padding, self.dilation)

    def _of_one_place(self, input):
        features = torch.mm(input.features, self.weight.view(self.in_channels, self.out_channels))
        if self.bias is not None:
            features += self.bias
        return self._made(input, features, input.indices, input.spatial_shape, input.reach)

    @staticmethod
    def _made(input, features, indices, shape, reach):
        made = SparseConvTensor(features, indices, shape, input.batch_size)
        made.indice_dict = input.indice_dict
        made.grid = input.grid
        made.reach = reach
        return made

    def _places(self, input):
        """Places, pairs and their number, shape and reach of what comes out."""
        data = input.find_indice_pair(self.indice_key)
        if self.inverse:
            assert data is not None and self.indice_key is not None
            _, outids, pairs, counts, shape = data
            assert pairs.shape[0] == math.prod(self.kernel_size), "inverse conv must have same kernel size as its couple conv"
            return outids, pairs, counts, shape, None
        shape = self._out_shape(input.spatial_shape)
        reach = input.reach
        if not self.subm:
            reach = None if self.transposed else ops.reached(reach, input.indices.shape[0], self.kernel_size, self.stride,
                                                             self.dilation)
        if self.indice_key is not None and data is not None:
            outids, _, pairs, counts, _ = data
            return outids, pairs, counts, shape, reach
        outids, pairs, counts = ops.get_indice_pairs(
            input.indices, input.batch_size, input.spatial_shape, self.kernel_size, self.stride, self.padding, self.dilation,
            self.output_padding, self.subm, self.transposed, grid=input.grid, reach=input.reach)
        input.indice_dict[self.indice_key] = (outids, input.indices, pairs, counts, input.spatial_shape)
        return outids, pairs, counts, shape, reach

    def forward(self, input):
        assert isinstance(input, SparseConvTensor)
        if self.conv1x1:
            return self._of_one_place(input)
        outids, pairs, counts, shape, reach = self._places(input)
        features = Fsp.indice_conv(input.features, self.weight, pairs, counts, outids.shape[0])
        if self.bias is not None:
            features += self.bias
        return self._made(input, features, outids, shape, reach)


def _class(name, ndim, **fixed):
    class Convolution(SparseConvolution):
        def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                     indice_key=None):
            super().__init__(ndim, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias,
                             indice_key=indice_key, **fixed)

    class Inverse(SparseConvolution):
        def __init__(self, in_channels, out_channels, kernel_size, indice_key, bias=True):
            super().__init__(ndim, in_channels, out_channels, kernel_size, bias=bias, inverse=True, indice_key=indice_key)

    made = Inverse if fixed.get("inverse") else Convolution
    made.__name__ = made.__qualname__ = name
    return made


SparseConv2d, SparseConv3d, SparseConv4d = [_class(f"SparseConv{ndim}d", ndim) for ndim in (2, 3, 4)]
SubMConv2d, SubMConv3d, SubMConv4d = [_class(f"SubMConv{ndim}d", ndim, subm=True) for ndim in (2, 3, 4)]
SparseConvTranspose2d, SparseConvTranspose3d = [_class(f"SparseConvTranspose{ndim}d", ndim, transposed=True)
                                                for ndim in (2, 3)]
SparseInverseConv2d, SparseInverseConv3d = [_class(f"SparseInverseConv{ndim}d", ndim, inverse=True) for ndim in (2, 3)]
