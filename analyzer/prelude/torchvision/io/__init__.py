"""Pictures of files as tensors of bytes, colours first (torchvision/io/image.py, 0.19)."""
import enum

import _vramlint
from torchvision import _pictures
from vramlint_pictures import array_in


class ImageReadMode(enum.Enum):
    UNCHANGED, GRAY, GRAY_ALPHA, RGB, RGB_ALPHA = 0, 1, 2, 3, 4


class _File:
    """The bytes of a file, of which only what it is called matters."""

    def __init__(self, path):
        self.path = path


_CHANNELS = {1: 1, 2: 2, 3: 3, 4: 4, "GRAY": 1, "GRAY_ALPHA": 2, "RGB": 3, "RGB_ALPHA": 4, "RGBA": 4}


def read_image(path, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):
    picture = _pictures.tensor_of(array_in(path), False)
    channels = _CHANNELS.get(mode if isinstance(mode, str) else mode.value)
    return picture if channels is None else _pictures.with_channels(picture, channels)


def read_file(path):
    return _File(path)


def decode_image(input, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):
    if isinstance(input, _File) or isinstance(input, str) or hasattr(input, "__fspath__"):
        return read_image(input.path if isinstance(input, _File) else input, mode)
    return _vramlint.unknown("the picture that some bytes hold is not known")


def decode_jpeg(input, mode=ImageReadMode.UNCHANGED, device="cpu", apply_exif_orientation=False):
    made = decode_image(input, mode)
    return [each.to(device) for each in made] if isinstance(made, list) else made.to(device)


decode_png = decode_webp = decode_avif = decode_heic = decode_image


def write_file(*args, **options):
    return None


write_png = write_jpeg = write_video = write_file


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'torchvision.io' has no attribute '{name}'")
    return _vramlint.unknown(f"torchvision.io.{name} is not modelled")
