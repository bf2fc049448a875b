# How a batch is spread over GPUs (nn/parallel/scatter_gather.py, 1.13 to 2.4).
import torch
from torch.nn.parallel._functions import Gather, Scatter


def scatter(inputs, target_gpus, dim=0):
    def parts_of(each):
        if isinstance(each, torch.Tensor):
            return list(Scatter.apply(target_gpus, None, dim, each))
        if isinstance(each, tuple) and hasattr(each, "_fields"):
            return [type(each)(*args) for args in zip(*map(parts_of, each))]
        if isinstance(each, tuple) and len(each) > 0:
            return list(zip(*map(parts_of, each)))
        if isinstance(each, list) and len(each) > 0:
            return [list(one) for one in zip(*map(parts_of, each))]
        if isinstance(each, dict) and len(each) > 0:
            return [type(each)(one) for one in zip(*map(parts_of, each.items()))]
        return [each for _ in target_gpus]

    return parts_of(inputs)


def scatter_kwargs(inputs, kwargs, target_gpus, dim=0):
    inputs = scatter(inputs, target_gpus, dim) if inputs else []
    kwargs = scatter(kwargs, target_gpus, dim) if kwargs else []
    inputs = list(inputs) + [()] * (len(kwargs) - len(inputs))
    kwargs = list(kwargs) + [{}] * (len(inputs) - len(kwargs))
    return tuple(inputs), tuple(kwargs)


def gather(outputs, target_device, dim=0):
    first = outputs[0]
    if isinstance(first, torch.Tensor):
        return Gather.apply(target_device, dim, *outputs)
    if first is None:
        return None
    if isinstance(first, dict):
        return type(first)([(name, gather([each[name] for each in outputs], target_device, dim)) for name in first])
    made = [gather(list(each), target_device, dim) for each in zip(*outputs)]
    return type(first)(*made) if hasattr(first, "_fields") else type(first)(made)
