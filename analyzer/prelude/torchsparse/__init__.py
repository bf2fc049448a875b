"""Convolutions of active places by hash tables (torchsparse 1.4), as far as they allocate and keep."""
from torchsparse.operators import cat
from torchsparse.tensor import PointTensor, SparseTensor

__version__ = "1.4.0"
