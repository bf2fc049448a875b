"""What pictures go through: of all of it the size they come out with counts."""
from PIL import Image
from torchvision import transforms

RandomResizedCropAndInterpolation = transforms.RandomResizedCrop
CenterCropOrPad, RandomCropOrPad, ResizeKeepRatio = transforms.CenterCrop, transforms.RandomCrop, transforms.Resize


class AsItIs:
    def __init__(self, *args, **options):
        pass

    def __call__(self, picture):
        return picture


class ToNumpy:
    """A picture as bytes, channels first."""

    def __call__(self, picture):
        import numpy
        array = numpy.array(picture, dtype=numpy.uint8)
        return numpy.rollaxis(array if array.ndim == 3 else numpy.expand_dims(array, -1), 2)


class ToTensor:
    """Of the type it is told, not divided by 255."""

    def __init__(self, dtype=None):
        import torch
        self.dtype = torch.float32 if dtype is None else dtype

    def __call__(self, picture):
        import torch
        return torch.from_numpy(ToNumpy()(picture)).to(dtype=self.dtype)


def _pil_interp(method):
    return {"bicubic": Image.BICUBIC, "lanczos": Image.LANCZOS, "hamming": Image.HAMMING}.get(method, Image.BILINEAR)


str_to_pil_interp = str_to_interp_mode = _pil_interp
