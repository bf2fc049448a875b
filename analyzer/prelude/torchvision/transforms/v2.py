"""torchvision/transforms/v2 (0.19): the same on whatever holds pictures."""
from torch.nn import Module
from torchvision import _pictures
from torchvision.transforms import *  # noqa: F401, F403


class ToImage(Module):
    def forward(self, img):
        return _pictures.tensor_of(img, False)


class ToDtype(Module):
    def __init__(self, dtype, scale=False):
        super().__init__()
        self.dtype = dtype

    def forward(self, img):
        return img.to(self.dtype)
