# Transforms of albumentations: pictures and masks are arrays of height, width and channels, boxes and points are lists of
# which only the data tells how many stay (albumentations/core/transforms_interface.py and composition.py, 1.4).
import _run
import _vramlint
from numpy._array import is_array, made

_PICTURES = ("image", "mask", "images", "masks")
_LISTS = ("bboxes", "keypoints")


def edges(picture):
    return picture.shape_[0], picture.shape_[1]


def sized(picture, height, width):
    return made(None, (height, width) + tuple(picture.shape_[2:]), picture._dtype)


class BasicTransform:
    def __init__(self, *args, always_apply=None, p=0.5, **options):
        self.p = p
        self._is_made(*args, **options)

    def _is_made(self, *args, **options):
        pass

    def __call__(self, *args, force_apply=False, **data):
        return self._on_all(data, ())

    def _on_all(self, data, more):
        result = dict(data)
        for name, value in data.items():
            if name in _LISTS:
                result[name] = self._listed(value)
            elif name in _PICTURES or name in more:
                result[name] = self._on(value, "mask" in name or more and more.get(name) == "mask")
        return result

    def _listed(self, value):
        return value

    def _on(self, value, is_mask):
        if isinstance(value, (list, tuple)):
            return [self._on(one, is_mask) for one in value]
        if not _vramlint.is_known(value) or not is_array(value):
            return value
        params = self.get_params()
        return self.apply_to_mask(value, **params) if is_mask else self.apply(value, **params)

    def get_params(self):
        return {}

    def apply(self, img, **params):
        return img

    def apply_to_mask(self, mask, **params):
        return self.apply(mask, **params)

    def add_targets(self, additional_targets):
        pass


class ImageOnlyTransform(BasicTransform):
    def apply_to_mask(self, mask, **params):
        return mask


class NoOp(BasicTransform):
    pass


class DualTransform(BasicTransform):
    """Where it changes sizes: `_size` says to which."""

    def _listed(self, value):
        return _vramlint.unknown("how many boxes or points a transform leaves is not known")

    def apply(self, img, **params):
        height, width = edges(img)
        size = self._size(height, width)
        return img if size is None else sized(img, size[0], size[1])

    def _size(self, height, width):
        return None


class Compose:
    def __init__(self, transforms, bbox_params=None, keypoint_params=None, additional_targets=None, p=1.0, **options):
        self.transforms = list(transforms)
        self.additional_targets = dict(additional_targets or {})
        self.p = p

    def __call__(self, *args, force_apply=False, **data):
        if args:
            raise KeyError("You have to pass data to augmentations as named arguments, for example: aug(image=image)")
        return self._on_all(data, self.additional_targets)

    def _on_all(self, data, more):
        for transform in self.transforms:
            data = transform._on_all(data, more) if hasattr(transform, "_on_all") else transform(**data)
        return data

    def __getitem__(self, item):
        return self.transforms[item]

    def __len__(self):
        return len(self.transforms)

    def __iter__(self):
        return iter(self.transforms)


class ReplayCompose(Compose):
    def __call__(self, *args, force_apply=False, **data):
        return dict(super().__call__(**data), replay={})


class Sequential(Compose):
    pass


class OneOf(Compose):
    """Whichever it is: a size that is not that of all is not known."""

    def _on_all(self, data, more):
        each = [transform._on_all(data, more) for transform in self.transforms]
        return {name: _either([one[name] for one in each]) for name in data} if each else data


class OneOrOther(OneOf):
    def __init__(self, first=None, second=None, transforms=None, p=0.5):
        super().__init__([first, second] if transforms is None else transforms, p=p)


class SomeOf(OneOf):
    def __init__(self, transforms, n=1, replace=True, p=1.0):
        super().__init__(transforms, p=p)


def _either(values):
    first = values[0]
    if not all([_vramlint.is_known(value) and is_array(value) for value in values]):
        return first
    shape = list(first.shape_)
    for value in values[1:]:
        for axis, size in enumerate(value.shape_):
            known = _vramlint.is_known(size) and _vramlint.is_known(shape[axis])
            if not known or size != shape[axis]:
                shape[axis] = _run.some(1, "which of several transforms is taken depends on the run")
    return made(None, shape, first._dtype)


class BboxParams:
    def __init__(self, format, label_fields=None, **options):
        self.format, self.label_fields = format, label_fields


class KeypointParams(BboxParams):
    pass


class Lambda(BasicTransform):
    def _is_made(self, image=None, mask=None, keypoint=None, bbox=None, name=None, **options):
        self._image, self._mask = image, mask

    def apply(self, img, **params):
        return img if self._image is None else self._image(img)

    def apply_to_mask(self, mask, **params):
        return mask if self._mask is None else self._mask(mask)
