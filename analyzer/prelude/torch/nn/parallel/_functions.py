# What DataParallel is made of (nn/parallel/_functions.py, 1.13 to 2.4), as the first GPU sees it: what it sends the others are
# theirs, and what it gets of itself is what it has.
import _vramlint
from torch.autograd import Function


def _summed(parts):
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


class Broadcast(Function):
    @classmethod
    def apply(cls, target_gpus, *inputs):
        return tuple(inputs) * max(len(target_gpus), 1) if inputs else ()


class ReduceAddCoalesced(Function):
    @classmethod
    def apply(cls, destination, num_inputs, *grads):
        return tuple([_summed(grads[i::num_inputs]) for i in range(num_inputs)])


class Gather(Function):
    @classmethod
    def apply(cls, target_device, dim, *inputs):
        import torch
        if all([_vramlint.is_known(one) and one.dim() == 0 for one in inputs]):
            inputs = [one.view(1) for one in inputs]
        return torch.cat(list(inputs), dim)


class Scatter(Function):
    @classmethod
    def apply(cls, target_gpus, chunk_sizes, dim, input):
        ways = max(len(target_gpus), 1)
        parts = input.chunk(ways, dim) if chunk_sizes is None else input.split(list(chunk_sizes), dim)
        return (parts[0].cuda(),) + tuple(parts[1:])


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.nn.parallel._functions' has no attribute '{name}'")
    return _vramlint.unknown(f"torch.nn.parallel._functions.{name} is not modelled")
