"""Weights of 4 and 8 bits as bitsandbytes has them, and adapters as peft 0.15 puts them beside."""
import torch
from bitsandbytes.nn import Linear4bit, Linear8bitLt
from torch import nn

OUTLIERS = 6.0  # transformers/utils/quantization_config.py, BitsAndBytesConfig.llm_int8_threshold


def _packed(linear, bits, is_double, dtype):
    has_bias = linear.bias is not None
    if bits == 8:
        made = Linear8bitLt(linear.in_features, linear.out_features, has_bias, has_fp16_weights=False, threshold=OUTLIERS)
    else:
        made = Linear4bit(linear.in_features, linear.out_features, has_bias, dtype)
        made.pack(dtype, is_double, "nf4")
    made.bias = linear.bias
    return made


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
            if isinstance(child, nn.Linear) and child is not head]


def quantize(model, bits, is_double, dtype):
    for parent, name, linear in _linears(model):
        setattr(parent, name, _packed(linear, bits, is_double, dtype))


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

