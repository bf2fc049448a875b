"""What a transform of the second kind is given: anything that holds pictures and what belongs to them
(torchvision/transforms/v2/_transform.py, 0.19)."""
import _vramlint
import torch
from PIL.Image import Image as Picture
from torch.nn import Module
from torchvision import tv_tensors


def is_pure_tensor(value):
    return isinstance(value, torch.Tensor) and not isinstance(value, tv_tensors.TVTensor)


def is_picture(value):
    return isinstance(value, (tv_tensors.Image, tv_tensors.Video, Picture))


def flat(value):
    """All that stands in it, in its order."""
    if not _vramlint.is_known(value):
        return [value]
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in flat(item)]
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in flat(item)]
    return [value]


def mapped(value, function):
    if not _vramlint.is_known(value):
        return function(value)
    if isinstance(value, dict):
        return type(value)({key: mapped(item, function) for key, item in value.items()})
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[mapped(item, function) for item in value])
    if isinstance(value, (list, tuple)):
        return type(value)([mapped(item, function) for item in value])
    return function(value)


def taken(leaves):
    """Which are transformed: of plain tensors the first, where nothing else is a picture."""
    has_picture, found = any([is_picture(leaf) for leaf in leaves]), []
    for leaf in leaves:
        if is_pure_tensor(leaf):
            found.append(not has_picture)
            has_picture = True
        else:
            found.append(isinstance(leaf, (tv_tensors.TVTensor, Picture)))
    return found


class Transform(Module):
    settings = {}  # its arguments in their order

    def __init__(self, *args, **options):
        super().__init__()
        for name, value in {**self.settings, **dict(zip(self.settings, args)), **options}.items():
            setattr(self, name, value)

    def check_inputs(self, flat_inputs):
        return None

    def make_params(self, flat_inputs):
        return self._get_params(flat_inputs)

    def _get_params(self, flat_inputs):
        return {}

    def transform(self, inpt, params):
        return self._transform(inpt, params)

    def _transform(self, inpt, params):
        return inpt

    def forward(self, *inputs):
        inputs = inputs if len(inputs) > 1 else inputs[0]
        leaves = flat(inputs)
        self.check_inputs(leaves)
        chosen = taken(leaves)
        params = self.make_params([leaf for leaf, is_taken in zip(leaves, chosen) if is_taken])
        done = iter([self.transform(leaf, params) if is_taken else leaf for leaf, is_taken in zip(leaves, chosen)])
        return mapped(inputs, lambda leaf: next(done))
