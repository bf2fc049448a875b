"""Samples of one GPU as one batch."""
import torch
from mmcv.parallel.data_container import DataContainer
from torch.nn import functional as F


def _padded(values, pad_dims, padding_value):
    sizes = [max([value.size(-dim) for value in values]) for dim in range(1, pad_dims + 1)]
    padded = []
    for value in values:
        pads = []
        for dim, size in enumerate(sizes):
            pads += [0, size - value.size(-dim - 1)]
        padded.append(F.pad(value, pads, value=padding_value))
    return torch.stack(padded)


def _collate_containers(batch, samples_per_gpu):
    first = batch[0]
    parts = []
    for start in range(0, len(batch), samples_per_gpu):
        values = [each.data for each in batch[start:start + samples_per_gpu]]
        if first.cpu_only or not first.stack:
            parts.append(values)
        elif first.pad_dims is None:
            parts.append(torch.stack(values))
        else:
            parts.append(_padded(values, first.pad_dims, first.padding_value))
    return DataContainer(parts, first.stack, first.padding_value, cpu_only=first.cpu_only)


def collate(batch, samples_per_gpu=1):
    first = batch[0]
    if isinstance(first, DataContainer):
        return _collate_containers(batch, samples_per_gpu)
    if isinstance(first, dict):
        return {key: collate([each[key] for each in batch], samples_per_gpu) for key in first}
    if isinstance(first, (tuple, list)):
        return [collate(list(samples), samples_per_gpu) for samples in zip(*batch)]
    return torch.stack(batch) if isinstance(first, torch.Tensor) else batch
