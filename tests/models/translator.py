"""An encoder and a decoder of post-norm layers with nn.MultiheadAttention, a causal mask and sinusoidal positions."""
import math

import torch
from torch import nn

CFG = {"source": 30, "target": 25, "width": 16, "heads": 2, "layers": 2}
INPUTS = [["int64", [3, 9]], ["int64", [3, 7]]]


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=50):
        super().__init__()
        pe = torch.zeros(max_len, d_model)
        position = torch.arange(0, max_len, dtype=torch.float).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe.unsqueeze(0), persistent=False)

    def forward(self, x):
        return x + self.pe[:, :x.size(1)].requires_grad_(False)


class FeedForward(nn.Module):
    def __init__(self, width, act=nn.ReLU):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(width, 2 * width), act(), nn.Linear(2 * width, width))

    forward = lambda self, x: self.net(x)


class EncoderLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.feed_forward = FeedForward(width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))

    def forward(self, x, padding):
        attended, _ = self.attention(x, x, x, key_padding_mask=padding, need_weights=False)
        x = self.norms[0](x + attended)
        return self.norms[1](x + self.feed_forward(x))


class DecoderLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.self_attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.cross_attention = nn.MultiheadAttention(width, heads, batch_first=True, bias=False)
        self.feed_forward = FeedForward(width, act=nn.GELU)
        self.norm1, self.norm2, self.norm3 = [nn.LayerNorm(width) for _ in range(3)]

    def forward(self, x, memory, mask):
        x = self.norm1(x + self.self_attention(x, x, x, attn_mask=mask)[0])
        y, self.last = self.cross_attention(query=x, key=memory, value=memory)
        x = self.norm2(x + y)
        return self.norm3(x + self.feed_forward(x))


class Translator(nn.Module):
    def __init__(self, source, target, width, heads, layers):
        super().__init__()
        self.embed_source, self.embed_target = nn.Embedding(source, width), nn.Embedding(target, width)
        self.position = PositionalEncoding(width)
        self.encoder = nn.ModuleList([EncoderLayer(width, heads) for _ in range(layers)])
        self.decoder = nn.ModuleList([DecoderLayer(width, heads) for _ in range(layers)])
        self.generator = nn.Linear(width, target)
        for p in self.parameters():
            if p.dim() > 1:
                nn.init.xavier_uniform_(p)

    def forward(self, source, target):
        padding = source == -1
        memory = self.position(self.embed_source(source))
        for layer in self.encoder:
            memory = layer(memory, padding)
        length = target.shape[1]
        mask = torch.triu(torch.full((length, length), float("-inf"), device=target.device), diagonal=1)
        x = self.position(self.embed_target(target))
        for layer in self.decoder:
            x = layer(x, memory, mask)
        return self.generator(x)


def build(cfg):
    return Translator(**cfg)


def loss(outputs):
    flat = outputs.contiguous().view(-1, outputs.size(-1))
    return nn.CrossEntropyLoss(ignore_index=0)(flat, torch.ones(flat.size(0), dtype=torch.long, device=flat.device))
