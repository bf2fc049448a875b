import torch
from torch import nn


def last_zero_init(m):
    return None


def _transform(channels, planes):
    return nn.Sequential(nn.Conv2d(channels, planes, kernel_size=1), nn.LayerNorm([planes, 1, 1]), nn.ReLU(inplace=True),
                         nn.Conv2d(planes, channels, kernel_size=1))


class ContextBlock(nn.Module):
    _abbr_ = "context_block"

    def __init__(self, in_channels, ratio, pooling_type="att", fusion_types=("channel_add",)):
        super().__init__()
        assert pooling_type in ["avg", "att"]
        assert isinstance(fusion_types, (list, tuple))
        assert all([kind in ["channel_add", "channel_mul"] for kind in fusion_types])
        assert len(fusion_types) > 0, "at least one fusion should be used"
        self.in_channels = in_channels
        self.ratio = ratio
        self.planes = int(in_channels * ratio)
        self.pooling_type = pooling_type
        self.fusion_types = fusion_types
        if pooling_type == "att":
            self.conv_mask = nn.Conv2d(in_channels, 1, kernel_size=1)
            self.softmax = nn.Softmax(dim=2)
        else:
            self.avg_pool = nn.AdaptiveAvgPool2d(1)
        self.channel_add_conv = _transform(in_channels, self.planes) if "channel_add" in fusion_types else None
        self.channel_mul_conv = _transform(in_channels, self.planes) if "channel_mul" in fusion_types else None

    def reset_parameters(self):
        return None

    def spatial_pool(self, x):
        if self.pooling_type == "avg":
            return self.avg_pool(x)
        batch, channels, height, width = x.size()
        pixels = x.view(batch, channels, height * width).unsqueeze(1)
        mask = self.softmax(self.conv_mask(x).view(batch, 1, height * width)).unsqueeze(-1)
        return torch.matmul(pixels, mask).view(batch, channels, 1, 1)

    def forward(self, x):
        context = self.spatial_pool(x)
        out = x
        if self.channel_mul_conv is not None:
            out = out * torch.sigmoid(self.channel_mul_conv(context))
        if self.channel_add_conv is not None:
            out = out + self.channel_add_conv(context)
        return out
