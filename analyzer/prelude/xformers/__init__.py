"""xformers: what its kernels keep and make, in attention and in the layers that programs take from it."""

__version__ = "0.0.27"
__optional__ = True
