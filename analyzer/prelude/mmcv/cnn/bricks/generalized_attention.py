import math

import torch
from torch import nn
from torch.nn import functional as F

_map_sides = {256: 84, 512: 42}


class GeneralizedAttention(nn.Module):
    """Attention by content and geometry, each part switched by a digit of `attention_type`."""

    _abbr_ = "gen_attention_block"

    def __init__(self, in_channels, spatial_range=-1, num_heads=9, position_embedding_dim=-1, position_magnitude=1, kv_stride=2,
                 q_stride=1, attention_type="1111"):
        super().__init__()
        self.position_embedding_dim = position_embedding_dim if position_embedding_dim > 0 else in_channels
        self.position_magnitude = position_magnitude
        self.num_heads = num_heads
        self.in_channels = in_channels
        self.spatial_range = spatial_range
        self.kv_stride = kv_stride
        self.q_stride = q_stride
        self.attention_type = [bool(int(digit)) for digit in attention_type]
        content, query_place, key_bias, place_bias = self.attention_type
        self.qk_embed_dim = self.v_dim = in_channels // num_heads
        width = self.qk_embed_dim * num_heads
        if content or query_place:
            self.query_conv = nn.Conv2d(in_channels, width, kernel_size=1, bias=False)
        if content or key_bias:
            self.key_conv = nn.Conv2d(in_channels, width, kernel_size=1, bias=False)
        self.value_conv = nn.Conv2d(in_channels, width, kernel_size=1, bias=False)
        if query_place or place_bias:
            self.appr_geom_fc_x = nn.Linear(self.position_embedding_dim // 2, width, bias=False)
            self.appr_geom_fc_y = nn.Linear(self.position_embedding_dim // 2, width, bias=False)
        if key_bias:
            self.appr_bias = nn.Parameter(torch.empty(width))
        if place_bias:
            self.geom_bias = nn.Parameter(torch.empty(width))
        self.proj_conv = nn.Conv2d(width, in_channels, kernel_size=1, bias=True)
        self.gamma = nn.Parameter(torch.zeros(1))
        if spatial_range >= 0:
            side = _map_sides[in_channels]
            keys = int((side - 1.0) / kv_stride + 1)
            self.local_constraint_map = nn.Parameter(torch.empty(side, side, keys, keys, dtype=torch.uint8),
                                                     requires_grad=False)
        self.q_downsample = nn.AvgPool2d(kernel_size=1, stride=q_stride) if q_stride > 1 else None
        self.kv_downsample = nn.AvgPool2d(kernel_size=1, stride=kv_stride) if kv_stride > 1 else None

    def init_weights(self):
        return None

    def _indices(self, size, stride, like):
        return torch.linspace(0, size - 1, size).to(device=like.device, dtype=like.dtype).view((size, 1)) * stride

    def _embedding(self, queries, keys, like):
        difference = (self._indices(queries, self.q_stride, like).unsqueeze(1)
                      - self._indices(keys, self.kv_stride, like).unsqueeze(0))
        difference *= self.position_magnitude
        width = self.position_embedding_dim
        wave = torch.Tensor([1000]).to(device=like.device, dtype=like.dtype)
        wave = (wave ** (4.0 / width * torch.arange(0, width / 4).to(device=like.device, dtype=like.dtype))).view((1, 1, -1))
        return torch.cat(((difference / wave).sin(), (difference / wave).cos()), dim=2)

    def _places(self, linear, queries, keys, n, like):
        features = linear(self._embedding(queries, keys, like)).view(1, queries, keys, self.num_heads, self.qk_embed_dim)
        features = features.permute(0, 3, 1, 2, 4).repeat(n, 1, 1, 1, 1)
        features /= math.sqrt(2)
        return features

    def _content_energy(self, query, key, n, sizes):
        heads, width = self.num_heads, self.qk_embed_dim
        content, _, key_bias, _ = self.attention_type
        h, w, h_kv, w_kv = sizes
        if content:
            if key_bias:
                query = query + self.appr_bias.view(1, heads, 1, width)
            return torch.matmul(query, key).view(n, heads, h, w, h_kv, w_kv)
        energy = torch.zeros(n, heads, h, w, h_kv, w_kv, dtype=key.dtype, device=key.device)
        if key_bias:
            bias = self.appr_bias.view(1, heads, 1, width).repeat(n, 1, 1, 1)
            energy += torch.matmul(bias, key).view(n, heads, 1, 1, h_kv, w_kv)
        return energy

    def _place_energy(self, query, x_places, y_places, n, sizes):
        heads, width = self.num_heads, self.qk_embed_dim
        _, query_place, _, place_bias = self.attention_type
        h, w, h_kv, w_kv = sizes
        if query_place:
            if place_bias:
                query = query + self.geom_bias.view(1, heads, 1, width)
            query = query.view(n, heads, h, w, width)
            across = torch.matmul(query.permute(0, 1, 3, 2, 4), x_places.permute(0, 1, 2, 4, 3))
            down = torch.matmul(query, y_places.permute(0, 1, 2, 4, 3))
            return across.permute(0, 1, 3, 2, 4).unsqueeze(4) + down.unsqueeze(5)
        bias = self.geom_bias.view(1, heads, width, 1).repeat(n, 1, 1, 1)
        across = torch.matmul(x_places.view(n, heads, w * w_kv, width), bias).view(n, heads, 1, w, 1, w_kv)
        down = torch.matmul(y_places.view(n, heads, h * h_kv, width), bias).view(n, heads, h, 1, h_kv, 1)
        return across + down

    def forward(self, x_input):
        heads, width = self.num_heads, self.qk_embed_dim
        content, query_place, key_bias, place_bias = self.attention_type
        x_q = x_input if self.q_downsample is None else self.q_downsample(x_input)
        n, _, h, w = x_q.shape
        x_kv = x_input if self.kv_downsample is None else self.kv_downsample(x_input)
        _, _, h_kv, w_kv = x_kv.shape
        sizes = (h, w, h_kv, w_kv)
        query = key = None
        if content or query_place:
            query = self.query_conv(x_q).view((n, heads, width, h * w)).permute(0, 1, 3, 2)
        if content or key_bias:
            key = self.key_conv(x_kv).view((n, heads, width, h_kv * w_kv))
        if query_place or place_bias:
            x_places = self._places(self.appr_geom_fc_x, w, w_kv, n, x_input)
            y_places = self._places(self.appr_geom_fc_y, h, h_kv, n, x_input)
        if self.attention_type == [False, False, True, False]:  # no term that differs by the query: one row for all of them
            energy = torch.matmul(self.appr_bias.view(1, heads, 1, width).repeat(n, 1, 1, 1), key)
            energy = energy.view(n, heads, 1, h_kv * w_kv)
            h = w = 1
        else:
            energy = self._content_energy(query, key if key is not None else x_kv, n, sizes)
            if query_place or place_bias:
                energy += self._place_energy(query, x_places, y_places, n, sizes)
            energy = energy.view(n, heads, h * w, h_kv * w_kv)
        if self.spatial_range >= 0:
            near = self.local_constraint_map[:h, :w, :h_kv, :w_kv].contiguous().view(1, 1, h * w, h_kv * w_kv)
            energy = energy.masked_fill_(near.bool(), float("-inf"))
        attention = F.softmax(energy, 3)
        value = self.value_conv(x_kv).view((n, heads, self.v_dim, h_kv * w_kv)).permute(0, 1, 3, 2)
        out = torch.matmul(attention, value).permute(0, 1, 3, 2).contiguous().view(n, self.v_dim * heads, h, w)
        out = self.proj_conv(out)
        if self.q_downsample is not None:
            out = F.interpolate(out, size=x_input.shape[2:], mode="bilinear", align_corners=False)
        return self.gamma * out + x_input
