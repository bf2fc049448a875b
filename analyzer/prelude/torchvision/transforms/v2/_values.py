"""Transforms that leave sizes alone, and those that change types (torchvision/transforms/v2, 0.19)."""
import torch
import torch.nn.functional as F
from PIL.Image import Image as Picture
from torchvision import _pictures, transforms, tv_tensors
from torchvision.transforms.v2 import functional
from torchvision.transforms.v2._transform import Transform, flat, is_pure_tensor, mapped


def _as_it_is(*names):
    """With the settings of those of the first kind."""
    return [type(name, (Transform,), {"settings": getattr(getattr(transforms, name, None), "settings", {})}) for name in names]


(RandomHorizontalFlip, RandomVerticalFlip, ColorJitter, RandomAffine, RandomPerspective, RandomErasing, GaussianBlur, RandomInvert,
 RandomPosterize, RandomSolarize, RandomAdjustSharpness, RandomAutocontrast, RandomEqualize, ElasticTransform, AutoAugment,
 RandAugment, TrivialAugmentWide, AugMix, RandomGrayscale) = _as_it_is(
     "RandomHorizontalFlip", "RandomVerticalFlip", "ColorJitter", "RandomAffine", "RandomPerspective", "RandomErasing",
     "GaussianBlur", "RandomInvert", "RandomPosterize", "RandomSolarize", "RandomAdjustSharpness", "RandomAutocontrast",
     "RandomEqualize", "ElasticTransform", "AutoAugment", "RandAugment", "TrivialAugmentWide", "AugMix", "RandomGrayscale")
(RandomPhotometricDistort, RandomChannelPermutation, GaussianNoise, JPEG, Identity, LinearTransformation, ClampBoundingBoxes,
 SetClampingMode) = _as_it_is("RandomPhotometricDistort", "RandomChannelPermutation", "GaussianNoise", "JPEG", "Identity",
                              "LinearTransformation", "ClampBoundingBoxes", "SetClampingMode")


class Normalize(Transform):
    settings = {"mean": None, "std": None, "inplace": False}


class Grayscale(Transform):
    settings = {"num_output_channels": 1}

    def transform(self, inpt, params):
        return functional.rgb_to_grayscale(inpt, self.num_output_channels)


class RGB(Transform):
    def transform(self, inpt, params):
        return functional.grayscale_to_rgb(inpt)


class ToImage(Transform):
    def transform(self, inpt, params):
        return inpt if isinstance(inpt, tv_tensors.TVTensor) else functional.to_image(inpt)

    def forward(self, *inputs):
        """Arrays of numpy are pictures here, too."""
        inputs = inputs if len(inputs) > 1 else inputs[0]
        made = mapped(inputs, lambda leaf: functional.to_image(leaf) if functional._is_array(leaf) else leaf)
        return super().forward(*made) if isinstance(made, tuple) and len(made) > 1 else super().forward(made)


class PILToTensor(Transform):
    def transform(self, inpt, params):
        return functional.pil_to_tensor(inpt) if isinstance(inpt, Picture) else inpt


class ToTensor(Transform):
    def forward(self, *inputs):
        inputs = inputs if len(inputs) > 1 else inputs[0]
        return mapped(inputs, lambda leaf: functional.to_tensor(leaf) if functional._is_array(leaf) or isinstance(leaf, Picture)
                      else leaf)


class ToPILImage(Transform):
    settings = {"mode": None}

    def transform(self, inpt, params):
        is_picture = is_pure_tensor(inpt) or isinstance(inpt, tv_tensors.Image)
        return functional.to_pil_image(inpt, self.mode) if is_picture else inpt


class ToPureTensor(Transform):
    def transform(self, inpt, params):
        return tv_tensors.plain(inpt) if isinstance(inpt, tv_tensors.TVTensor) else inpt


