from functools import partial

import torch
from torch import nn

from torchvision.models._builders import build
from torchvision.ops.misc import MLP, Permute
from torchvision.ops.stochastic_depth import StochasticDepth


class PatchMerging(nn.Module):
    def __init__(self, dim, norm_layer=nn.LayerNorm):
        super().__init__()
        self.reduction = nn.Linear(4 * dim, 2 * dim, bias=False)
        self.norm = norm_layer(4 * dim)

    def forward(self, x):
        height, width = x.shape[-3:-1]
        x = nn.functional.pad(x, (0, 0, 0, width % 2, 0, height % 2))
        corners = [x[..., 0::2, 0::2, :], x[..., 1::2, 0::2, :], x[..., 0::2, 1::2, :], x[..., 1::2, 1::2, :]]
        return self.reduction(self.norm(torch.cat(corners, -1)))


class ShiftedWindowAttention(nn.Module):
    def __init__(self, dim, window_size, shift_size, num_heads, attention_dropout=0.0, dropout=0.0):
        super().__init__()
        self.window_size = window_size
        self.shift_size = shift_size
        self.num_heads = num_heads
        self.attention_dropout = attention_dropout
        self.dropout = dropout
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)
        rows, columns = window_size
        table = (2 * rows - 1) * (2 * columns - 1)
        self.relative_position_bias_table = nn.Parameter(torch.zeros(table, num_heads))
        index = torch.zeros((rows * columns) ** 2, dtype=torch.int64)
        self.register_buffer("relative_position_index", index)

    def _bias(self):
        count = self.window_size[0] * self.window_size[1]
        bias = self.relative_position_bias_table[self.relative_position_index].view(count, count, -1)
        return bias.permute(2, 0, 1).contiguous().unsqueeze(0)

    def _mask(self, windows, height, width, like):
        """Positions of a window that came from opposite edges do not see each other."""
        rows, columns = self.window_size
        regions = like.new_zeros((height, width))
        regions = regions.view(height // rows, rows, width // columns, columns)
        regions = regions.permute(0, 2, 1, 3).reshape(windows, rows * columns)
        mask = regions.unsqueeze(1) - regions.unsqueeze(2)
        return mask.masked_fill(mask != 0, -100.0).masked_fill(mask == 0, 0.0)

    def forward(self, x):
        batch, height, width, channels = x.shape
        rows, columns = self.window_size
        x = nn.functional.pad(x, (0, 0, 0, -width % columns, 0, -height % rows))
        tall, wide = x.shape[1:3]
        sizes = zip((tall, wide), self.window_size, self.shift_size)
        shift = [0 if size <= window else by for size, window, by in sizes]
        if sum(shift) > 0:
            x = torch.roll(x, shifts=(-shift[0], -shift[1]), dims=(1, 2))
        windows = (tall // rows) * (wide // columns)
        x = x.view(batch, tall // rows, rows, wide // columns, columns, channels)
        x = x.permute(0, 1, 3, 2, 4, 5).reshape(batch * windows, rows * columns, channels)
        qkv = self.qkv(x).reshape(x.size(0), x.size(1), 3, self.num_heads, channels // self.num_heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        q = q * (channels // self.num_heads) ** -0.5
        scores = q.matmul(k.transpose(-2, -1)) + self._bias()
        if sum(shift) > 0:
            mask = self._mask(windows, tall, wide, x)
            scores = scores.view(batch, windows, self.num_heads, x.size(1), x.size(1))
            scores = scores + mask.unsqueeze(1).unsqueeze(0)
            scores = scores.view(-1, self.num_heads, x.size(1), x.size(1))
        scores = nn.functional.softmax(scores, dim=-1)
        scores = nn.functional.dropout(scores, p=self.attention_dropout, training=self.training)
        x = scores.matmul(v).transpose(1, 2).reshape(x.size(0), x.size(1), channels)
        x = nn.functional.dropout(self.proj(x), p=self.dropout, training=self.training)
        x = x.view(batch, tall // rows, wide // columns, rows, columns, channels)
        x = x.permute(0, 1, 3, 2, 4, 5).reshape(batch, tall, wide, channels)
        if sum(shift) > 0:
            x = torch.roll(x, shifts=(shift[0], shift[1]), dims=(1, 2))
        return x[:, :height, :width, :].contiguous()


class SwinTransformerBlock(nn.Module):
    def __init__(
        self,
        dim,
        num_heads,
        window_size,
        shift_size,
        mlp_ratio=4.0,
        dropout=0.0,
        attention_dropout=0.0,
        stochastic_depth_prob=0.0,
        norm_layer=nn.LayerNorm,
    ):
        super().__init__()
        self.norm1 = norm_layer(dim)
        self.attn = ShiftedWindowAttention(dim, window_size, shift_size, num_heads, attention_dropout, dropout)
        self.stochastic_depth = StochasticDepth(stochastic_depth_prob, "row")
        self.norm2 = norm_layer(dim)
        self.mlp = MLP(dim, [int(dim * mlp_ratio), dim], activation_layer=nn.GELU, inplace=None, dropout=dropout)

    def forward(self, x):
        x = x + self.stochastic_depth(self.attn(self.norm1(x)))
        return x + self.stochastic_depth(self.mlp(self.norm2(x)))


class SwinTransformer(nn.Module):
    def __init__(
        self,
        patch_size,
        embed_dim,
        depths,
        num_heads,
        window_size,
        mlp_ratio=4.0,
        dropout=0.0,
        attention_dropout=0.0,
        stochastic_depth_prob=0.1,
        num_classes=1000,
        norm_layer=None,
    ):
        super().__init__()
        norm = norm_layer or partial(nn.LayerNorm, eps=1e-5)
        stem = nn.Sequential(
            nn.Conv2d(3, embed_dim, tuple(patch_size), stride=tuple(patch_size)), Permute([0, 2, 3, 1]), norm(embed_dim)
        )
        layers, total, done = [stem], sum(depths), 0
        for level, depth in enumerate(depths):
            dim = embed_dim * 2**level
            stage = []
            for number in range(depth):
                shift = [0 if number % 2 == 0 else size // 2 for size in window_size]
                drop = stochastic_depth_prob * float(done) / (total - 1)
                stage.append(
                    SwinTransformerBlock(
                        dim,
                        num_heads[level],
                        window_size,
                        shift,
                        mlp_ratio,
                        dropout,
                        attention_dropout,
                        drop,
                        norm,
                    )
                )
                done += 1
            layers.append(nn.Sequential(*stage))
            if level < len(depths) - 1:
                layers.append(PatchMerging(dim, norm))
        self.features = nn.Sequential(*layers)
        last = embed_dim * 2 ** (len(depths) - 1)
        self.norm = norm(last)
        self.permute = Permute([0, 3, 1, 2])
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.flatten = nn.Flatten(1)
        self.head = nn.Linear(last, num_classes)

    def forward(self, x):
        x = self.permute(self.norm(self.features(x)))
        return self.head(self.flatten(self.avgpool(x)))


def _of(embed_dim, depths, num_heads, drop):
    fixed = {"embed_dim": embed_dim, "depths": depths, "num_heads": num_heads, "window_size": [7, 7]}
    return build(
        lambda **options: SwinTransformer([4, 4], **{**fixed, "stochastic_depth_prob": drop, **options})
    )


swin_t = _of(96, [2, 2, 6, 2], [3, 6, 12, 24], 0.2)
swin_s = _of(96, [2, 2, 18, 2], [3, 6, 12, 24], 0.3)
swin_b = _of(128, [2, 2, 18, 2], [4, 8, 16, 32], 0.5)
