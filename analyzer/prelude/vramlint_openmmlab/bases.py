"""torch's base classes under the names that mmcv and mmengine give them."""
import torch
from torch import nn
from torch.nn.modules.batchnorm import _BatchNorm
from torch.nn.modules.conv import _ConvNd
from torch.nn.modules.instancenorm import _InstanceNorm

TORCH_VERSION = torch.__version__
SyncBatchNorm = nn.SyncBatchNorm
_ConvTransposeMixin = nn.ConvTranspose2d.__mro__[1]


def is_rocm_pytorch():
    return False


def torch_meshgrid(*tensors):
    return torch.meshgrid(*tensors, indexing="ij")


def is_jit_tracing():
    return False


def load_url(url, *args, **kwargs):
    return torch.load(url)


def tensor2imgs(tensor, mean=None, std=None, to_rgb=True):
    import _vramlint
    return _vramlint.unknown("images are not made from tensors")


def has_batch_norm(model):
    return any([isinstance(module, _BatchNorm) for module in model.modules()])


def is_norm(layer, exclude=None):
    if exclude is not None:
        exclude = exclude if isinstance(exclude, tuple) else (exclude,)
        if not all([isinstance(cls, type) for cls in exclude]):
            raise TypeError(f'"exclude" must be either None or type or a tuple of types, but got {type(exclude)}: {exclude}')
        if isinstance(layer, exclude):
            return False
    return isinstance(layer, (_BatchNorm, _InstanceNorm, nn.GroupNorm, nn.LayerNorm))
