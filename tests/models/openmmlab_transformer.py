"""Transformer parts of mmcv.cnn beside plain layers that do the same, which stand in where mmcv is not installed."""
import torch
from torch import nn
from torch.nn import functional as F

CFG = {"width": 24, "heads": 4}
INPUTS = [["float32", [2, 3, 30, 34]]]


class PlainEmbed(nn.Module):
    """Patches of 4 by 4, padded at the corner to whole ones."""

    def __init__(self, width):
        super().__init__()
        self.projection = nn.Conv2d(3, width, 4, 4)
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        x = self.projection(F.pad(x, [0, -x.size(3) % 4, 0, -x.size(2) % 4]))
        size = x.shape[2:]
        return self.norm(x.flatten(2).transpose(1, 2)), (size[0], size[1])


class PlainMerge(nn.Module):
    def __init__(self, before, after):
        super().__init__()
        self.norm = nn.LayerNorm(4 * before)
        self.reduction = nn.Linear(4 * before, after, bias=False)

    def forward(self, x, size):
        n, _, c = x.shape
        x = x.view(n, size[0], size[1], c).permute(0, 3, 1, 2)
        x = F.pad(x, [0, size[1] % 2, 0, size[0] % 2])
        size = (x.size(2) // 2, x.size(3) // 2)
        return self.reduction(self.norm(F.unfold(x, 2, stride=2).transpose(1, 2))), size


class PlainLayer(nn.Module):
    """Attention of its own, attention to a memory, feed-forward; each normalised before and with what went in added."""

    def __init__(self, width, heads):
        super().__init__()
        self.attentions = nn.ModuleList([nn.MultiheadAttention(width, heads) for _ in range(2)])
        self.norms = nn.ModuleList([nn.LayerNorm(width) for _ in range(3)])
        self.ffn = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x, memory, place):
        y = self.norms[0](x)
        with_place = y + place
        key = (y + place).transpose(0, 1)
        x = x + self.attentions[0](with_place.transpose(0, 1), key, y.transpose(0, 1))[0].transpose(0, 1)
        y = self.norms[1](x)
        key, value = memory.transpose(0, 1), memory.transpose(0, 1)  # two tensors: the layer projects them apart
        x = x + self.attentions[1]((y + place).transpose(0, 1), key, value)[0].transpose(0, 1)
        return x + self.ffn(self.norms[2](x))


class PlainCrissCross(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query, self.key = [nn.Conv2d(width, width // 8, 1) for _ in range(2)]
        self.value = nn.Conv2d(width, width, 1)
        self.gamma = nn.Parameter(torch.tensor(0.0))

    def forward(self, x):
        h = x.size(2)
        query, key, value = self.query(x), self.key(x), self.value(x)
        down = torch.einsum("bchw,bciw->bwhi", query, key)
        down = down + torch.diag(torch.tensor(float("-inf")).to(x.device).repeat(h), 0)
        across = torch.einsum("bchw,bchj->bhwj", query, key)
        weight = F.softmax(torch.cat([down.transpose(1, 2), across], dim=-1), dim=-1)
        out = torch.einsum("bciw,bhwi->bchw", value, weight[..., :h])
        out += torch.einsum("bchj,bhwj->bchw", value, weight[..., h:])
        return (out * self.gamma + x).contiguous()


def plain(width, heads):
    return PlainEmbed(width), PlainMerge(width, 2 * width), PlainLayer(2 * width, heads), PlainCrissCross(2 * width)


class Layer(nn.Module):
    """mmcv's layer, called as the plain one."""

    def __init__(self, made):
        super().__init__()
        self.made = made

    def forward(self, x, memory, place):
        return self.made(x, memory, memory, query_pos=place)


def with_mmcv(width, heads):
    from mmcv.cnn.bricks.transformer import PatchEmbed, PatchMerging, build_transformer_layer
    from mmcv.ops import CrissCrossAttention
    layer = build_transformer_layer(dict(
        type="BaseTransformerLayer", batch_first=True,
        attn_cfgs=dict(type="MultiheadAttention", embed_dims=2 * width, num_heads=heads),
        ffn_cfgs=dict(type="FFN", embed_dims=2 * width, feedforward_channels=4 * width, act_cfg=dict(type="GELU")),
        operation_order=("norm", "self_attn", "norm", "cross_attn", "norm", "ffn")))
    embed = PatchEmbed(3, width, kernel_size=4, stride=4, norm_cfg=dict(type="LN"))
    return embed, PatchMerging(width, 2 * width), Layer(layer), CrissCrossAttention(2 * width)


class Net(nn.Module):
    def __init__(self, embed, merge, layer, cross):
        super().__init__()
        self.embed, self.merge, self.layer, self.cross = embed, merge, layer, cross
        self.memory = nn.Parameter(torch.zeros(1, 5, layer_width(merge)))

    def forward(self, x):
        x, size = self.embed(x)
        x, size = self.merge(x, size)
        x = self.layer(x, self.memory.expand(x.size(0), -1, -1), torch.zeros_like(x))
        return self.cross(x.transpose(1, 2).reshape(x.size(0), -1, *size))


def layer_width(merge):
    return merge.reduction.out_features


def build(cfg):
    try:
        return Net(*with_mmcv(cfg.width, cfg.heads))
    except ModuleNotFoundError:
        return Net(*plain(cfg.width, cfg.heads))


def loss(outputs):
    return outputs.square().mean()
