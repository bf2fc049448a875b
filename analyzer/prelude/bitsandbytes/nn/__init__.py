"""nn/modules.py: linear layers of 4 and 8 bits. Their weights are packed from the start, where the library packs them as
they come to the GPU."""
import _vramlint
import torch
from bitsandbytes import functional as F
from bitsandbytes.autograd import _functions
from torch import nn as _nn


class Params4bit(_nn.Parameter):
    """Packed: two elements a byte."""


class Int8Params(_nn.Parameter):
    """A byte an element, and a scale a row."""


class Linear4bit(_nn.Linear):
    def __init__(self, input_features, output_features, bias=True, compute_dtype=None, compress_statistics=True,
                 quant_type="fp4", quant_storage=torch.uint8, device=None):
        super().__init__(input_features, output_features, bias, device)
        self.compute_dtype, self.compute_type_is_set, self.quant_storage = compute_dtype, compute_dtype is not None, quant_storage
        self.pack(self.weight.dtype, compress_statistics, quant_type)

    def pack(self, dtype, compress_statistics, quant_type):
        """Weights of this type lie in 4 bits from now on."""
        shape = (self.out_features, self.in_features)
        size = F.packed_size(shape[0] * shape[1], self.quant_storage)
        self.weight = Params4bit(torch.empty((size, 1), dtype=self.quant_storage), requires_grad=False)
        self.weight.quant_type, self.weight.compress_statistics, self.weight.blocksize = quant_type, compress_statistics, 64
        state = self.weight.quant_state = F.packed_state(shape, dtype, 64, quant_type, compress_statistics)
        for name, tensor in state.tensors().items():
            self.register_buffer(name, tensor, persistent=False)

    def _state(self):
        state = self.weight.quant_state
        state.take(self._buffers)
        return state

    def set_compute_type(self, x):
        if x.dtype in (torch.float32, torch.bfloat16):
            self.compute_dtype = x.dtype

    def forward(self, x):
        if not self.compute_type_is_set:
            self.set_compute_type(x)
            self.compute_type_is_set = True
        before = x.dtype
        if self.compute_dtype is not None:
            x = x.to(self.compute_dtype)
        bias = None if self.bias is None else self.bias.to(x.dtype)
        return _functions.matmul_4bit(x, self.weight, bias=bias, quant_state=self._state()).to(before)


class LinearFP4(Linear4bit):
    def __init__(self, input_features, output_features, bias=True, compute_dtype=None, compress_statistics=True,
                 quant_storage=torch.uint8, device=None):
        super().__init__(input_features, output_features, bias, compute_dtype, compress_statistics, "fp4", quant_storage)


class LinearNF4(Linear4bit):
    def __init__(self, input_features, output_features, bias=True, compute_dtype=None, compress_statistics=True,
                 quant_storage=torch.uint8, device=None):
        super().__init__(input_features, output_features, bias, compute_dtype, compress_statistics, "nf4", quant_storage)


class Linear8bitLt(_nn.Linear):
    def __init__(self, input_features, output_features, bias=True, has_fp16_weights=True, threshold=0.0, index=None,
                 device=None):
        super().__init__(input_features, output_features, bias, device)
        self.state = _functions.MatmulLtState()
        self.state.threshold, self.state.has_fp16_weights = threshold, has_fp16_weights
        if has_fp16_weights:
            _vramlint.leave_open("bitsandbytes.nn.Linear8bitLt with `has_fp16_weights` packs its weight in each step, which is not followed")
            return
        packed = torch.empty((output_features, input_features), dtype=torch.int8)
        self.weight = Int8Params(packed, requires_grad=False)
        self.register_buffer("SCB", torch.empty(output_features))

    def forward(self, x):
        if self.state.has_fp16_weights:
            return super().forward(x)
        self.state.CB, self.state.SCB, self.state.is_training = self.weight, self.SCB, self.training
        return _functions.matmul(x, self.weight, bias=self.bias, state=self.state)


class StableEmbedding(_nn.Embedding):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, **options):
        super().__init__(num_embeddings, embedding_dim, padding_idx)
        self.norm = _nn.LayerNorm(embedding_dim)

    def forward(self, input):
        return self.norm(super().forward(input))


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'bitsandbytes.nn' has no attribute '{name}'")
    return _vramlint.unknown(f"`bitsandbytes.nn.{name}` is not described")
