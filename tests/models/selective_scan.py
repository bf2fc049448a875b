"""A state space mixer: a depthwise causal convolution, input-dependent steps, a scan over time written as a loop."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"d_model": 12, "d_state": 4, "d_conv": 3, "expand": 2, "layers": 2}
INPUTS = [["float32", [2, 9, 12]]]


class Mixer(nn.Module):
    def __init__(self, d_model, d_state, d_conv, expand):
        super().__init__()
        self.d_inner = int(expand * d_model)
        self.dt_rank = math.ceil(d_model / 16)
        self.d_state = d_state
        self.in_proj = nn.Linear(d_model, self.d_inner * 2, bias=False)
        self.conv1d = nn.Conv1d(self.d_inner, self.d_inner, d_conv, groups=self.d_inner, padding=d_conv - 1)
        self.x_proj = nn.Linear(self.d_inner, self.dt_rank + d_state * 2, bias=False)
        self.dt_proj = nn.Linear(self.dt_rank, self.d_inner)
        A = torch.arange(1, d_state + 1).repeat(self.d_inner, 1)
        self.A_log = nn.Parameter(torch.log(A.float()))
        self.D = nn.Parameter(torch.ones(self.d_inner))
        self.out_proj = nn.Linear(self.d_inner, d_model, bias=False)

    def forward(self, x):
        b, l, d = x.shape
        x, res = self.in_proj(x).split(split_size=[self.d_inner, self.d_inner], dim=-1)
        x = x.transpose(1, 2)
        x = self.conv1d(x)[:, :, :l]
        x = F.silu(x.transpose(1, 2))
        y = self.ssm(x)
        return self.out_proj(y * F.silu(res))

    def ssm(self, x):
        A = -torch.exp(self.A_log.float())
        delta, B, C = self.x_proj(x).split(split_size=[self.dt_rank, self.d_state, self.d_state], dim=-1)
        delta = F.softplus(self.dt_proj(delta))
        return self.selective_scan(x, delta, A, B, C, self.D.float())

    def selective_scan(self, u, delta, A, B, C, D):
        b, l, d_in = u.shape
        n = A.shape[1]
        deltaA = torch.exp(torch.einsum("bld,dn->bldn", delta, A))
        deltaB_u = torch.einsum("bld,bln,bld->bldn", delta, B, u)
        x = torch.zeros((b, d_in, n), device=deltaA.device)
        ys = []
        for i in range(l):
            x = deltaA[:, i] * x + deltaB_u[:, i]
            ys.append(torch.einsum("bdn,bn->bd", x, C[:, i, :]))
        y = torch.stack(ys, dim=1)
        return y + u * D


class Block(nn.Module):
    def __init__(self, d_model, **kwargs):
        super().__init__()
        self.norm = nn.LayerNorm(d_model, elementwise_affine=False)
        self.gain = nn.Parameter(torch.ones(d_model))
        self.mixer = Mixer(d_model, **kwargs)

    def forward(self, x):
        return self.mixer(self.norm(x) * self.gain) + x


class Model(nn.Module):
    def __init__(self, d_model, layers, **kwargs):
        super().__init__()
        self.layers = nn.Sequential(*(Block(d_model, **kwargs) for _ in range(layers)))
        self.head = nn.utils.weight_norm(nn.Linear(d_model, 1))

    def forward(self, x):
        return self.head(self.layers(x)).squeeze(-1)


def build(cfg):
    return Model(**cfg)


def loss(outputs):
    pairs = outputs.unsqueeze(1) - outputs.unsqueeze(0)
    return F.binary_cross_entropy_with_logits(pairs, (pairs.detach() > 0).float()) + outputs.var(dim=0, unbiased=False).sum()
