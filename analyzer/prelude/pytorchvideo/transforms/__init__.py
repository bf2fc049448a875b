"""Clips are tensors (channels, frames, height, width); those that are augmented as pictures have their frames first."""
import torch


class _SameSize:
    def __call__(self, video):
        return torch.empty_like(video)


class RandAugment(_SameSize):
    def __init__(self, magnitude=9, num_layers=2, prob=0.5, transform_hparas=None, sampling_type="gaussian", sampling_hparas=None):
        assert sampling_type in ("gaussian", "uniform")


class AugMix(_SameSize):
    def __init__(self, magnitude=3, alpha=1.0, width=3, depth=-1, transform_hparas=None, sampling_hparas=None):
        assert 1 <= magnitude <= 10


class Div255(torch.nn.Module):
    def forward(self, x):
        return x / 255.0


class ConvertUint8ToFloat(torch.nn.Module):
    def forward(self, x):
        assert x.dtype == torch.uint8, "image must have dtype torch.uint8"
        return x.float() / 255.0


class RandomResizedCrop(torch.nn.Module):
    def __init__(self, target_height, target_width, scale, aspect_ratio, shift=False, log_uniform_ratio=True,
                 interpolation="bilinear", num_tries=10):
        super().__init__()
        self._size = (target_height, target_width)

    def forward(self, x):
        return torch.empty(*x.shape[:2], *self._size, dtype=x.dtype)
