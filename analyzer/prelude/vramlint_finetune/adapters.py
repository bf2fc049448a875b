"""Weights of 4 and 8 bits as bitsandbytes 0.45 has them, and adapters as peft 0.15 puts them beside."""
import torch
from torch import nn
from torch.nn import functional as F

BLOCK, NESTED_BLOCK = 64, 256


def _whole(packed, scales, shape, like):
    """One kernel reads the packed weight and its scales, and writes all of it."""
    for part in (packed, *scales):
        part.view(-1)
    return torch.empty(shape, dtype=like.dtype, device=like.device)


class _Dequantized(torch.autograd.Function):
    """bitsandbytes/autograd/_functions.py, MatMul4Bit and MatMul8bitLt without outliers: the weight is made again each time."""

    @staticmethod
    def forward(ctx, x, weight, scales, bias, shape):
        ctx.weight, ctx.scales, ctx.shape = weight, scales, shape
        return F.linear(x, _whole(weight, scales, shape, x), bias)

    @staticmethod
    def backward(ctx, gradient):
        return gradient.matmul(_whole(ctx.weight, ctx.scales, ctx.shape, gradient)), None, None, None, None


class QuantizedLinear(nn.Module):
    def __init__(self, linear, bits, is_double, dtype):
        super().__init__()
        self.in_features, self.out_features, self.dtype = linear.in_features, linear.out_features, dtype
        self.shape = (linear.out_features, linear.in_features)
        count = linear.out_features * linear.in_features
        packed = torch.empty((count * bits // 8, 1), dtype=torch.uint8)
        self.weight = nn.Parameter(packed, requires_grad=False)
        self.bias = linear.bias
        if bits == 8:
            self.register_buffer("SCB", torch.empty(linear.out_features))
            return
        blocks = -(-count // BLOCK)
        self.register_buffer("absmax", torch.empty(blocks, dtype=torch.uint8 if is_double else torch.float32))
        if is_double:
            self.register_buffer("nested_absmax", torch.empty(-(-blocks // NESTED_BLOCK)))

    def forward(self, x):
        bias = None if self.bias is None else self.bias.to(self.dtype)
        return _Dequantized.apply(x.to(self.dtype), self.weight, list(self._buffers.values()), bias, self.shape)


class LoraLinear(nn.Module):
    """peft/tuners/lora/layer.py: adapters are float32 beside weights of half precision."""

    def __init__(self, base, rank, dropout, dtype):
        super().__init__()
        self.base_layer = base
        self.lora_dropout = nn.Dropout(dropout) if dropout > 0 else nn.Identity()
        self.lora_A = nn.Linear(base.in_features, rank, bias=False, dtype=dtype)
        self.lora_B = nn.Linear(rank, base.out_features, bias=False, dtype=dtype)
        self.scaling = 1.0

    def forward(self, x):
        result = self.base_layer(x)
        dtype = result.dtype
        x = x.to(self.lora_A.weight.dtype)
        result = result + self.lora_B(self.lora_A(self.lora_dropout(x))) * self.scaling
        return result.to(dtype)


def _linears(model):
    """(parent, name in it, module), without the head, which transformers leaves as it is."""
    head = model.get_output_embeddings()
    return [(parent, name, child) for parent in model.modules() for name, child in parent.named_children()
            if isinstance(child, (nn.Linear, QuantizedLinear)) and child is not head]


def quantize(model, bits, is_double, dtype):
    for parent, name, linear in _linears(model):
        setattr(parent, name, QuantizedLinear(linear, bits, is_double, dtype))


def adapt(model, targets, rank, dropout, dtype):
    for parameter in model.parameters():
        parameter.requires_grad = False
    found = 0
    for parent, name, linear in _linears(model):
        if targets is None or name in targets:
            setattr(parent, name, LoraLinear(linear, rank, dropout, dtype))
            found += 1
    if not found:
        raise ValueError(f"Target modules {targets} not found in the base model.")

