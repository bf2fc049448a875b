# Transforms that keep sizes, or change channels and types alone (monai/transforms/intensity, utility, post and io, 1.3).
import _run
import _vramlint
import numpy
import torch
from monai.transforms._base import Transform, is_tensor, made
from monai.utils import ensure_tuple
from vramlint_data import PICTURES, VOLUMES, said

KEPT = frozenset(
    """RandGaussianNoise RandRicianNoise ShiftIntensity RandShiftIntensity StdShiftIntensity RandStdShiftIntensity
    ScaleIntensityFixedMean RandScaleIntensityFixedMean RandScaleIntensity RandBiasField NormalizeIntensity
    ThresholdIntensity ScaleIntensityRange ClipIntensityPercentiles AdjustContrast RandAdjustContrast ScaleIntensity
    ScaleIntensityRangePercentiles SavitzkyGolaySmooth MedianSmooth GaussianSmooth RandGaussianSmooth GaussianSharpen
    RandGaussianSharpen RandHistogramShift GibbsNoise RandGibbsNoise KSpaceSpikeNoise RandKSpaceSpikeNoise
    RandCoarseDropout RandCoarseShuffle HistogramNormalize IntensityRemap RandIntensityRemap MaskIntensity
    ForegroundMask Flip RandFlip RandAxisFlip GridDistortion RandGridDistortion RandSimulateLowResolution Identity
    RandIdentity DataStats SimulateDelay MapLabelValue IntensityStats KeepLargestConnectedComponent
    RemoveSmallObjects LabelFilter FillHoles LabelToContour RandSmoothFieldAdjustContrast
    RandSmoothFieldAdjustIntensity RandSmoothDeform SpatialResample ImageFilter RandImageFilter ToDevice""".split()
)


class Kept(Transform):
    def __init__(self, *args, **options):
        pass

    def __call__(self, img, *args, **options):
        return img

    def inverse(self, data):
        return data


class LoadImage(Transform):
    """Three sizes where nothing is said of a file, two where it is a picture."""

    def __init__(self, reader=None, image_only=True, dtype=numpy.float32, ensure_channel_first=False, *args, **options):
        self.dtype, self.ensure_channel_first = _torch_type(dtype, torch.float32), ensure_channel_first

    def __call__(self, filename, reader=None):
        stated = said(filename, VOLUMES + PICTURES)
        end = _run.end(filename) if not _vramlint.is_known(filename) else str(filename)
        rank = 2 if end.lower().endswith(PICTURES) else 3
        sizes = stated[1] if stated else [_run.some(1, "the size of a volume in a file is not known")] * rank
        img = torch.empty(list(sizes), dtype=self.dtype, device="cpu")
        return EnsureChannelFirst()(img) if self.ensure_channel_first else img


class EnsureChannelFirst(Transform):
    """Volumes in files have no channels, or they come last: more than three sizes, or a third of up to four."""

    def __init__(self, strict_check=True, channel_dim=None):
        self.channel_dim = channel_dim

    def __call__(self, img, *args, **options):
        if not is_tensor(img):
            return img
        place = self.channel_dim
        if place == "no_channel" or place is None and not _ends_in_channels(img.shape):
            return img.unsqueeze(0)
        return img.movedim(-1 if place is None else place, 0)


def _ends_in_channels(sizes):
    return len(sizes) > 3 or len(sizes) == 3 and _vramlint.is_known(sizes[-1]) and sizes[-1] <= 4


class AddChannel(Transform):
    def __call__(self, img):
        return img.unsqueeze(0) if is_tensor(img) else img


class AsChannelFirst(EnsureChannelFirst):
    def __init__(self, channel_dim=-1):
        super().__init__(channel_dim=channel_dim)


class AsChannelLast(Transform):
    def __init__(self, channel_dim=0):
        self.channel_dim = channel_dim

    def __call__(self, img):
        return img.movedim(self.channel_dim, -1) if is_tensor(img) else img


class RepeatChannel(Transform):
    def __init__(self, repeats):
        self.repeats = repeats

    def __call__(self, img):
        return made(img, img.shape[1:], img.shape[0] * self.repeats) if is_tensor(img) else img


class SqueezeDim(Transform):
    def __init__(self, dim=0, update_meta=True):
        self.dim = dim

    def __call__(self, img):
        if not is_tensor(img):
            return img
        return img.squeeze() if self.dim is None else img.squeeze(self.dim)


class Transpose(Transform):
    def __init__(self, indices):
        self.indices = indices

    def __call__(self, img):
        if not is_tensor(img):
            return img
        return img.permute(tuple(reversed(range(img.dim()))) if self.indices is None else tuple(self.indices))


