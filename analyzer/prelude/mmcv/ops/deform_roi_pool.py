import torch
from torch import nn
from torch.nn.modules.utils import _pair


class DeformRoIPoolFunction(torch.autograd.Function):
    """The kernels write into zeros of the results' and the gradients' sizes (mmcv 2.1, ops/deform_roi_pool.py)."""

    @staticmethod
    def forward(ctx, input, rois, offset, output_size, spatial_scale=1.0, sampling_ratio=0, gamma=0.1):
        assert rois.size(1) == 5, "RoI must be (idx, x1, y1, x2, y2)!"
        offset = input.new_zeros(0) if offset is None else offset
        height, width = _pair(output_size)
        ctx.save_for_backward(input, rois, offset)
        return input.new_zeros((rois.size(0), input.size(1), height, width))

    @staticmethod
    def backward(ctx, grad_output):
        input, rois, offset = ctx.saved_tensors
        grad_input = grad_output.new_zeros(input.shape)
        grad_offset = grad_output.new_zeros(offset.shape)
        return grad_input, None, grad_offset if grad_offset.numel() != 0 else None, None, None, None, None


deform_roi_pool = DeformRoIPoolFunction.apply


class DeformRoIPool(nn.Module):
    def __init__(self, output_size, spatial_scale=1.0, sampling_ratio=0, gamma=0.1):
        super().__init__()
        self.output_size = _pair(output_size)
        self.spatial_scale = float(spatial_scale)
        self.sampling_ratio = int(sampling_ratio)
        self.gamma = float(gamma)

    def forward(self, input, rois, offset=None):
        return deform_roi_pool(input, rois, offset, self.output_size, self.spatial_scale, self.sampling_ratio, self.gamma)


def _hidden(channels, width):
    return [nn.Linear(channels, width), nn.ReLU(inplace=True)]


class DeformRoIPoolPack(DeformRoIPool):
    def __init__(self, output_size, output_channels, deform_fc_channels=1024, spatial_scale=1.0, sampling_ratio=0, gamma=0.1):
        super().__init__(output_size, spatial_scale, sampling_ratio, gamma)
        self.output_channels = output_channels
        self.deform_fc_channels = width = deform_fc_channels
        area = self.output_size[0] * self.output_size[1]
        self.offset_fc = nn.Sequential(*_hidden(area * output_channels, width), *_hidden(width, width),
                                       nn.Linear(width, area * 2))

    def _offset(self, pooled):
        return self.offset_fc(pooled.view(pooled.size(0), -1)).view(pooled.size(0), 2, *self.output_size)

    def forward(self, input, rois):
        assert input.size(1) == self.output_channels
        return super().forward(input, rois, self._offset(super().forward(input, rois)))


class ModulatedDeformRoIPoolPack(DeformRoIPoolPack):
    def __init__(self, output_size, output_channels, deform_fc_channels=1024, spatial_scale=1.0, sampling_ratio=0, gamma=0.1):
        super().__init__(output_size, output_channels, deform_fc_channels, spatial_scale, sampling_ratio, gamma)
        area = self.output_size[0] * self.output_size[1]
        self.mask_fc = nn.Sequential(*_hidden(area * output_channels, deform_fc_channels),
                                     nn.Linear(deform_fc_channels, area), nn.Sigmoid())

    def forward(self, input, rois):
        assert input.size(1) == self.output_channels
        pooled = DeformRoIPool.forward(self, input, rois)
        offset = self._offset(pooled)
        mask = self.mask_fc(pooled.view(pooled.size(0), -1)).view(pooled.size(0), 1, *self.output_size)
        return DeformRoIPool.forward(self, input, rois, offset) * mask
