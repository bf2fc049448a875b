from contextlib import contextmanager

import torch


@contextmanager
def _in_mode(networks, training):
    before = [network.training for network in networks]
    for network in networks:
        network.train(training)
    try:
        with torch.set_grad_enabled(training):
            yield networks[0] if len(networks) == 1 else networks
    finally:
        for network, mode in zip(networks, before):
            network.train(mode)


def eval_mode(*networks):
    return _in_mode(networks, False)


def train_mode(*networks):
    return _in_mode(networks, True)


def one_hot(labels, num_classes, dtype=torch.float, dim=1):
    if labels.ndim < dim + 1:
        labels = torch.reshape(labels, list(labels.shape) + [1] * (dim + 1 - labels.ndim))
    shape = list(labels.shape)
    if shape[dim] != 1:
        raise AssertionError("labels should have a channel with length equal to one.")
    shape[dim] = num_classes
    return torch.zeros(size=shape, dtype=dtype, device=labels.device).scatter_(dim=dim, index=labels.long(), value=1)


def normal_init(m, std=0.02, normal_func=None):
    return None
