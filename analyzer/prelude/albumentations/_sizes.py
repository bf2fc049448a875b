# Transforms that change sizes (albumentations/augmentations/crops and geometric, 1.4; in earlier releases the same, but for
# `size`, which was height and width).
import _run
import _vramlint

from albumentations._base import DualTransform


def _given(height, width, size):
    """`size=(h, w)`, or both apart."""
    if size is not None:
        return size
    return (height[0], height[1]) if isinstance(height, (list, tuple)) else (height, width)


class Resize(DualTransform):
    def _is_made(self, height=None, width=None, interpolation=1, size=None, **options):
        self.height, self.width = _given(height, width, size)

    def _size(self, height, width):
        return self.height, self.width


class RandomCrop(Resize):
    pass


class CenterCrop(Resize):
    pass


class CropNonEmptyMaskIfExists(Resize):
    pass


class RandomResizedCrop(Resize):
    pass


class RandomSizedCrop(Resize):
    def _is_made(self, min_max_height=None, height=None, width=None, w2h_ratio=1.0, interpolation=1, size=None, **options):
        self.height, self.width = _given(height, width, size)


class RandomSizedBBoxSafeCrop(Resize):
    pass


class RandomCropNearBBox(DualTransform):
    def _size(self, height, width):
        return _unknown(), _unknown()


class BBoxSafeRandomCrop(RandomCropNearBBox):
    pass


class RandomScale(RandomCropNearBBox):
    pass


class CropAndPad(RandomCropNearBBox):
    pass


class RandomCropFromBorders(RandomCropNearBBox):
    pass


def _unknown(low=1):
    return _run.some(low, "the size that a transform gives a picture is not known")


class Crop(DualTransform):
    def _is_made(self, x_min=0, y_min=0, x_max=1024, y_max=1024, **options):
        self.height, self.width = y_max - y_min, x_max - x_min

    def _size(self, height, width):
        return self.height, self.width


class PadIfNeeded(DualTransform):
    def _is_made(self, min_height=1024, min_width=1024, pad_height_divisor=None, pad_width_divisor=None, *args, **options):
        self._least, self._divisors = (min_height, min_width), (pad_height_divisor, pad_width_divisor)

    def _size(self, height, width):
        return tuple([_padded(*each) for each in zip((height, width), self._least, self._divisors)])


def _padded(size, least, divisor):
    return max(size, least) if divisor is None else (size + divisor - 1) // divisor * divisor


class _ByEdge(DualTransform):
    def _is_made(self, max_size=1024, *args, **options):
        self.max_size = max_size

    def _size(self, height, width):
        most = self.max_size
        if not _vramlint.is_known(most) or not isinstance(most, int):
            return _unknown(), _unknown()
        if height is width:  # a square, also where it is not known how large
            return most, most
        if not _vramlint.is_known(height) or not _vramlint.is_known(width):
            return self._bounded(most)
        edge = self._edge(height, width)
        return round(height * most / edge), round(width * most / edge)


class LongestMaxSize(_ByEdge):
    def _edge(self, height, width):
        return max(height, width)

    def _bounded(self, most):
        why = "the shape of a picture is not known"
        return _run.between(1, most, most, why), _run.between(1, most, most, why)


class SmallestMaxSize(_ByEdge):
    def _edge(self, height, width):
        return min(height, width)

    def _bounded(self, most):
        return _unknown(most), _unknown(most)


class Transpose(DualTransform):
    """Height and width change places, or do not."""

    def _size(self, height, width):
        if _vramlint.is_known(height) and _vramlint.is_known(width) and height == width:
            return None
        return _unknown(), _unknown()


class RandomRotate90(Transpose):
    pass


class D4(Transpose):
    pass


class Rotate(DualTransform):
    def _is_made(self, limit=90, *args, crop_border=False, **options):
        self.crop_border = crop_border

    def _size(self, height, width):
        return (_unknown(), _unknown()) if self.crop_border else None
