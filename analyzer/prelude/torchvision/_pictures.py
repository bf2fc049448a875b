"""What transforms do with pictures, tensors and arrays: nothing but change their sizes."""
import _run
import _vramlint
import torch
from PIL.Image import Image


def is_known(*sizes):
    return all([_vramlint.is_known(each) for each in sizes])


def size_of(picture):
    """Height and width."""
    if isinstance(picture, torch.Tensor):
        return picture.shape[-2], picture.shape[-1]
    if isinstance(picture, Image):
        return picture.height, picture.width
    why = _vramlint.unknown("the size of the pictures is not known")
    return why, why


def sized(picture, height, width):
    if not _vramlint.is_known(picture):
        return Image(width, height, picture)
    if isinstance(picture, Image):
        return picture.of_size(width, height)
    if not isinstance(picture, torch.Tensor):
        return picture
    return torch.empty([*picture.shape[:-2], height, width], dtype=picture.dtype, device="cpu")


def with_channels(picture, channels):
    height, width = size_of(picture)
    if isinstance(picture, Image):
        return Image(width, height, "L" if channels == 1 else "RGB")
    if isinstance(picture, torch.Tensor):
        return torch.empty([*picture.shape[:-3], channels, height, width], dtype=picture.dtype, device="cpu")
    return picture


def tensor_of(picture, scaled):
    """`scaled`: as ToTensor has it, in float32; else bytes."""
    if not _vramlint.is_known(picture) or isinstance(picture, torch.Tensor):
        return picture
    if isinstance(picture, Image):
        channels, height, width = picture.channels, picture.height, picture.width
        if not _vramlint.is_known(channels):
            return channels
        return torch.empty([channels, height, width], dtype=torch.float32 if scaled else torch.uint8, device="cpu")
    made = torch.as_tensor(picture)
    if not _vramlint.is_known(made):
        return made
    shape = list(made.shape)
    shape = [1, *shape] if len(shape) == 2 else [shape[2], shape[0], shape[1]]
    dtype = torch.float32 if scaled and made.dtype == torch.uint8 else made.dtype
    return torch.empty(shape, dtype=dtype, device="cpu")


def resized_size(height, width, size, max_size=None):
    """torchvision/transforms/functional.py, _compute_resized_output_size (0.19)."""
    if not isinstance(size, int):
        if len(size) == 2:
            return size[0], size[1]
        size = size[0]
    is_square = height == width
    if _vramlint.is_known(is_square) and is_square:
        return size, size
    if not is_known(height, width) or max_size is not None:
        why = "how large a picture is that is resized by its shorter edge is not known"
        return _run.some(size, why), _run.some(size, why)
    return (int(size * height / width), size) if width <= height else (size, int(size * width / height))


def shortest_size(height, width, size, max_size):
    """Of the shorter edge, unless the longer one becomes too long (v2/_geometry.py, RandomShortestSize, 0.19)."""
    if not is_known(height, width):
        return resized_size(height, width, size)
    ratio = size / min(height, width)
    if max_size is not None:
        ratio = min(ratio, max_size / max(height, width))
    return int(height * ratio), int(width * ratio)


def resized(picture, size, max_size=None):
    height, width = resized_size(*size_of(picture), size, max_size)
    return sized(picture, height, width)


def pair(size):
    if isinstance(size, int):
        return size, size
    return (size[0], size[0]) if len(size) == 1 else (size[0], size[1])
