# What transforms are: callables on tensors of channels and space, or on dicts of such (monai/transforms/transform.py and
# compose.py, 1.3).
import _vramlint
import torch
from monai.utils import ensure_tuple


class Transform:
    lazy = False


class LazyTransform(Transform):
    def __init__(self, lazy=False):
        self.lazy = lazy


class InvertibleTransform(Transform):
    def inverse(self, data):
        return data


class Randomizable:
    def set_random_state(self, seed=None, state=None):
        return self

    @property
    def R(self):
        return _vramlint.unknown("what a transform draws depends on the run")

    def randomize(self, data=None):
        return None


ThreadUnsafe = Randomizable


class RandomizableTransform(Randomizable, Transform):
    def __init__(self, prob=1.0, do_transform=True):
        self.prob = prob
        self._do_transform = _vramlint.unknown("what a transform draws depends on the run")


class MapTransform(Transform):
    """On the items of a dict that `keys` names."""

    def __init__(self, keys, allow_missing_keys=False):
        self.keys = ensure_tuple(keys)
        self.allow_missing_keys = allow_missing_keys

    def key_iterator(self, data, *others):
        rows = [ensure_tuple(other) for other in others]
        for place, key in enumerate(self.keys):
            if key in data:
                yield (key, *[row[place] for row in rows]) if rows else key
            elif not self.allow_missing_keys:
                raise KeyError(f"Key `{key}` of transform `{type(self).__name__}` was missing in the data"
                               " and allow_missing_keys==False.")


class RandomizableTrait:
    pass


class MultiSampleTrait:
    pass


def apply_transform(transform, data, map_items=True, *args, **options):
    if map_items and _vramlint.is_known(data) and isinstance(data, (list, tuple)):
        return [transform(item) for item in data]
    return transform(data)


class Compose(Randomizable, InvertibleTransform):
    def __init__(self, transforms=None, map_items=True, unpack_items=False, log_stats=False, lazy=False, overrides=None):
        self.transforms = () if transforms is None else ensure_tuple(transforms)
        self.map_items = map_items

    def flatten(self):
        return self

    def __len__(self):
        return len(self.transforms)

    def __call__(self, input_, start=0, end=None, threading=False, lazy=None):
        for transform in self.transforms[start:end]:
            if self.map_items and _vramlint.is_known(input_) and isinstance(input_, (list, tuple)):
                input_ = [transform(item) for item in input_]
            else:
                input_ = transform(input_)
        return input_

    def inverse(self, data):
        return data


class OneOf(Compose):
    """One of several: what the first makes is what any is taken to make."""

    def __init__(self, transforms=None, weights=None, *args, **options):
        super().__init__(transforms)

    def __call__(self, data, *args, **options):
        if not self.transforms:
            return data
        return apply_transform(self.transforms[0], data)


class RandomOrder(Compose):
    pass


class SomeOf(Compose):
    pass


def made(img, sizes, channels=None):
    """A tensor like `img` with the sizes that a transform gives it."""
    return torch.empty([img.shape[0] if channels is None else channels, *sizes], dtype=img.dtype, device="cpu")


def is_tensor(img):
    return _vramlint.is_known(img) and isinstance(img, torch.Tensor)
