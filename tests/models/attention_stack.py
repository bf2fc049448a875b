"""nn.MultiheadAttention in its forms: with and without weights, masks of both kinds, other key and value widths."""
import torch
from torch import nn

CFG = {"dim": 16, "heads": 4, "memory": 12, "layers": 2}
INPUTS = [["float32", [2, 9, 16]], ["float32", [2, 7, 12]]]


class CrossBlock(nn.Module):
    def __init__(self, dim, heads, memory):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(dim, heads, batch_first=True)
        self.cross = nn.MultiheadAttention(dim, heads, kdim=memory, vdim=memory, batch_first=True)
        self.norms = nn.ModuleList([nn.LayerNorm(dim) for _ in range(3)])
        self.ff = nn.Sequential(nn.Linear(dim, 2 * dim), nn.ReLU(), nn.Linear(2 * dim, dim))

    def forward(self, x, memory, causal, padding):
        y = self.norms[0](x)
        x = x + self.self_attn(y, y, y, attn_mask=causal, need_weights=False)[0]
        attended, weights = self.cross(self.norms[1](x), memory, memory, key_padding_mask=padding)
        x = x + attended
        return x + self.ff(self.norms[2](x)), weights


class Stack(nn.Module):
    def __init__(self, dim, heads, memory, layers):
        super().__init__()
        self.blocks = nn.ModuleList([CrossBlock(dim, heads, memory) for _ in range(layers)])
        self.encoder = nn.TransformerEncoder(
            nn.TransformerEncoderLayer(dim, heads, dim_feedforward=24, dropout=0.0, activation="gelu", norm_first=True), 1)
        self.pool = nn.MultiheadAttention(dim, 1, bias=False)
        self.query = nn.Parameter(torch.zeros(1, 1, dim))

    def forward(self, x, memory):
        length = x.size(1)
        causal = torch.triu(torch.full((length, length), float("-inf"), device=x.device), diagonal=1)
        padding = torch.zeros(memory.shape[:2], dtype=torch.bool, device=x.device)
        maps = []
        for block in self.blocks:
            x, weights = block(x, memory, causal, padding)
            maps.append(weights)
        x = self.encoder(x.transpose(0, 1))
        pooled, _ = self.pool(self.query.expand(-1, x.size(1), -1), x, x)
        return pooled.squeeze(0), torch.stack(maps, 1)


def build(cfg):
    return Stack(**cfg)


def loss(outputs):
    pooled, maps = outputs
    return pooled.square().mean() - 0.01 * (maps * (maps + 1e-9).log()).sum(-1).mean()