class ToDtype(Transform):
    """By a type for pictures alone, or by the kinds of what is given."""

    settings = {"dtype": None, "scale": False}

    def transform(self, inpt, params):
        dtype = self.dtype
        if isinstance(dtype, torch.dtype):
            if not (is_pure_tensor(inpt) or isinstance(inpt, (tv_tensors.Image, tv_tensors.Video))):
                return inpt
        elif type(inpt) in dtype:
            dtype = dtype[type(inpt)]
        elif "others" in dtype:
            dtype = dtype["others"]
        else:
            raise ValueError(f"No dtype was specified for type {type(inpt)}.")
        return inpt if dtype is None or isinstance(inpt, Picture) else functional.to_dtype(inpt, dtype)


class ConvertImageDtype(Transform):
    settings = {"dtype": torch.float32}

    def transform(self, inpt, params):
        is_picture = is_pure_tensor(inpt) or isinstance(inpt, (tv_tensors.Image, tv_tensors.Video))
        return functional.to_dtype(inpt, self.dtype) if is_picture else inpt


class ConvertBoundingBoxFormat(Transform):
    settings = {"format": None}

    def transform(self, inpt, params):
        is_boxes = isinstance(inpt, tv_tensors.BoundingBoxes)
        return functional.convert_bounding_box_format(inpt, new_format=self.format) if is_boxes else inpt


class Lambda(Transform):
    def __init__(self, lambd, *types):
        super().__init__()
        self.lambd, self.types = lambd, types or (object,)

    def forward(self, *inputs):
        inputs = inputs if len(inputs) > 1 else inputs[0]
        return mapped(inputs, lambda leaf: self.lambd(leaf) if isinstance(leaf, self.types) else leaf)


class UniformTemporalSubsample(Transform):
    settings = {"num_samples": 1}

    def transform(self, inpt, params):
        is_video = isinstance(inpt, tv_tensors.Video) or is_pure_tensor(inpt) and inpt.ndim >= 4
        return functional.uniform_temporal_subsample(inpt, self.num_samples) if is_video else inpt


class SanitizeBoundingBoxes(Transform):
    """Boxes that are too small go, with their labels and masks: how many depends on the data."""

    settings = {"min_size": 1.0, "min_area": 1.0, "labels_getter": "default"}

    def _labels(self, inputs):
        if self.labels_getter is None:
            return ()
        if self.labels_getter != "default":
            made = self.labels_getter(inputs)
            return made if isinstance(made, (list, tuple)) else (made,)
        held = [part for part in (inputs if isinstance(inputs, tuple) else (inputs,)) if isinstance(part, dict)]
        named = [[key for key in part if isinstance(key, str) and key.lower() == "labels"] or
                 [key for key in part if isinstance(key, str) and "label" in key.lower()] for part in held]
        return [part[keys[0]] for part, keys in zip(held, named) if keys]

    def forward(self, *inputs):
        inputs = inputs if len(inputs) > 1 else inputs[0]
        leaves = flat(inputs)
        boxes = [leaf for leaf in leaves if isinstance(leaf, tv_tensors.BoundingBoxes)]
        if not boxes:
            raise ValueError("No bounding boxes were found in the sample")
        labels = [id(one) for one in self._labels(inputs)]
        valid = functional._valid_boxes(boxes[0], self.min_size, self.min_area)

        def kept(leaf):
            goes_along = isinstance(leaf, (tv_tensors.BoundingBoxes, tv_tensors.Mask)) or id(leaf) in labels
            if not goes_along or leaf is None:
                return leaf
            part = tv_tensors.plain(leaf)[valid]
            return tv_tensors.wrap(part, like=leaf) if isinstance(leaf, tv_tensors.TVTensor) else part

        return mapped(inputs, kept)


class MixUp(Transform):
    """Of a batch: labels become shares of all classes (_augment.py)."""

    def __init__(self, *, alpha=1.0, num_classes=None, labels_getter="default"):
        super().__init__(alpha=alpha, num_classes=num_classes, labels_getter=labels_getter)

    def forward(self, *inputs):
        inputs = inputs if len(inputs) > 1 else inputs[0]

        def shared(leaf):
            is_label = is_pure_tensor(leaf) and leaf.ndim == 1 and self.num_classes is not None
            return F.one_hot(leaf, num_classes=self.num_classes).float() if is_label else leaf

        return mapped(inputs, lambda leaf: shared(leaf) if isinstance(leaf, torch.Tensor) else leaf)


class CutMix(MixUp):
    pass
