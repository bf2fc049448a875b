# Transforms that change sizes (monai/transforms/croppad/array.py and spatial/array.py, 1.3).
import math

import _run
import _vramlint
import torch
from monai.transforms._base import Transform, is_tensor, made
from monai.utils import ensure_tuple, ensure_tuple_rep, fall_back_tuple


def _open():
    return _run.some(1, "the size that a transform gives a volume is not known")


def _given(wanted, sizes):
    """`wanted` where it says something: neither None nor below one."""
    return fall_back_tuple(wanted, sizes, lambda one: one is not None and (not _vramlint.is_known(one) or one > 0))


class _Sizing(Transform):
    """Takes a tensor of channels and space to other sizes: `_sizes`."""

    def __call__(self, img, *args, **options):
        return made(img, self._sizes(img.shape[1:])) if is_tensor(img) else img

    def inverse(self, data):
        return data


class SpatialPad(_Sizing):
    def __init__(self, spatial_size, *args, **options):
        self.spatial_size = spatial_size

    def _sizes(self, sizes):
        return [max(size, least) for size, least in zip(sizes, _given(self.spatial_size, sizes))]


class Pad(_Sizing):
    def __init__(self, to_pad=None, *args, **options):
        self.to_pad = to_pad

    def _sizes(self, sizes):
        if self.to_pad is None:
            return sizes
        return [size + before + behind for size, (before, behind) in zip(sizes, self.to_pad[-len(sizes):])]


class BorderPad(_Sizing):
    def __init__(self, spatial_border, *args, **options):
        self.spatial_border = spatial_border

    def _sizes(self, sizes):
        around = ensure_tuple(self.spatial_border)
        if len(around) == 2 * len(sizes):
            return [size + around[2 * i] + around[2 * i + 1] for i, size in enumerate(sizes)]
        return [size + 2 * one for size, one in zip(sizes, around * len(sizes) if len(around) == 1 else around)]


class DivisiblePad(_Sizing):
    def __init__(self, k, *args, **options):
        self.k = k

    def _sizes(self, sizes):
        return [_up_to_multiple(size, k) for size, k in zip(sizes, ensure_tuple_rep(self.k, len(sizes)))]


def _up_to_multiple(size, k):
    return (size + k - 1) // k * k if k and k > 0 else size


class CenterSpatialCrop(_Sizing):
    def __init__(self, roi_size, *args, **options):
        self.roi_size = roi_size

    def _sizes(self, sizes):
        return [min(size, most) for size, most in zip(sizes, _given(self.roi_size, sizes))]


class RandSpatialCrop(CenterSpatialCrop):
    """`random_size`: from `roi_size` up to `max_roi_size`, or to all there is."""

    def __init__(self, roi_size, max_roi_size=None, random_center=True, random_size=False, lazy=False):
        super().__init__(roi_size)
        self.max_roi_size, self.random_size = max_roi_size, random_size

    def _sizes(self, sizes):
        if not self.random_size:
            return super()._sizes(sizes)
        most = sizes if self.max_roi_size is None else _given(self.max_roi_size, sizes)
        return [_drawn(low, high) for low, high in zip(_given(self.roi_size, sizes), most)]


def _drawn(low, high):
    if not _vramlint.is_known(low) or not _vramlint.is_known(high):
        return _open()
    return low if low == high else _run.between(low, high, high, "the size of a random crop")


class CenterScaleCrop(_Sizing):
    def __init__(self, roi_scale, *args, **options):
        self.roi_scale = roi_scale

    def _sizes(self, sizes):
        return [_scaled(size, scale) for size, scale in zip(sizes, ensure_tuple_rep(self.roi_scale, len(sizes)))]


def _scaled(size, scale):
    if not _vramlint.is_known(size) or not _vramlint.is_known(scale):
        return _open()
    return min(math.ceil(size * scale), size)


class RandScaleCrop(CenterScaleCrop):
    def __init__(self, roi_scale, max_roi_scale=None, random_center=True, random_size=False, lazy=False):
        super().__init__(roi_scale)
        self.max_roi_scale, self.random_size = max_roi_scale, random_size

    def _sizes(self, sizes):
        least = super()._sizes(sizes)
        if not self.random_size:
            return least
        most = sizes if self.max_roi_scale is None else CenterScaleCrop(self.max_roi_scale)._sizes(sizes)
        return [_drawn(low, high) for low, high in zip(least, most)]


class SpatialCrop(_Sizing):
    def __init__(self, roi_center=None, roi_size=None, roi_start=None, roi_end=None, roi_slices=None, lazy=False):
        self.roi_size, self.roi_start, self.roi_end, self.roi_slices = roi_size, roi_start, roi_end, roi_slices

    def _sizes(self, sizes):
        if self.roi_slices is not None:
            return [len(range(*one.indices(size))) if _vramlint.is_known(size) else _open()
                    for one, size in zip(self.roi_slices, sizes)]
        if self.roi_size is not None:
            return CenterSpatialCrop(self.roi_size)._sizes(sizes)
        return [min(size, end) - max(start, 0) for size, start, end in zip(sizes, self.roi_start, self.roi_end)]


Crop = SpatialCrop


class CropForeground(_Sizing):
    """What is not empty: the data tells how much that is; with `k_divisible` padded to multiples."""

    def __init__(self, select_fn=None, channel_indices=None, margin=0, allow_smaller=True, return_coords=False, k_divisible=1,
                 *args, **options):
        self.k_divisible = k_divisible

    def _sizes(self, sizes):
        kept = [_run.between(1, size, size, "what a volume holds beside its empty margins is not known")
                if _vramlint.is_known(size) else _open() for size in sizes]
        return [_up_to_multiple(size, k) for size, k in zip(kept, ensure_tuple_rep(self.k_divisible, len(sizes)))]


