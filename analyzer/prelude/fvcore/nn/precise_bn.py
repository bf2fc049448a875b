from torch import nn

_KINDS = (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, nn.SyncBatchNorm)


def get_bn_modules(model):
    return [module for module in model.modules() if module.training and isinstance(module, _KINDS)]


def update_bn_stats(model, data_loader, num_iters=200, progress=None):
    """A pass without gradients that sets running statistics."""
    import torch

    if not get_bn_modules(model):
        return
    with torch.no_grad():
        for batch, _ in zip(data_loader, range(num_iters)):
            model(batch)
