"""Layers of few bits: they can be asked for; what they hold is read from the library's own source."""
import _vramlint
from torch import nn as _nn


class _OfFewBits(_nn.Linear):
    def __new__(cls, *args, **options):
        return _vramlint.unknown(f"bitsandbytes.nn.{cls.__name__} is not described: `--site-packages DIR` leads to the package")


for _name in "Linear8bitLt Linear4bit LinearFP4 LinearNF4 OutlierAwareLinear SwitchBackLinearBnb Embedding4bit".split():
    globals()[_name] = type(_name, (_OfFewBits,), {})


class Params4bit(_nn.Parameter):
    pass


class Int8Params(_nn.Parameter):
    pass


class StableEmbedding(_nn.Embedding):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, **options):
        super().__init__(num_embeddings, embedding_dim, padding_idx)
        self.norm = _nn.LayerNorm(embedding_dim)

    def forward(self, input):
        return self.norm(super().forward(input))
