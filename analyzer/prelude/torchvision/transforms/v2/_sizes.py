"""Transforms that change how large pictures are; masks go along, and boxes keep their number
(torchvision/transforms/v2/_geometry.py, 0.19)."""
import _run
import _vramlint
from torchvision import _pictures, tv_tensors
from torchvision.transforms.functional import InterpolationMode
from torchvision.transforms.v2 import functional
from torchvision.transforms.v2._transform import Transform


class _Sizing(Transform):
    """`_size(height, width)`: of what comes out of a picture of that size."""

    def _size(self, height, width):
        raise NotImplementedError

    def make_params(self, flat_inputs):
        """Every one of a sample has the same."""
        if not flat_inputs:
            return {}
        height, width = self._size(*functional.get_size(flat_inputs[0]))
        return {"height": height, "width": width}

    def transform(self, inpt, params):
        return functional._sized(inpt, params["height"], params["width"])


class Resize(_Sizing):
    def __init__(self, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
        super().__init__()
        self.size, self.interpolation, self.max_size, self.antialias = size, interpolation, max_size, antialias

    def _size(self, height, width):
        return _pictures.resized_size(height, width, self.size, self.max_size)


class _Cut(_Sizing):
    def __init__(self, size, *args, **options):
        super().__init__(**options)
        self.size = _pictures.pair(size)

    def _size(self, height, width):
        return self.size


class CenterCrop(_Cut):
    pass


class RandomCrop(_Cut):
    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant"):
        super().__init__(size, padding=padding, pad_if_needed=pad_if_needed, fill=fill, padding_mode=padding_mode)


class RandomResizedCrop(_Cut):
    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=InterpolationMode.BILINEAR,
                 antialias=True):
        super().__init__(size, scale=scale, ratio=ratio, interpolation=interpolation, antialias=antialias)


class FiveCrop(_Cut):
    _count = 5

    def transform(self, inpt, params):
        return tuple([super(FiveCrop, self).transform(inpt, params) for _ in range(self._count)])


class TenCrop(FiveCrop):
    _count = 10


class Pad(_Sizing):
    settings = {"padding": 0, "fill": 0, "padding_mode": "constant"}

    def _size(self, height, width):
        left, top, right, bottom = functional._around(self.padding)
        return height + top + bottom, width + left + right


def _between(low, high, why):
    """A size that is drawn: the middle, between both."""
    if not _pictures.is_known(low, high):
        return _run.some(1, why)
    return _vramlint.between((low + high) // 2, low, high)


class RandomZoomOut(_Sizing):
    settings = {"fill": 0, "side_range": (1.0, 4.0), "p": 0.5}

    def _size(self, height, width):
        why = "how far a picture is zoomed out depends on the run"
        low, high = self.side_range
        return tuple([_between(int(low * side), int(high * side), why) if _vramlint.is_known(side) else _run.some(1, why)
                      for side in (height, width)])


class RandomIoUCrop(_Sizing):
    settings = {"min_scale": 0.3, "max_scale": 1.0, "min_aspect_ratio": 0.5, "max_aspect_ratio": 2.0, "sampler_options": None,
                "trials": 40}

    def _size(self, height, width):
        """It may be left as it is, too."""
        why = "how much of a picture is cut out depends on the run"
        return tuple([_between(max(int(self.min_scale * side), 1), side, why) if _vramlint.is_known(side) else
                      _run.some(1, why) for side in (height, width)])


class ScaleJitter(_Sizing):
    settings = {"target_size": None, "scale_range": (0.1, 2.0), "interpolation": InterpolationMode.BILINEAR, "antialias": True}

    def _size(self, height, width):
        why = "how large a picture is scaled depends on the run"
        if not _pictures.is_known(height, width):
            return _run.some(1, why), _run.some(1, why)
        whole = min(self.target_size[0] / height, self.target_size[1] / width)
        low, high = self.scale_range
        return tuple([_between(int(side * whole * low), int(side * whole * high), why) for side in (height, width)])


class RandomShortestSize(_Sizing):
    settings = {"min_size": None, "max_size": None, "interpolation": InterpolationMode.BILINEAR, "antialias": True}

    def _size(self, height, width):
        largest = self.min_size if isinstance(self.min_size, int) else max(self.min_size)
        if not isinstance(self.min_size, int):
            _vramlint.assume("of the sizes that RandomShortestSize draws from, the largest is taken", self.min_size)
        return _pictures.shortest_size(height, width, largest, self.max_size)


class RandomResize(_Sizing):
    settings = {"min_size": None, "max_size": None, "interpolation": InterpolationMode.BILINEAR, "antialias": True}

    def _size(self, height, width):
        _vramlint.assume("of the sizes that RandomResize draws from, the largest is taken", self.max_size)
        return _pictures.resized_size(height, width, self.max_size - 1, None)


class RandomRotation(_Sizing):
    settings = {"degrees": None, "interpolation": InterpolationMode.NEAREST, "expand": False, "center": None, "fill": 0}

    def _size(self, height, width):
        why = "the size of a picture that is turned and expanded is not known"
        return (_run.some(1, why), _run.some(1, why)) if self.expand else (height, width)
