"""A convolution with the normalisation after it folded into its weights, for evaluation."""
import torch
from torch import nn


def _fuse(conv, norm):
    weight = conv.weight
    bias = conv.bias if conv.bias is not None else torch.zeros_like(norm.running_mean)
    factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    conv.weight = nn.Parameter((weight * factor.reshape([conv.out_channels, 1, 1, 1])).detach())
    conv.bias = nn.Parameter(((bias - norm.running_mean) * factor + norm.bias).detach())
    return conv


def fuse_conv_bn(module):
    last, last_name = None, None
    for name, child in module.named_children():
        if isinstance(child, (nn.modules.batchnorm._BatchNorm, nn.SyncBatchNorm)):
            if last is not None:
                module._modules[last_name] = _fuse(last, child)
                module._modules[name] = nn.Identity()
                last = None
        elif isinstance(child, nn.Conv2d):
            last, last_name = child, name
        else:
            fuse_conv_bn(child)
    return module
