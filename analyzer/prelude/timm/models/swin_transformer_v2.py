# One stage of Swin Transformer V2: cosine attention in windows that are shifted in every second block, a bias that a small
# network makes of relative places, and norms after the branches.
import math

import torch
from torch import nn
from torch.nn import functional as F

from timm.layers import DropPath, Mlp, get_act_layer, to_2tuple


def window_partition(x, window_size):
    batch, height, width, channels = x.shape
    rows, columns = window_size
    x = x.view(batch, height // rows, rows, width // columns, columns, channels)
    return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, rows, columns, channels)


def window_reverse(windows, window_size, img_size):
    rows, columns = window_size
    height, width = img_size
    channels = windows.shape[-1]
    x = windows.view(-1, height // rows, width // columns, rows, columns, channels)
    return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, height, width, channels)


class WindowAttention(nn.Module):
    def __init__(self, dim, window_size, num_heads, qkv_bias=True, qkv_bias_separate=False, attn_drop=0.0, proj_drop=0.0,
                 pretrained_window_size=(0, 0), **options):
        super().__init__()
        self.dim = dim
        self.window_size = window_size
        self.num_heads = num_heads
        self.qkv_bias_separate = qkv_bias_separate
        self.logit_scale = nn.Parameter(torch.empty((num_heads, 1, 1)))
        self.cpb_mlp = nn.Sequential(nn.Linear(2, 512, bias=True), nn.ReLU(inplace=True), nn.Linear(512, num_heads, bias=False))
        self.qkv = nn.Linear(dim, dim * 3, bias=False)
        self.q_bias = self.k_bias = self.v_bias = None
        if qkv_bias:
            self.q_bias = nn.Parameter(torch.empty(dim))
            del self.k_bias
            self.register_buffer("k_bias", torch.empty(dim), persistent=False)
            self.v_bias = nn.Parameter(torch.empty(dim))
        self.attn_drop = nn.Dropout(attn_drop)
        self.proj = nn.Linear(dim, dim)
        self.proj_drop = nn.Dropout(proj_drop)
        self.softmax = nn.Softmax(dim=-1)
        rows, columns = window_size
        area = rows * columns
        self.register_buffer("relative_coords_table", torch.empty(1, 2 * rows - 1, 2 * columns - 1, 2), persistent=False)
        self.register_buffer("relative_position_index", torch.empty(area, area, dtype=torch.long), persistent=False)

    def _projected(self, x):
        if self.q_bias is None:
            return self.qkv(x)
        bias = torch.cat((self.q_bias, self.k_bias, self.v_bias))
        if not self.qkv_bias_separate:
            return F.linear(x, weight=self.qkv.weight, bias=bias)
        qkv = self.qkv(x)
        qkv += bias
        return qkv

    def _bias(self):
        area = self.window_size[0] * self.window_size[1]
        table = self.cpb_mlp(self.relative_coords_table).view(-1, self.num_heads)
        bias = table[self.relative_position_index.view(-1)].view(area, area, -1)
        return 16 * torch.sigmoid(bias.permute(2, 0, 1).contiguous())

    def forward(self, x, mask=None):
        windows, count, channels = x.shape
        qkv = self._projected(x).reshape(windows, count, 3, self.num_heads, -1).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        attn = F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(-2, -1)
        attn = attn * torch.clamp(self.logit_scale, max=math.log(100.0)).exp()
        attn = attn + self._bias().unsqueeze(0)
        if mask is not None:
            attn = attn.view(-1, mask.shape[0], self.num_heads, count, count) + mask.unsqueeze(1).unsqueeze(0)
            attn = attn.view(-1, self.num_heads, count, count)
        attn = self.attn_drop(self.softmax(attn))
        x = (attn @ v).transpose(1, 2).reshape(windows, count, channels)
        return self.proj_drop(self.proj(x))