class ResizeWithPadOrCrop(_Sizing):
    def __init__(self, spatial_size, *args, **options):
        self.spatial_size = spatial_size

    def _sizes(self, sizes):
        return _given(self.spatial_size, sizes)


class Resize(_Sizing):
    def __init__(self, spatial_size, size_mode="all", *args, **options):
        self.spatial_size, self.size_mode = spatial_size, size_mode

    def _sizes(self, sizes):
        if self.size_mode == "all":
            return _given(self.spatial_size, sizes)
        if not all([_vramlint.is_known(size) for size in sizes]):
            return [_run.between(1, self.spatial_size, self.spatial_size, "how a volume lies is not known") for _ in sizes]
        scale = self.spatial_size / max(sizes)
        return [int(round(size * scale)) for size in sizes]


class RandAffine(_Sizing):
    """Where no size is given the volume keeps its own; so does every transform below."""

    def __init__(self, *args, spatial_size=None, **options):
        self.spatial_size = spatial_size

    def _sizes(self, sizes):
        return sizes if self.spatial_size is None else _given(self.spatial_size, sizes)


class Affine(RandAffine):
    pass


class Rand2DElastic(RandAffine):
    pass


class Rand3DElastic(RandAffine):
    pass


class _Kept(_Sizing):
    """`keep_size`, as by default; else the sizes are drawn."""

    def __init__(self, *args, keep_size=True, **options):
        self.keep_size = keep_size

    def _sizes(self, sizes):
        return sizes if self.keep_size else [_open() for _ in sizes]


class Rotate(_Kept):
    pass


class RandRotate(_Kept):
    pass


class Zoom(_Kept):
    pass


class RandZoom(_Kept):
    pass


class RandRotate90(_Sizing):
    def __init__(self, prob=0.1, max_k=3, spatial_axes=(0, 1), lazy=False):
        self.spatial_axes = spatial_axes

    def _sizes(self, sizes):
        sizes, (one, other) = list(sizes), self.spatial_axes
        if not _run.is_known(sizes[one] == sizes[other]) or sizes[one] != sizes[other]:
            sizes[one] = sizes[other] = _open()
        return sizes


class Rotate90(_Sizing):
    def __init__(self, k=1, spatial_axes=(0, 1), lazy=False):
        self.k, self.spatial_axes = k, spatial_axes

    def _sizes(self, sizes):
        sizes, (one, other) = list(sizes), self.spatial_axes
        if self.k % 2:
            sizes[one], sizes[other] = sizes[other], sizes[one]
        return sizes


class Spacing(_Sizing):
    """How far apart voxels lie in a file is not known."""

    def __init__(self, pixdim, *args, **options):
        self.pixdim = pixdim

    def _sizes(self, sizes):
        if all([_vramlint.is_known(size) for size in sizes]):
            _vramlint.assume("voxels are taken to lie as far apart in the files as `Spacing` wants them")
        return sizes


class Orientation(_Sizing):
    """Which axis is which in a file is not known: as the program wants them."""

    def __init__(self, axcodes=None, *args, **options):
        self.axcodes = axcodes

    def _sizes(self, sizes):
        return sizes


class ResampleToMatch(_Sizing):
    def __call__(self, img, img_dst=None, *args, **options):
        return made(img, img_dst.shape[1:]) if is_tensor(img) and is_tensor(img_dst) else img


# ---------------------------------------------------------------- several of one


class RandSpatialCropSamples(RandSpatialCrop):
    def __init__(self, roi_size, num_samples, max_roi_size=None, random_center=True, random_size=False, lazy=False):
        super().__init__(roi_size, max_roi_size, random_center, random_size)
        self.num_samples = num_samples

    def __call__(self, img, *args, **options):
        return [super(RandSpatialCropSamples, self).__call__(img) for _ in range(self.num_samples)]


class RandCropByPosNegLabel(CenterSpatialCrop):
    def __init__(self, spatial_size, label=None, pos=1.0, neg=1.0, num_samples=1, *args, **options):
        super().__init__(spatial_size)
        self.num_samples = num_samples

    def __call__(self, img, *args, **options):
        return [super(RandCropByPosNegLabel, self).__call__(img) for _ in range(self.num_samples)]


class RandCropByLabelClasses(RandCropByPosNegLabel):
    def __init__(self, spatial_size, ratios=None, label=None, num_classes=None, num_samples=1, *args, **options):
        super().__init__(spatial_size, num_samples=num_samples)


class RandWeightedCrop(RandCropByPosNegLabel):
    def __init__(self, spatial_size, num_samples=1, weight_map=None, *args, **options):
        super().__init__(spatial_size, num_samples=num_samples)


SEVERAL = (RandSpatialCropSamples, RandCropByPosNegLabel, RandCropByLabelClasses, RandWeightedCrop)
ALL = SEVERAL + (
    SpatialPad, Pad, BorderPad, DivisiblePad, CenterSpatialCrop, RandSpatialCrop, CenterScaleCrop, RandScaleCrop, SpatialCrop,
    CropForeground, ResizeWithPadOrCrop, Resize, RandAffine, Affine, Rand2DElastic, Rand3DElastic, Rotate, RandRotate, Zoom,
    RandZoom, RandRotate90, Rotate90, Spacing, Orientation, ResampleToMatch,
)
