import torch
from torch import nn

from monai.utils.enums import SkipMode
from monai.utils.module import look_up_option


class SkipConnection(nn.Module):
    """A module beside the way around it: joined along `dim`, added, or multiplied."""

    def __init__(self, submodule, dim=1, mode="cat"):
        super().__init__()
        self.submodule = submodule
        self.dim = dim
        self.mode = look_up_option(mode, SkipMode).value

    def forward(self, x):
        y = self.submodule(x)
        if self.mode == "cat":
            return torch.cat([x, y], dim=self.dim)
        return torch.add(x, y) if self.mode == "add" else torch.mul(x, y)


class Flatten(nn.Module):
    def forward(self, x):
        return x.view(x.size(0), -1)


class Reshape(nn.Module):
    def __init__(self, *shape):
        super().__init__()
        self.shape = (1,) + tuple(shape)

    def forward(self, x):
        return x.reshape([x.shape[0]] + list(self.shape[1:]))


class ChannelPad(nn.Module):
    """Projects or pads channels, so that two tensors of different width can be added."""

    def __init__(self, spatial_dims, in_channels, out_channels, mode="pad"):
        super().__init__()
        from monai.networks.layers.factories import Conv

        self.project = None
        self.pad = None
        if in_channels == out_channels:
            return
        if mode == "project":
            self.project = Conv[Conv.CONV, spatial_dims](in_channels, out_channels, kernel_size=1)
            return
        if in_channels > out_channels:
            raise ValueError('Incompatible values: channel_matching="pad" and in_channels > out_channels.')
        before = (out_channels - in_channels) // 2
        after = out_channels - in_channels - before
        self.pad = [0, 0] * spatial_dims + [before, after] + [0, 0]

    def forward(self, x):
        if self.project is not None:
            return self.project(x)
        return nn.functional.pad(x, self.pad) if self.pad is not None else x
