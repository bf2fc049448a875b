"""PyTorchVideo, as far as what it does to clips keeps or sets their size."""
__version__ = "0.1.5"
