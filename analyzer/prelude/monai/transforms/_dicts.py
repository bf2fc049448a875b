# Transforms of dicts: those of arrays, on each of some keys, and what moves items about (monai/transforms/*/dictionary.py, 1.3).
import _vramlint
import torch
from monai.transforms._base import MapTransform
from monai.transforms._sizes import SEVERAL, CropForeground, ResampleToMatch
from monai.utils import ensure_tuple, ensure_tuple_rep

ENDS = ("Dict", "D", "d")


class _OnKeys(MapTransform):
    """`made` of the array's transform, on the items that `keys` names."""

    def __init__(self, keys, *args, allow_missing_keys=False, meta_keys=None, meta_key_postfix=None, **options):
        super().__init__(keys, allow_missing_keys)
        self._transform = self.made(*args, **options)

    def __call__(self, data, *args, **options):
        items = dict(data)
        for key in self.key_iterator(items):
            items[key] = self._transform(items[key])
        return items

    def inverse(self, data):
        return data


class _Several(MapTransform):
    """A list of dicts, each with its own crops."""

    def __init__(self, keys, *args, allow_missing_keys=False, label_key=None, image_key=None, image_threshold=0.0,
                 fg_indices_key=None, bg_indices_key=None, indices_key=None, w_key=None, **options):
        super().__init__(keys, allow_missing_keys)
        if label_key is None and args and isinstance(args[0], str):
            args = args[1:]
        if w_key is None and args and isinstance(args[0], str):
            args = args[1:]
        self._transform = self.made(*args, **options)

    def __call__(self, data, *args, **options):
        made = [dict(data) for _ in range(self._transform.num_samples)]
        for key in self.key_iterator(made[0]):
            for items, crop in zip(made, self._transform(data[key])):
                items[key] = crop
        return made


class CropForegroundd(_OnKeys):
    made = CropForeground

    def __init__(self, keys, source_key, *args, allow_missing_keys=False, start_coord_key=None, end_coord_key=None, **options):
        super().__init__(keys, *args, allow_missing_keys=allow_missing_keys, **options)


class ResampleToMatchd(MapTransform):
    def __init__(self, keys, key_dst, *args, allow_missing_keys=False, **options):
        super().__init__(keys, allow_missing_keys)
        self.key_dst = key_dst

    def __call__(self, data, *args, **options):
        items = dict(data)
        for key in self.key_iterator(items):
            items[key] = ResampleToMatch()(items[key], items[self.key_dst])
        return items


class EnsureTyped(_OnKeys):
    """A type for each key, or one for all."""

    from monai.transforms._values import EnsureType as made

    def __init__(self, keys, data_type="tensor", dtype=None, *args, allow_missing_keys=False, **options):
        MapTransform.__init__(self, keys, allow_missing_keys)
        self._transforms = [self.made(data_type, one, *args, **options) for one in ensure_tuple_rep(dtype, len(self.keys))]

    def __call__(self, data, *args, **options):
        items = dict(data)
        for key, transform in self.key_iterator(items, self._transforms):
            items[key] = transform(items[key])
        return items


class CastToTyped(EnsureTyped):
    def __init__(self, keys, dtype="float32", *args, allow_missing_keys=False, **options):
        super().__init__(keys, "tensor", dtype, allow_missing_keys=allow_missing_keys)


class AsDiscreted(_OnKeys):
    from monai.transforms._values import AsDiscrete as made

    def __init__(self, keys, argmax=False, to_onehot=None, threshold=None, rounding=None, allow_missing_keys=False, **options):
        MapTransform.__init__(self, keys, allow_missing_keys)
        rows = [ensure_tuple_rep(one, len(self.keys)) for one in (argmax, to_onehot, threshold, rounding)]
        self._transforms = [self.made(*row) for row in zip(*rows)]

    __call__ = EnsureTyped.__call__


class ConcatItemsd(MapTransform):
    def __init__(self, keys, name, dim=0, allow_missing_keys=False):
        super().__init__(keys, allow_missing_keys)
        self.name, self.dim = name, dim

    def __call__(self, data):
        items = dict(data)
        items[self.name] = torch.cat([items[key] for key in self.key_iterator(items)], dim=self.dim)
        return items


class CopyItemsd(MapTransform):
    def __init__(self, keys, times=1, names=None, allow_missing_keys=False):
        super().__init__(keys, allow_missing_keys)
        self.names = ensure_tuple(names) if names is not None else tuple(f"{key}_{i}" for i in range(times) for key in self.keys)

    def __call__(self, data):
        items = dict(data)
        for place, name in enumerate(self.names):
            items[name] = items[self.keys[place % len(self.keys)]]
        return items


class DeleteItemsd(MapTransform):
    def __init__(self, keys, *args, **options):
        super().__init__(keys, True)

    def __call__(self, data):
        return {key: value for key, value in dict(data).items() if key not in self.keys}


class SelectItemsd(MapTransform):
    def __call__(self, data):
        return {key: dict(data)[key] for key in self.key_iterator(dict(data))}


class Lambdad(MapTransform):
    def __init__(self, keys, func=None, *args, allow_missing_keys=False, **options):
        super().__init__(keys, allow_missing_keys)
        self.func = ensure_tuple_rep(func, len(self.keys))

    def __call__(self, data):
        items = dict(data)
        for key, func in self.key_iterator(items, self.func):
            items[key] = func(items[key])
        return items


class RandLambdad(Lambdad):
    pass


class Invertd(MapTransform):
    def __init__(self, keys, *args, **options):
        super().__init__(keys, True)

    def __call__(self, data):
        return data


OWN = (CropForegroundd, ResampleToMatchd, EnsureTyped, CastToTyped, AsDiscreted, ConcatItemsd, CopyItemsd, DeleteItemsd,
       SelectItemsd, Lambdad, RandLambdad, Invertd)


def of_array(cls):
    base = _Several if cls in SEVERAL else _OnKeys
    return type(cls.__name__ + "d", (base,), {"made": cls, "__module__": "monai.transforms"})
