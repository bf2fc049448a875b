"""NVIDIA's apex 0.1: fused norms and optimizers, parallel wrappers, and mixed precision as far as autocast is like it."""
from apex import amp, normalization, optimizers, parallel

__version__ = "0.1"
__optional__ = True
