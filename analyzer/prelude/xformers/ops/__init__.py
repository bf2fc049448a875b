"""xformers.ops 0.0.27: attention without maps (fmha), and the layers of swiglu_op.py."""
import torch
from torch import nn
from torch.nn import functional as F

from xformers.ops import fmha
from xformers.ops.fmha import (AttentionBias, LowerTriangularMask, MemoryEfficientAttentionCutlassOp,
                               MemoryEfficientAttentionFlashAttentionOp, MemoryEfficientAttentionOp,
                               memory_efficient_attention, memory_efficient_attention_forward)


def unbind(x, dim):
    return x.unbind(dim)


def index_select_cat(sources, indices):
    return torch.cat([source[index.long()].flatten() for source, index in zip(sources, indices)])


def scaled_index_add(input, index, source, scaling=None, alpha=1.0):
    return input.index_add(0, index, source if scaling is None else source * scaling, alpha=alpha)


class SwiGLU(nn.Module):
    """Two projections as one, silu of the first half times the second, a third projection."""

    def __init__(self, in_features, hidden_features, out_features=None, bias=True, *, _pack_weights=True):
        super().__init__()
        out_features = out_features or in_features
        hidden_features = hidden_features or in_features
        if _pack_weights:
            self.w12 = nn.Linear(in_features, 2 * hidden_features, bias=bias)
        else:
            self.w12 = None
            self.w1 = nn.Linear(in_features, hidden_features, bias=bias)
            self.w2 = nn.Linear(in_features, hidden_features, bias=bias)
        self.w3 = nn.Linear(hidden_features, out_features, bias=bias)
        self.hidden_features, self.in_features, self.out_features = hidden_features, in_features, out_features

    def forward(self, x):
        gate, value = self.w12(x).chunk(2, dim=-1) if self.w12 is not None else (self.w1(x), self.w2(x))
        return self.w3(F.silu(gate) * value)
