"""torchvision/transforms/functional.py (0.19): sizes."""
import torch
from torchvision import _pictures


class InterpolationMode:
    NEAREST, NEAREST_EXACT, BILINEAR, BICUBIC = "nearest", "nearest-exact", "bilinear", "bicubic"
    BOX, HAMMING, LANCZOS = "box", "hamming", "lanczos"


def to_tensor(pic):
    return _pictures.tensor_of(pic, True)


def pil_to_tensor(pic):
    return _pictures.tensor_of(pic, False)


def to_pil_image(pic, mode=None):
    import _vramlint
    from PIL.Image import Image

    if not _vramlint.is_known(pic) or isinstance(pic, Image):
        return pic
    height, width = _pictures.size_of(pic) if len(pic.shape) == 2 or hasattr(pic, "requires_grad") else pic.shape[:2]
    channels = 1 if len(pic.shape) == 2 else pic.shape[0] if hasattr(pic, "requires_grad") else pic.shape[2]
    return Image(width, height, mode or {1: "L", 4: "RGBA"}.get(channels, "RGB"))


def get_image_size(img):
    height, width = _pictures.size_of(img)
    return [width, height]


def resize(img, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
    return _pictures.resized(img, size, max_size)


def crop(img, top, left, height, width):
    return _pictures.sized(img, height, width)


def center_crop(img, output_size):
    height, width = _pictures.pair(output_size)
    return _pictures.sized(img, height, width)


def resized_crop(img, top, left, height, width, size, interpolation=InterpolationMode.BILINEAR, antialias=True):
    return resize(img, size)


def pad(img, padding, fill=0, padding_mode="constant"):
    around = [padding] * 4 if isinstance(padding, int) else list(padding)
    if len(around) < 4:
        around = [around[0], around[-1]] * 2
    left, top, right, bottom = around
    height, width = _pictures.size_of(img)
    return _pictures.sized(img, height + top + bottom, width + left + right)


def _as_it_is(img, *args, **options):
    return img


normalize = hflip = vflip = adjust_brightness = adjust_contrast = adjust_saturation = adjust_hue = _as_it_is
adjust_gamma = affine = perspective = erase = gaussian_blur = invert = posterize = solarize = _as_it_is
adjust_sharpness = autocontrast = equalize = _as_it_is


def rotate(img, angle, interpolation=InterpolationMode.NEAREST, expand=False, center=None, fill=None):
    import _run

    if not expand:
        return img
    why = "the size of a picture that is turned and expanded is not known"
    return _pictures.sized(img, _run.some(1, why), _run.some(1, why))


def rgb_to_grayscale(img, num_output_channels=1):
    return _pictures.with_channels(img, num_output_channels)


to_grayscale = rgb_to_grayscale


def convert_image_dtype(image, dtype=torch.float32):
    return image.to(dtype)
