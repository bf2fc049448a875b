"""Attention by rows: batch, rows, heads, head; also without heads, and grouped (batch, rows, groups, heads, head)."""
import _vramlint
import torch


class AttentionBias:
    """A mask that the kernel knows by itself: it has no tensor."""


class LowerTriangularMask(AttentionBias):
    def __init__(self, *sizes, **options):
        pass


class LowerTriangularFromBottomRightMask(LowerTriangularMask):
    pass


class BlockDiagonalMask(AttentionBias):
    """Sequences of several lengths, one behind the other."""

    def __init__(self, lengths):
        self._lengths = list(lengths)
        self._batch_sizes = None

    @classmethod
    def from_seqlens(cls, q_seqlen, kv_seqlen=None, **options):
        return cls(q_seqlen)

    @classmethod
    def from_tensor_list(cls, tensors):
        made = cls([tensor.shape[1] for tensor in tensors for _ in range(tensor.shape[0])])
        made._batch_sizes = [tensor.shape[0] for tensor in tensors]
        return made, torch.cat([tensor.reshape(1, -1, *tensor.shape[2:]) for tensor in tensors], dim=1)

    def split(self, tensor):
        sizes = self._batch_sizes or [1] * len(self._lengths)
        first, rows = 0, []
        for size in sizes:
            rows.append(self._lengths[first] * size)
            first += size
        parts = tensor.split(rows, dim=1)
        return [part.reshape(size, -1, *tensor.shape[2:]) for part, size in zip(parts, sizes)]

    def make_causal(self):
        return self


BlockDiagonalCausalMask = BlockDiagonalMask


class MemoryEfficientAttentionOp:
    pass


class MemoryEfficientAttentionCutlassOp(MemoryEfficientAttentionOp):
    pass


class MemoryEfficientAttentionFlashAttentionOp(MemoryEfficientAttentionOp):
    pass


def memory_efficient_attention(query, key, value, attn_bias=None, p=0.0, scale=None, *, op=None, output_dtype=None):
    bias = None if isinstance(attn_bias, AttentionBias) else attn_bias
    grouped = query.dim() == 5
    if grouped:
        query, key, value = [part.flatten(2, 3) for part in (query, key, value)]
    made = _vramlint.op("xformers.ops.memory_efficient_attention", query, key, value, bias, p, scale)
    return made.unflatten(2, (-1, query.shape[2])) if grouped else made


def memory_efficient_attention_forward(query, key, value, attn_bias=None, p=0.0, scale=None, *, op=None,
                                       output_dtype=None):
    with torch.no_grad():
        return memory_efficient_attention(query, key, value, attn_bias, p, scale)
