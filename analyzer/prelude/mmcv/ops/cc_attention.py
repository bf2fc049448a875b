import torch
from mmcv.cnn.bricks.scale import Scale
from torch import nn
from torch.nn import functional as F


def NEG_INF_DIAG(n, device):
    return torch.diag(torch.tensor(float("-inf")).to(device).repeat(n), 0)


class CrissCrossAttention(nn.Module):
    def __init__(self, in_channels):
        super().__init__()
        self.query_conv = nn.Conv2d(in_channels, in_channels // 8, 1)
        self.key_conv = nn.Conv2d(in_channels, in_channels // 8, 1)
        self.value_conv = nn.Conv2d(in_channels, in_channels, 1)
        self.gamma = Scale(0.0)
        self.in_channels = in_channels

    def forward(self, x):
        height = x.size(2)
        query = self.query_conv(x)
        key = self.key_conv(x)
        value = self.value_conv(x)
        columns = torch.einsum("bchw,bciw->bwhi", query, key) + NEG_INF_DIAG(height, query.device)
        columns = columns.transpose(1, 2)
        rows = torch.einsum("bchw,bchj->bhwj", query, key)
        attention = F.softmax(torch.cat([columns, rows], dim=-1), dim=-1)
        out = torch.einsum("bciw,bhwi->bchw", value, attention[..., :height])
        out += torch.einsum("bchj,bhwj->bchw", value, attention[..., height:])
        out = self.gamma(out) + x
        return out.contiguous()
