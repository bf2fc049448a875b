"""Tensors that say what they hold (torchvision/tv_tensors, 0.19): what is computed of them is plain, but what `wrap` makes."""
import contextlib
import enum

import torch
from PIL.Image import Image as Picture
from torchvision import _pictures


def plain(tensor):
    """Another tensor of the same elements, which is nothing but a tensor."""
    return tensor.detach() if isinstance(tensor, torch.Tensor) else tensor


class TVTensor(torch.Tensor):
    pass


def _made(cls, data, dtype, device, requires_grad):
    tensor = torch.as_tensor(data, dtype=dtype, device=device)
    if requires_grad is not None:
        tensor = tensor.requires_grad_(requires_grad)
    return tensor, cls


class _Pictures(TVTensor):
    _dims = 3

    def __new__(cls, data, *, dtype=None, device=None, requires_grad=None):
        data = _pictures.tensor_of(data, False) if isinstance(data, Picture) else data
        tensor, cls = _made(cls, data, dtype, device, requires_grad)
        if tensor.ndim < cls._dims - 1:
            raise ValueError
        return plain(tensor.unsqueeze(0) if tensor.ndim < cls._dims else tensor).as_subclass(cls)


class Image(_Pictures):
    pass


class Video(_Pictures):
    _dims = 4


class Mask(_Pictures):
    _dims = 2


class BoundingBoxFormat(enum.Enum):
    XYXY, XYWH, CXCYWH = "XYXY", "XYWH", "CXCYWH"


class BoundingBoxes(TVTensor):
    def __new__(cls, data, *, format, canvas_size, dtype=None, device=None, requires_grad=None):
        tensor, cls = _made(cls, data, dtype, device, requires_grad)
        tensor = tensor.unsqueeze(0) if tensor.ndim == 1 else tensor
        return _described(plain(tensor).as_subclass(cls), format, canvas_size)


def _described(boxes, format, canvas_size):
    boxes.format = BoundingBoxFormat[format.upper()] if isinstance(format, str) else format
    boxes.canvas_size = canvas_size
    return boxes


def wrap(wrappee, *, like, **options):
    if not isinstance(wrappee, torch.Tensor):
        return wrappee
    made = plain(wrappee).as_subclass(type(like))
    if isinstance(like, BoundingBoxes):
        return _described(made, options.get("format", like.format), options.get("canvas_size", like.canvas_size))
    return made


def set_return_type(return_type):
    return contextlib.nullcontext()
