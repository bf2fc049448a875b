# What goes from GPU to GPU (torch/cuda/comm.py, 1.13 to 2.4), as the first of them sees it.
import _vramlint
from torch.nn.parallel._functions import Gather, Scatter, _summed


def broadcast(tensor, devices=None, *, out=None):
    return (tensor,) * len(devices if out is None else out)


def broadcast_coalesced(tensors, devices, buffer_size=10485760):
    return (tuple(tensors),) * len(devices)


def reduce_add(inputs, destination=None):
    return _summed(list(inputs))


def reduce_add_coalesced(inputs, destination=None, buffer_size=10485760):
    return tuple([_summed(list(each)) for each in zip(*inputs)])


def scatter(tensor, devices=None, chunk_sizes=None, dim=0, streams=None, *, out=None):
    return Scatter.apply(devices if out is None else out, chunk_sizes, dim, tensor)


def gather(tensors, dim=0, destination=None, *, out=None):
    return Gather.apply(destination, dim, *tensors)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.cuda.comm' has no attribute '{name}'")
    return _vramlint.unknown(f"torch.cuda.comm.{name} is not modelled")
