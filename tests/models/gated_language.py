"""A gated-MLP language model: RMS norm, rotary positions, grouped heads, SwiGLU, tied output, a cached causal mask."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from types import SimpleNamespace
from typing import Optional, Tuple

CFG = {"vocab_size": 40, "dim": 24, "n_layers": 2, "n_heads": 4, "n_kv_heads": 2, "max_seq": 16, "multiple_of": 8}
INPUTS = [["int64", [2, 11]]]


class RMSNorm(torch.nn.Module):
    def __init__(self, dim: int, eps: float = 1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def _norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x):
        return self._norm(x.float()).type_as(x) * self.weight


def rotary_tables(dim: int, end: int, theta: float = 10000.0) -> Tuple[torch.Tensor, torch.Tensor]:
    freqs = 1.0 / (theta ** (torch.arange(0, dim, 2)[: (dim // 2)].float() / dim))
    angles = torch.outer(torch.arange(end).float(), freqs)
    angles = torch.cat((angles, angles), dim=-1)
    return angles.cos(), angles.sin()


def rotate_half(x):
    x1, x2 = x[..., : x.shape[-1] // 2], x[..., x.shape[-1] // 2:]
    return torch.cat((-x2, x1), dim=-1)


def repeat_kv(x, n_rep: int):
    bs, heads, length, dim = x.shape
    if n_rep == 1:
        return x
    return x[:, :, None, :, :].expand(bs, heads, n_rep, length, dim).reshape(bs, heads * n_rep, length, dim)


class Attention(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.n_heads, self.n_kv = args.n_heads, args.n_kv_heads or args.n_heads
        self.n_rep = self.n_heads // self.n_kv
        self.head_dim = args.dim // args.n_heads
        self.wq = nn.Linear(args.dim, self.n_heads * self.head_dim, bias=False)
        self.wk = nn.Linear(args.dim, self.n_kv * self.head_dim, bias=False)
        self.wv = nn.Linear(args.dim, self.n_kv * self.head_dim, bias=False)
        self.wo = nn.Linear(self.n_heads * self.head_dim, args.dim, bias=False)
        self.register_buffer("bias", torch.tril(torch.ones(args.max_seq, args.max_seq)).view(
            1, 1, args.max_seq, args.max_seq))

    def forward(self, x, cos, sin):
        b, t, _ = x.size()
        q, k, v = self.wq(x), self.wk(x), self.wv(x)
        q = q.view(b, t, self.n_heads, self.head_dim).transpose(1, 2)
        k = k.view(b, t, self.n_kv, self.head_dim).transpose(1, 2)
        v = v.view(b, t, self.n_kv, self.head_dim).transpose(1, 2)
        q, k = [(y * cos) + (rotate_half(y) * sin) for y in (q, k)]
        k, v = repeat_kv(k, self.n_rep), repeat_kv(v, self.n_rep)
        scores = torch.matmul(q, k.transpose(2, 3)) / self.head_dim ** 0.5
        scores = scores.masked_fill(self.bias[:, :, :t, :t] == 0, float("-inf"))
        out = torch.matmul(F.softmax(scores.float(), dim=-1).type_as(q), v)
        return self.wo(out.transpose(1, 2).contiguous().view(b, t, -1))


class SwiGLU(nn.Module):
    def __init__(self, dim, hidden, multiple_of):
        super().__init__()
        hidden = multiple_of * ((int(2 * hidden / 3) + multiple_of - 1) // multiple_of)
        for name, shape in dict(w1=(dim, hidden), w2=(hidden, dim), w3=(dim, hidden)).items():
            setattr(self, name, nn.Linear(*shape, bias=False))

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class Layer(nn.Module):
    def __init__(self, layer_id, args):
        super().__init__()
        self.layer_id = layer_id
        self.attention, self.feed_forward = Attention(args), SwiGLU(args.dim, 4 * args.dim, args.multiple_of)
        self.attention_norm, self.ffn_norm = RMSNorm(args.dim), RMSNorm(args.dim)

    def forward(self, x, cos, sin):
        h = x + self.attention(self.attention_norm(x), cos, sin)
        return h + self.feed_forward(self.ffn_norm(h))


class Language(nn.Module):
    def __init__(self, params):
        super().__init__()
        self.params = params
        self.tok_embeddings = nn.Embedding(params.vocab_size, params.dim)
        self.layers = torch.nn.ModuleList()
        for layer_id in range(params.n_layers):
            self.layers.append(Layer(layer_id, params))
        self.norm = RMSNorm(params.dim)
        self.output = nn.Linear(params.dim, params.vocab_size, bias=False)
        self.output.weight = self.tok_embeddings.weight
        cos, sin = rotary_tables(params.dim // params.n_heads, params.max_seq)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)

    def forward(self, tokens: torch.Tensor, start: Optional[int] = None):
        _, t = tokens.shape
        h = self.tok_embeddings(tokens)
        cos, sin = self.cos[:t], self.sin[:t]
        for layer in self.layers:
            h = layer(h, cos, sin)
        return self.output(self.norm(h)).float()


def build(cfg):
    return Language(SimpleNamespace(**cfg))


def loss(outputs):
    shifted = outputs[:, :-1, :].contiguous()
    labels = torch.zeros(shifted.shape[:2], dtype=torch.long, device=outputs.device)
    return F.cross_entropy(shifted.view(-1, shifted.size(-1)), labels.view(-1))
