"""Attention, mixing and bilinear pooling written with einsum; axial attention over rows and columns."""
import torch
from torch import einsum, nn
import torch.nn.functional as F

CFG = {"dim": 16, "heads": 4, "tokens": 25, "depth": 2, "classes": 4}
INPUTS = [["float32", [2, 16, 5, 5]]]


def exists(value):
    return value is not None


def default(value, other):
    return value if exists(value) else other


class PreNorm(nn.Module):
    def __init__(self, dim, fn):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fn = fn

    def forward(self, x, **kwargs):
        return self.fn(self.norm(x), **kwargs)


class Attention(nn.Module):
    def __init__(self, dim, heads=8, dim_head=None):
        super().__init__()
        dim_head = default(dim_head, dim // heads)
        self.heads, self.scale = heads, dim_head ** -0.5
        self.to_qkv = nn.Linear(dim, heads * dim_head * 3, bias=False)
        self.to_out = nn.Linear(heads * dim_head, dim)

    def forward(self, x):
        b, n, _ = x.shape
        q, k, v = map(lambda t: t.view(b, n, self.heads, -1).transpose(1, 2), self.to_qkv(x).chunk(3, dim=-1))
        dots = einsum("b h i d, b h j d -> b h i j", q, k) * self.scale
        attn = dots.softmax(dim=-1)
        out = einsum("bhij,bhjd->bhid", attn, v)
        return self.to_out(out.transpose(1, 2).reshape(b, n, -1))


class TokenMix(nn.Module):
    def __init__(self, tokens, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(tokens, tokens) * 0.02)
        self.bias = nn.Parameter(torch.zeros(tokens))

    def forward(self, x):
        return torch.einsum("bnd,mn->bmd", x, self.weight) + self.bias[None, :, None]


class Axial(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = (nn.Conv2d(dim, dim // 2, 1), nn.Conv2d(dim, dim // 2, 1), nn.Conv2d(dim, dim, 1))

    def forward(self, x):
        q, k, v = self.q(x), self.k(x), self.v(x)
        rows = torch.einsum("bchw,bcjw->bhjw", q, k).softmax(dim=2)
        columns = torch.einsum("bchw,bchj->bhwj", q, k).softmax(dim=3)
        return torch.einsum("bhjw,bcjw->bchw", rows, v) + torch.einsum("bhwj,bchj->bchw", columns, v)


class Mixer(nn.Module):
    def __init__(self, dim, heads, tokens, depth, classes):
        super().__init__()
        self.axial = Axial(dim)
        self.layers = nn.ModuleList([])
        for _ in range(depth):
            self.layers.append(nn.ModuleList([PreNorm(dim, Attention(dim, heads)), PreNorm(dim, TokenMix(tokens, dim))]))
        self.centers = nn.Parameter(torch.rand(3, dim))
        self.head = nn.Linear(3 * dim, classes)

    def forward(self, x):
        x = x + self.axial(x)
        x = torch.einsum("bchw->bhwc", x).flatten(1, 2)
        for attention, mix in self.layers:
            x = attention(x) + x
            x = mix(x) + x
        soft = F.softmax(torch.einsum("bnd,kd->bnk", F.normalize(x, dim=-1), self.centers), dim=-1)
        pooled = torch.einsum("bnk,bnd->bkd", soft, x) - torch.einsum("bnk->bk", soft).unsqueeze(-1) * self.centers
        gram = torch.einsum("...id,...jd->...ij", pooled, pooled)
        return self.head(pooled.flatten(1)), gram


def build(cfg):
    return Mixer(**cfg)


def loss(outputs):
    logits, gram = outputs
    trace = torch.einsum("bii->b", gram)
    return logits.logsumexp(dim=1).mean() + trace.mean()
