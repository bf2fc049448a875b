"""Checkpoint both ways, nested, with kwargs, checkpoint_sequential, preserve_rng_state, functional closure."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from functools import partial, wraps
from torch.utils.checkpoint import checkpoint, checkpoint_sequential
import torch.utils.checkpoint as cp

CFG = {"dim": 16, "depth": 2}
INPUTS = [["float32", [4, 6, 16]]]


class MLP(nn.Module):
    def __init__(self, dim, *, expansion=2, act=partial(F.gelu)):
        super().__init__()
        self.a, self.b, self.act = nn.Linear(dim, dim * expansion), nn.Linear(dim * expansion, dim), act

    def forward(self, x, *, scale=1.0, residual=True):
        y = self.b(self.act(self.a(x))) * scale
        return x + y if residual else y


def checkpointed(reentrant):
    def deco(fn):
        @wraps(fn)
        def inner(self, *args, **kwargs):
            if self.training:
                return checkpoint(partial(fn, self), *args, use_reentrant=reentrant, **kwargs)
            return fn(self, *args, **kwargs)
        return inner
    return deco


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.n1, self.n2, self.mlp, self.mix = nn.LayerNorm(dim), nn.LayerNorm(dim), MLP(dim), nn.Linear(6, 6)

    @checkpointed(False)
    def token(self, x, mask=None):
        y = self.mix(self.n1(x).transpose(1, 2)).transpose(1, 2)
        return x + (y * mask if mask is not None else y)

    def inner(self, x):
        return cp.checkpoint(self.mlp, self.n2(x))

    def forward(self, x, mask):
        x = self.token(x, mask=mask)
        return cp.checkpoint(self.inner, x) + x


class Multi(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x, flag, pair):
        q, k = self.q(x).sigmoid(), self.k(pair[0]).tanh()
        return q * k, (k if flag else q).exp()


class Net(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList([Block(dim) for _ in range(depth)])
        self.seq = nn.Sequential(*[nn.Sequential(nn.Linear(dim, dim), nn.SiLU()) for _ in range(5)])
        self.multi = Multi(dim)
        self.inplace = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(inplace=True))
        self.head = nn.Linear(dim, 3)

    def forward(self, x):
        mask = (x.detach().sum(-1, keepdim=True) > 0).float()
        x = self.inplace(x)
        for blk in self.blocks:
            x = blk(x, mask)
        x = checkpoint_sequential(self.seq, 2, x)
        a, b = checkpoint(self.multi, x, True, (x.detach(), x.detach()), preserve_rng_state=False)
        def custom(module):
            def fwd(*inputs):
                return module(*inputs) + 1
            return fwd
        y = checkpoint(custom(self.inplace), a + b)
        z = checkpoint(custom(self.seq[0]), y, use_reentrant=False)
        with torch.no_grad():
            dead = checkpoint(self.inplace, z)
        return self.head(z) + dead.mean()


def build(cfg):
    return Net(**cfg)


def loss(outputs):
    return outputs.pow(2).mean()
