"""From and to synchronised batch normalisation."""
from torch import nn
from torch.nn.modules.batchnorm import _BatchNorm


class _BatchNormXd(_BatchNorm):
    def _check_input_dim(self, input):
        return None


def revert_sync_batchnorm(module):
    made = module
    if isinstance(module, nn.SyncBatchNorm) or type(module).__module__ == "mmcv.ops.sync_bn":
        made = _BatchNormXd(module.num_features, module.eps, module.momentum, module.affine, module.track_running_stats)
        if module.affine:
            made.weight = module.weight
            made.bias = module.bias
        made.running_mean = module.running_mean
        made.running_var = module.running_var
        made.num_batches_tracked = module.num_batches_tracked
        made.training = module.training
    for name, child in module.named_children():
        made.add_module(name, revert_sync_batchnorm(child))
    return made


def convert_sync_batchnorm(module, implementation="torch"):
    if implementation == "torch":
        return nn.SyncBatchNorm.convert_sync_batchnorm(module)
    from mmcv.ops import SyncBatchNorm
    made = module
    if isinstance(module, _BatchNorm):
        made = SyncBatchNorm(module.num_features, module.eps, module.momentum, module.affine, module.track_running_stats)
        if module.affine:
            made.weight = module.weight
            made.bias = module.bias
        made.running_mean = module.running_mean
        made.running_var = module.running_var
        made.training = module.training
    for name, child in module.named_children():
        made.add_module(name, convert_sync_batchnorm(child, implementation))
    return made
