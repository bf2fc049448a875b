import math

import torch
from torch.nn import functional as F
from vramlint_openmmlab.syncing import _BatchNormXd, convert_sync_batchnorm, revert_sync_batchnorm


def stack_batch(tensor_list, pad_size_divisor=1, pad_value=0):
    assert isinstance(tensor_list, list), f"Expected input type to be list, but got {type(tensor_list)}"
    assert tensor_list, "`tensor_list` could not be an empty list"
    ranks = {tensor.ndim for tensor in tensor_list}
    assert len(ranks) == 1, f"Expected the dimensions of all tensors must be the same, but got {ranks}"
    rank = tensor_list[0].ndim
    wanted = []
    for dim in range(1, rank):
        largest = max([tensor.shape[dim] for tensor in tensor_list])
        wanted.append(math.ceil(largest / pad_size_divisor) * pad_size_divisor)
    missing = [[size - have for size, have in zip(wanted, tensor.shape[1:])] for tensor in tensor_list]
    if not any([more for each in missing for more in each]):
        return torch.stack(tensor_list)
    padded = []
    for tensor, each in zip(tensor_list, missing):
        pads = []
        for more in reversed(each):
            pads += [0, more]
        padded.append(F.pad(tensor, tuple(pads + [0, 0]), value=pad_value))
    return torch.stack(padded)


def detect_anomalous_params(loss, model):
    return None


def merge_dict(*args):
    output = {}
    for item in args:
        assert isinstance(item, dict), f"all arguments of merge_dict should be a dict, but got {type(item)}"
        output.update(item)
    return output