def _torch_type(dtype, default):
    if dtype is None or isinstance(dtype, torch.dtype):
        return dtype
    return getattr(torch, numpy.dtype(dtype).name, default)


class CastToType(Transform):
    def __init__(self, dtype=numpy.float32):
        self.dtype = _torch_type(dtype, torch.float32)

    def __call__(self, img, dtype=None):
        wanted = self.dtype if dtype is None else _torch_type(dtype, torch.float32)
        return img.to(wanted) if is_tensor(img) else img


class EnsureType(Transform):
    def __init__(self, data_type="tensor", dtype=None, device=None, *args, **options):
        self.dtype, self.device = _torch_type(dtype, torch.float32), device

    def __call__(self, data, dtype=None):
        if _vramlint.is_known(data) and not isinstance(data, torch.Tensor) and hasattr(data, "__array__"):
            data = torch.as_tensor(data)
        return data.to(dtype=self.dtype, device=self.device) if is_tensor(data) else data


class ToTensor(EnsureType):
    def __init__(self, dtype=None, device=None, *args, **options):
        super().__init__("tensor", dtype, device)


class ToNumpy(Transform):
    def __init__(self, dtype=None, *args, **options):
        self.dtype = dtype

    def __call__(self, img):
        return img.numpy() if is_tensor(img) else img


class Lambda(Transform):
    def __init__(self, func=None, *args, **options):
        self.func = func

    def __call__(self, img, *args, **options):
        return self.func(img)


class RandLambda(Lambda):
    def __init__(self, func=None, prob=1.0, *args, **options):
        super().__init__(func)


class TorchVision(Transform):
    def __init__(self, name, *args, **options):
        import torchvision

        self.trans = getattr(torchvision.transforms, name)(*args, **options)

    def __call__(self, img):
        return self.trans(img)


class ConvertToMultiChannelBasedOnBratsClasses(Transform):
    """Tumour core, whole tumour and enhancing tumour."""

    def __call__(self, img):
        if not is_tensor(img):
            return img
        has_channel = img.dim() == 4 and _vramlint.is_known(img.shape[0]) and img.shape[0] == 1
        return torch.empty([3, *(img.shape[1:] if has_channel else img.shape)], dtype=torch.bool, device="cpu")


class LabelToMask(Transform):
    def __init__(self, select_labels, merge_channels=False):
        self.merge_channels = merge_channels

    def __call__(self, img, *args, **options):
        return made(img, img.shape[1:], 1 if self.merge_channels else None).bool() if is_tensor(img) else img


class AsDiscrete(Transform):
    def __init__(self, argmax=False, to_onehot=None, threshold=None, rounding=None, **options):
        self.argmax, self.to_onehot, self.threshold = argmax, to_onehot, threshold

    def __call__(self, img, argmax=None, to_onehot=None, threshold=None, rounding=None):
        if not is_tensor(img):
            return img
        if self.argmax if argmax is None else argmax:
            img = torch.argmax(img, dim=0, keepdim=True)
        classes = self.to_onehot if to_onehot is None else to_onehot
        if classes is not None and classes is not False:
            img = torch.empty([classes, *img.shape[1:]], dtype=img.dtype, device=img.device)
        if (self.threshold if threshold is None else threshold) is not None:
            img = img >= (self.threshold if threshold is None else threshold)
        return img.float()


class Activations(Transform):
    def __init__(self, sigmoid=False, softmax=False, other=None, **options):
        self.sigmoid, self.softmax, self.other = sigmoid, softmax, other

    def __call__(self, img, sigmoid=None, softmax=None, other=None):
        if not is_tensor(img):
            return img
        img = torch.sigmoid(img.float()) if sigmoid or self.sigmoid else img
        img = torch.softmax(img.float(), dim=0) if softmax or self.softmax else img
        other = other or self.other
        return img if other is None else other(img)


class SaveImage(Kept):
    pass


class SplitDim(Transform):
    def __init__(self, dim=-1, keepdim=True, update_meta=True):
        self.dim, self.keepdim = dim, keepdim

    def __call__(self, img):
        parts = torch.split(img, 1, self.dim)
        return list(parts) if self.keepdim else [part.squeeze(self.dim) for part in parts]


ALL = (
    LoadImage, EnsureChannelFirst, AddChannel, AsChannelFirst, AsChannelLast, RepeatChannel, SqueezeDim, Transpose, CastToType,
    EnsureType, ToTensor, ToNumpy, Lambda, RandLambda, TorchVision, ConvertToMultiChannelBasedOnBratsClasses, LabelToMask,
    AsDiscrete, Activations, SaveImage, SplitDim,
)