class SwinTransformerV2Block(nn.Module):
    def __init__(self, dim, input_resolution, num_heads, window_size=7, shift_size=0, always_partition=False,
                 dynamic_mask=False, mlp_ratio=4.0, qkv_bias=True, proj_drop=0.0, attn_drop=0.0, drop_path=0.0,
                 act_layer="gelu", norm_layer=nn.LayerNorm, pretrained_window_size=0, **options):
        super().__init__()
        self.dim = dim
        self.input_resolution = to_2tuple(input_resolution)
        self.num_heads = num_heads
        self.window_size, self.shift_size = to_2tuple(window_size), to_2tuple(shift_size)
        if not always_partition:
            # A window is never larger than the map, and one window that covers it is not shifted.
            window = [size if size <= asked else asked for size, asked in zip(self.input_resolution, self.window_size)]
            shift = [0 if size <= own else by for size, own, by in zip(self.input_resolution, window, self.shift_size)]
            self.window_size, self.shift_size = tuple(window), tuple(shift)
        self.attn = WindowAttention(dim, self.window_size, num_heads, qkv_bias, attn_drop=attn_drop, proj_drop=proj_drop)
        self.norm1 = norm_layer(dim)
        self.drop_path1 = DropPath(drop_path) if drop_path > 0.0 else nn.Identity()
        self.mlp = Mlp(dim, int(dim * mlp_ratio), act_layer=get_act_layer(act_layer), drop=proj_drop)
        self.norm2 = norm_layer(dim)
        self.drop_path2 = DropPath(drop_path) if drop_path > 0.0 else nn.Identity()
        self.dynamic_mask = dynamic_mask
        self.register_buffer("attn_mask", None if dynamic_mask else self._mask(*self.input_resolution), persistent=False)

    def _mask(self, height, width):
        # What a shifted window must not see: for every window a map of pairs.
        if not any(self.shift_size):
            return None
        rows, columns = self.window_size
        area = rows * columns
        windows = (height // rows) * (width // columns)
        if height % rows or width % columns:
            raise RuntimeError(f"shape '[1, {height // rows}, {rows}, {width // columns}, {columns}, 1]' is invalid for input "
                               f"of size {height * width}")
        return torch.zeros(windows, area, area)

    def _attended(self, x):
        _, height, width, channels = x.shape
        rows, columns = self.window_size
        shifted = any(self.shift_size)
        if shifted:
            x = torch.roll(x, shifts=(-self.shift_size[0], -self.shift_size[1]), dims=(1, 2))
        x = F.pad(x, (0, 0, 0, -width % columns, 0, -height % rows))
        size = (x.shape[1], x.shape[2])
        mask = self._mask(*size).to(x.device) if self.dynamic_mask and shifted else self.attn_mask
        windows = window_partition(x, self.window_size).view(-1, rows * columns, channels)
        windows = self.attn(windows, mask=mask).view(-1, rows, columns, channels)
        x = window_reverse(windows, self.window_size, size)[:, :height, :width, :].contiguous()
        return torch.roll(x, shifts=self.shift_size, dims=(1, 2)) if shifted else x

    def forward(self, x):
        batch, height, width, channels = x.shape
        x = x + self.drop_path1(self.norm1(self._attended(x)))
        x = x.reshape(batch, -1, channels)
        x = x + self.drop_path2(self.norm2(self.mlp(x)))
        return x.reshape(batch, height, width, channels)


class PatchMerging(nn.Module):
    def __init__(self, dim, out_dim=None, norm_layer=nn.LayerNorm, **options):
        super().__init__()
        self.dim = dim
        self.out_dim = out_dim or 2 * dim
        self.reduction = nn.Linear(4 * dim, self.out_dim, bias=False)
        self.norm = norm_layer(self.out_dim)

    def forward(self, x):
        _, height, width, _ = x.shape
        x = F.pad(x, (0, 0, 0, width % 2, 0, height % 2))
        batch, height, width, channels = x.shape
        x = x.reshape(batch, height // 2, 2, width // 2, 2, channels).permute(0, 1, 3, 4, 2, 5).flatten(3)
        return self.norm(self.reduction(x))


class SwinTransformerV2Stage(nn.Module):
    def __init__(self, dim, out_dim, input_resolution, depth, num_heads, window_size, always_partition=False,
                 dynamic_mask=False, downsample=False, mlp_ratio=4.0, qkv_bias=True, proj_drop=0.0, attn_drop=0.0,
                 drop_path=0.0, act_layer="gelu", norm_layer=nn.LayerNorm, pretrained_window_size=0, output_nchw=False,
                 **options):
        super().__init__()
        self.dim = dim
        self.depth = depth
        self.input_resolution = input_resolution
        self.output_resolution = tuple([size // 2 for size in input_resolution]) if downsample else input_resolution
        self.grad_checkpointing = False
        window_size = to_2tuple(window_size)
        shift = tuple([size // 2 for size in window_size])
        if downsample:
            self.downsample = PatchMerging(dim, out_dim, norm_layer)
        else:
            assert dim == out_dim
            self.downsample = nn.Identity()
        self.blocks = nn.ModuleList([
            SwinTransformerV2Block(
                out_dim, self.output_resolution, num_heads, window_size, shift if i % 2 else 0, always_partition, dynamic_mask,
                mlp_ratio, qkv_bias, proj_drop, attn_drop, drop_path[i] if isinstance(drop_path, list) else drop_path,
                act_layer, norm_layer)
            for i in range(depth)])

    def forward(self, x):
        x = self.downsample(x)
        for block in self.blocks:
            if self.grad_checkpointing:
                from torch.utils.checkpoint import checkpoint
                x = checkpoint(block, x)
            else:
                x = block(x)
        return x
