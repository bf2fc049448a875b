"""Token and position embeddings, a causal mask kept as a buffer, tied output weights."""
import math

import torch
import torch.nn as nn
from torch.nn import functional as F

CFG = {"vocabulary": 50, "length": 16, "dim": 32, "heads": 2, "layers": 2}
INPUTS = [["int64", [3, 16]]]


class CausalAttention(nn.Module):
    def __init__(self, dim, heads, length):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(dim, dim) for _ in range(3))
        self.out = nn.Linear(dim, dim, bias=False)
        self.heads = heads
        self.register_buffer("mask", torch.tril(torch.ones(length, length)).view(1, 1, length, length))

    def forward(self, x):
        b, t, c = x.size()

        def split(y):
            return y.view(b, t, self.heads, c // self.heads).transpose(1, 2)

        q, k, v = split(self.query(x)), split(self.key(x)), split(self.value(x))
        weights = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(k.size(-1))
        weights = weights.masked_fill(self.mask[:, :, :t, :t] == 0, float("-inf"))
        weights = F.softmax(weights, dim=-1)
        y = torch.matmul(weights, v).transpose(1, 2).contiguous().view(b, t, c)
        return self.out(y)


class LanguageModel(nn.Module):
    def __init__(self, vocabulary, length, dim, heads, layers):
        super().__init__()
        self.token = nn.Embedding(vocabulary, dim)
        self.position = nn.Embedding(length, dim)
        self.layers = nn.ModuleList()
        for _ in range(layers):
            self.layers.append(nn.ModuleDict({
                "norm1": nn.LayerNorm(dim), "attention": CausalAttention(dim, heads, length),
                "norm2": nn.LayerNorm(dim), "feed": nn.Sequential(nn.Linear(dim, 4 * dim), nn.GELU(), nn.Linear(4 * dim, dim))}))
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, vocabulary, bias=False)
        self.head.weight = self.token.weight

    def forward(self, tokens):
        positions = torch.arange(tokens.size(1), device=tokens.device)
        x = self.token(tokens) + self.position(positions)[None]
        for layer in self.layers:
            x = x + layer["attention"](layer["norm1"](x))
            x = x + layer["feed"](layer["norm2"](x))
        return self.head(self.norm(x))


def build(cfg):
    return LanguageModel(cfg.vocabulary, cfg.length, cfg.dim, cfg.heads, cfg.layers)


def loss(outputs):
    target = torch.zeros(outputs.shape[:2], dtype=torch.int64, device=outputs.device)
    return F.cross_entropy(outputs.view(-1, outputs.size(-1)), target.view(-1))
