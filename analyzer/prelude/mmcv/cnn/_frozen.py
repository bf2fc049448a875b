"""Parts of a backbone that do not train."""
from torch import nn


def freeze(module):
    module.eval()
    for param in module.parameters():
        param.requires_grad = False


def still_norms(model):
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.eval()
            if model.bn_frozen:
                for param in module.parameters():
                    param.requires_grad = False
