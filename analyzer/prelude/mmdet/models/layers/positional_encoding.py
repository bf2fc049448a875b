import math

import torch
from torch import nn
from vramlint_openmmlab.modules import BaseModule


def _interleaved(angles):
    batch, height, width, _ = angles.shape
    return torch.stack((angles[..., 0::2].sin(), angles[..., 1::2].cos()), dim=4).view(batch, height, width, -1)


class SinePositionalEncoding(BaseModule):
    def __init__(self, num_feats, temperature=10000, normalize=False, scale=2 * math.pi, eps=1e-6, offset=0.0, init_cfg=None):
        super().__init__(init_cfg)
        if normalize:
            assert isinstance(scale, (float, int)), \
                f"scale must be a number, not {type(scale).__name__}"
        self.num_feats = num_feats
        self.temperature = temperature
        self.normalize = normalize
        self.scale = scale
        self.eps = eps
        self.offset = offset

    def _counted(self, mask, input):
        """How many places of an image stand above and left of each, itself included."""
        if mask is not None:
            inside = 1 - mask.to(torch.int)
            return inside.cumsum(1, dtype=torch.float32), inside.cumsum(2, dtype=torch.float32)
        batch, _, height, width = input.shape
        rows = torch.arange(1, height + 1, dtype=torch.float32, device=input.device)
        columns = torch.arange(1, width + 1, dtype=torch.float32, device=input.device)
        return rows.view(1, -1, 1).repeat(batch, 1, width), columns.view(1, 1, -1).repeat(batch, height, 1)

    def forward(self, mask, input=None):
        assert not (mask is None and input is None)
        y, x = self._counted(mask, input)
        if self.normalize:
            y = (y + self.offset) / (y[:, -1:, :] + self.eps) * self.scale
            x = (x + self.offset) / (x[:, :, -1:] + self.eps) * self.scale
        periods = torch.arange(self.num_feats, dtype=torch.float32, device=y.device)
        periods = self.temperature ** (2 * (periods // 2) / self.num_feats)
        across = x[:, :, :, None] / periods
        down = y[:, :, :, None] / periods
        across = _interleaved(across)
        down = _interleaved(down)
        return torch.cat((down, across), dim=3).permute(0, 3, 1, 2)


class LearnedPositionalEncoding(BaseModule):
    def __init__(self, num_feats, row_num_embed=50, col_num_embed=50, init_cfg=dict(type="Uniform", layer="Embedding")):
        super().__init__(init_cfg)
        self.row_embed = nn.Embedding(row_num_embed, num_feats)
        self.col_embed = nn.Embedding(col_num_embed, num_feats)
        self.num_feats = num_feats
        self.row_num_embed = row_num_embed
        self.col_num_embed = col_num_embed

    def forward(self, mask):
        height, width = mask.shape[-2:]
        columns = self.col_embed(torch.arange(width, device=mask.device))
        rows = self.row_embed(torch.arange(height, device=mask.device))
        both = torch.cat((columns.unsqueeze(0).repeat(height, 1, 1), rows.unsqueeze(1).repeat(1, width, 1)), dim=-1)
        return both.permute(2, 0, 1).unsqueeze(0).repeat(mask.shape[0], 1, 1, 1)
