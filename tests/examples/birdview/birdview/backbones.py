import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.utils.checkpoint as checkpoint

from .registry import BACKBONES


class WindowAttention(nn.Module):
    def __init__(self, width, heads, window):
        super().__init__()
        self.heads, self.window = heads, window
        self.scale = (width // heads) ** -0.5
        self.bias_table = nn.Parameter(torch.zeros((2 * window - 1) ** 2, heads))
        rows = torch.arange(window)
        places = torch.stack(torch.meshgrid(rows, rows, indexing="ij")).flatten(1)
        apart = (places[:, :, None] - places[:, None, :]).permute(1, 2, 0) + window - 1
        self.register_buffer("places", apart[..., 0] * (2 * window - 1) + apart[..., 1])
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        windows, tokens, width = x.shape
        qkv = self.qkv(x).reshape(windows, tokens, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        scores = (q * self.scale) @ k.transpose(-2, -1)
        bias = self.bias_table[self.places.view(-1)].view(tokens, tokens, self.heads)
        scores = (scores + bias.permute(2, 0, 1).unsqueeze(0)).softmax(dim=-1)
        return self.out((scores @ v).transpose(1, 2).reshape(windows, tokens, width))


class WindowBlock(nn.Module):
    def __init__(self, width, heads, window, shifted):
        super().__init__()
        self.window = window
        self.shift = window // 2 if shifted else 0
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = WindowAttention(width, heads, window)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def attend(self, x, height, columns):
        batch, _, width = x.shape
        size = self.window
        x = self.norm1(x).view(batch, height, columns, width)
        if self.shift:
            x = torch.roll(x, shifts=(-self.shift, -self.shift), dims=(1, 2))
        x = x.view(batch, height // size, size, columns // size, size, width).permute(0, 1, 3, 2, 4, 5)
        x = self.attention(x.reshape(-1, size * size, width))
        x = x.view(batch, height // size, columns // size, size, size, width).permute(0, 1, 3, 2, 4, 5)
        x = x.reshape(batch, height, columns, width)
        if self.shift:
            x = torch.roll(x, shifts=(self.shift, self.shift), dims=(1, 2))
        return x.view(batch, height * columns, width)

    def inner(self, x, height, columns):
        x = x + self.attend(x, height, columns)
        return x + self.mlp(self.norm2(x))

    def forward(self, x, size):
        # No key turns this off.
        return checkpoint.checkpoint(self.inner, x, *size)


class Merge(nn.Module):
    """Four neighbours become one position of twice the width."""

    def __init__(self, width):
        super().__init__()
        self.sampler = nn.Unfold(kernel_size=2, stride=2)
        self.norm = nn.LayerNorm(4 * width)
        self.reduce = nn.Linear(4 * width, 2 * width, bias=False)

    def forward(self, x, size):
        batch, _, width = x.shape
        x = x.view(batch, *size, width).permute(0, 3, 1, 2)
        x = self.sampler(x).transpose(1, 2)
        return self.reduce(self.norm(x)), (size[0] // 2, size[1] // 2)


@BACKBONES.register_module()
class WindowedBackbone(nn.Module):
    def __init__(self, width, depths, heads, window):
        super().__init__()
        self.embed = nn.Conv2d(3, width, kernel_size=4, stride=4)
        self.stages, self.merges = nn.ModuleList(), nn.ModuleList()
        for i, (depth, count) in enumerate(zip(depths, heads)):
            blocks = [WindowBlock(width << i, count, window, shifted=j % 2 == 1) for j in range(depth)]
            self.stages.append(nn.ModuleList(blocks))
            if i + 1 < len(depths):
                self.merges.append(Merge(width << i))
        self.width = width << len(depths) - 1
        self.add_module(f"norm{len(depths)}", nn.LayerNorm(self.width))
        self.last = f"norm{len(depths)}"

    def forward(self, image):
        x = self.embed(image)
        size = tuple(x.shape[2:])
        x = x.flatten(2).transpose(1, 2)
        for i, stage in enumerate(self.stages):
            for block in stage:
                x = block(x, size)
            if i < len(self.merges):
                x, size = self.merges[i](x, size)
        x = getattr(self, self.last)(x)
        batch, _, width = x.shape
        features = x.view(batch, *size, width).permute(0, 3, 1, 2).contiguous()
        # Stages before the last one are not asked for.
        return [None] * (len(self.stages) - 1) + [features]
