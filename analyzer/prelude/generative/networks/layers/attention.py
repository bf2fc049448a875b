"""Attention over all positions of an image, as a table of positions by positions."""

import math

import torch
from torch import nn


def scores_of(query, key, scale):
    """baddbmm adds nothing (beta is 0) to a table that it is given all the same: two tables are there at once."""
    table = torch.empty(query.shape[0], query.shape[1], key.shape[1], dtype=query.dtype, device=query.device)
    scores = torch.baddbmm(table, query, key.transpose(-1, -2), beta=0, alpha=scale)
    del table
    return scores


class Heads(nn.Module):
    """Heads stand in the batch while scores are taken."""

    def split(self, x):
        batch, length, width = x.shape
        x = x.reshape(batch, length, self.num_heads, width // self.num_heads).permute(0, 2, 1, 3)
        return x.reshape(batch * self.num_heads, length, width // self.num_heads)

    def join(self, x):
        batch, length, width = x.shape
        x = x.reshape(batch // self.num_heads, self.num_heads, length, width).permute(0, 2, 1, 3)
        return x.reshape(batch // self.num_heads, length, width * self.num_heads)


class AttentionBlock(Heads):
    """Around a residual. `proj_attn` has parameters that forward never uses."""

    def __init__(
        self,
        spatial_dims,
        num_channels,
        num_head_channels=None,
        norm_num_groups=32,
        norm_eps=1e-6,
        use_flash_attention=False,
    ):
        super().__init__()
        self.use_flash_attention = use_flash_attention
        self.spatial_dims = spatial_dims
        self.num_channels = num_channels
        self.num_heads = num_channels // num_head_channels if num_head_channels is not None else 1
        self.scale = 1 / math.sqrt(num_channels / self.num_heads)
        self.norm = nn.GroupNorm(num_groups=norm_num_groups, num_channels=num_channels, eps=norm_eps, affine=True)
        self.to_q = nn.Linear(num_channels, num_channels)
        self.to_k = nn.Linear(num_channels, num_channels)
        self.to_v = nn.Linear(num_channels, num_channels)
        self.proj_attn = nn.Linear(num_channels, num_channels)

    def _attention(self, query, key, value):
        if self.use_flash_attention:
            return nn.functional.scaled_dot_product_attention(query, key, value, scale=self.scale)
        probabilities = scores_of(query, key, self.scale).softmax(dim=-1)
        return torch.bmm(probabilities, value)

    def forward(self, x):
        residual, shape = x, x.shape
        x = self.norm(x)
        x = x.view(shape[0], shape[1], math.prod(shape[2:])).transpose(1, 2)
        query, key, value = self.to_q(x), self.to_k(x), self.to_v(x)
        query, key, value = self.split(query), self.split(key), self.split(value)
        x = self.join(self._attention(query, key, value)).to(query.dtype)
        return x.transpose(-1, -2).reshape(shape) + residual


class CrossAttention(Heads):
    def __init__(
        self,
        query_dim,
        cross_attention_dim=None,
        num_attention_heads=8,
        num_head_channels=64,
        dropout=0.0,
        upcast_attention=False,
        use_flash_attention=False,
    ):
        super().__init__()
        inner = num_head_channels * num_attention_heads
        context = cross_attention_dim if cross_attention_dim is not None else query_dim
        self.use_flash_attention = use_flash_attention
        self.scale = 1 / math.sqrt(num_head_channels)
        self.num_heads = num_attention_heads
        self.upcast_attention = upcast_attention
        self.to_q = nn.Linear(query_dim, inner, bias=False)
        self.to_k = nn.Linear(context, inner, bias=False)
        self.to_v = nn.Linear(context, inner, bias=False)
        self.to_out = nn.Sequential(nn.Linear(inner, query_dim), nn.Dropout(dropout))

    def _attention(self, query, key, value):
        if self.use_flash_attention:
            return nn.functional.scaled_dot_product_attention(query, key, value, scale=self.scale)
        dtype = query.dtype
        if self.upcast_attention:
            query, key = query.float(), key.float()
        probabilities = scores_of(query, key, self.scale).softmax(dim=-1).to(dtype=dtype)
        return torch.bmm(probabilities, value)

    def forward(self, x, context=None):
        query = self.to_q(x)
        context = x if context is None else context
        key, value = self.to_k(context), self.to_v(context)
        query, key, value = self.split(query), self.split(key), self.split(value)
        x = self.join(self._attention(query, key, value)).to(query.dtype)
        return self.to_out(x)
