"""Transforms: what they make of a picture's size (torchvision/transforms/transforms.py, 0.19)."""
import _run
import _vramlint
import torch
from torch.nn import Module
from torchvision import _pictures
from torchvision.transforms.functional import InterpolationMode


def _drawn(count):
    return tuple([_vramlint.unknown("what a transform draws depends on the run")] * count)


class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        for transform in self.transforms:
            img = transform(img)
        return img


class ToTensor:
    def __call__(self, pic):
        return _pictures.tensor_of(pic, True)


class PILToTensor:
    def __call__(self, pic):
        return _pictures.tensor_of(pic, False)


class ToPILImage:
    def __init__(self, mode=None):
        self.mode = mode

    def __call__(self, pic):
        from torchvision.transforms.functional import to_pil_image

        return to_pil_image(pic, self.mode)


class ConvertImageDtype(Module):
    def __init__(self, dtype):
        super().__init__()
        self.dtype = dtype

    def forward(self, image):
        return image.to(self.dtype)


class Lambda:
    def __init__(self, lambd):
        self.lambd = lambd

    def __call__(self, img):
        return self.lambd(img)


class _AsItIs(Module):
    """Whatever it does to a picture, its size stays."""

    settings = {}  # its arguments in their order, which classes of a program's own find as attributes

    def __init__(self, *args, **options):
        super().__init__()
        for name, value in {**self.settings, **dict(zip(self.settings, args)), **options}.items():
            setattr(self, name, value)

    def forward(self, img):
        return img


class Normalize(_AsItIs):
    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean = mean
        self.std = std


class RandomHorizontalFlip(_AsItIs):
    settings = {"p": 0.5}


class RandomVerticalFlip(_AsItIs):
    settings = {"p": 0.5}


class ColorJitter(_AsItIs):
    @staticmethod
    def get_params(brightness, contrast, saturation, hue):
        if not _vramlint.torch_at_least(1, 8):  # torchvision 0.9 gives the numbers, those before it a transform
            return _AsItIs()
        return torch.arange(4), *_drawn(4)


class RandomAffine(_AsItIs):
    @staticmethod
    def get_params(degrees, translate, scale_ranges, shears, img_size):
        angle, across, down, scale, shear_x, shear_y = _drawn(6)
        return angle, (across, down), scale, (shear_x, shear_y)


class RandomPerspective(_AsItIs):
    settings = {"distortion_scale": 0.5, "p": 0.5}


class RandomErasing(_AsItIs):
    settings = {"p": 0.5, "scale": (0.02, 0.33), "ratio": (0.3, 3.3), "value": 0, "inplace": False}

    @staticmethod
    def get_params(img, scale, ratio, value=None):
        return _drawn(4) + (img,)


class GaussianBlur(_AsItIs):
    @staticmethod
    def get_params(sigma_min, sigma_max):
        return _drawn(1)[0]


class RandomInvert(_AsItIs):
    settings = {"p": 0.5}


class RandomPosterize(_AsItIs):
    pass


class RandomSolarize(_AsItIs):
    pass


class RandomAdjustSharpness(_AsItIs):
    pass


class RandomAutocontrast(_AsItIs):
    settings = {"p": 0.5}


class RandomEqualize(_AsItIs):
    settings = {"p": 0.5}


class ElasticTransform(_AsItIs):
    pass


class AutoAugment(_AsItIs):
    pass


class RandAugment(_AsItIs):
    pass


class TrivialAugmentWide(_AsItIs):
    pass


class AugMix(_AsItIs):
    pass


class RandomGrayscale(_AsItIs):
    settings = {"p": 0.1}


class AutoAugmentPolicy:
    IMAGENET, CIFAR10, SVHN = "imagenet", "cifar10", "svhn"


class RandomRotation(Module):
    def __init__(self, degrees, interpolation=InterpolationMode.NEAREST, expand=False, center=None, fill=0):
        super().__init__()
        self.expand = expand

    @staticmethod
    def get_params(degrees):
        return _drawn(1)[0]

    def forward(self, img):
        if not self.expand:
            return img
        why = "the size of a picture that is turned and expanded is not known"
        return _pictures.sized(img, _run.some(1, why), _run.some(1, why))


class Grayscale(Module):
    def __init__(self, num_output_channels=1):
        super().__init__()
        self.num_output_channels = num_output_channels

    def forward(self, img):
        return _pictures.with_channels(img, self.num_output_channels)


class Resize(Module):
    def __init__(self, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
        super().__init__()
        self.size = size
        self.max_size = max_size
        self.interpolation, self.antialias = interpolation, antialias

    def forward(self, img):
        return _pictures.resized(img, self.size, self.max_size)


Scale = Resize  # its name up to 0.12


class _Cut(Module):
    """To a size that is given, whatever comes: a picture that is smaller is padded, or refused."""

    def __init__(self, size, *args, **options):
        super().__init__()
        self.size = _pictures.pair(size)

    def forward(self, img):
        return _pictures.sized(img, self.size[0], self.size[1])


class CenterCrop(_Cut):
    pass


class RandomCrop(_Cut):
    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant"):
        super().__init__(size)
        self.padding, self.pad_if_needed, self.fill, self.padding_mode = padding, pad_if_needed, fill, padding_mode

    @staticmethod
    def get_params(img, output_size):
        top, left = _drawn(2)
        return top, left, output_size[0], output_size[1]


class RandomResizedCrop(_Cut):
    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=InterpolationMode.BILINEAR,
                 antialias=True):
        super().__init__(size)
        self.scale, self.ratio, self.interpolation, self.antialias = scale, ratio, interpolation, antialias

    @staticmethod
    def get_params(img, scale, ratio):
        return _drawn(4)


RandomSizedCrop = RandomResizedCrop  # its name up to 0.12


class FiveCrop(_Cut):
    count = 5

    def forward(self, img):
        return tuple([super(FiveCrop, self).forward(img) for _ in range(self.count)])


class TenCrop(FiveCrop):
    count = 10


class Pad(Module):
    def __init__(self, padding, fill=0, padding_mode="constant"):
        super().__init__()
        self.padding = padding

    def forward(self, img):
        from torchvision.transforms.functional import pad

        return pad(img, self.padding)


class RandomApply(Module):
    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms = transforms

    def forward(self, img):
        for transform in self.transforms:
            img = transform(img)
        return img


class RandomOrder(Compose):
    pass


class RandomChoice:
    def __init__(self, transforms, p=None):
        self.transforms = transforms

    def __call__(self, img):
        return self.transforms[0](img)
