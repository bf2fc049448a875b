"""Parts of a model that are frozen until an epoch (lightning/pytorch/callbacks/finetuning.py, 2.6): their gradients and the
optimizer's states are not there before."""
from pytorch_lightning.callbacks._plain import Callback, reaches
from torch import nn
from torch.nn.modules.batchnorm import _BatchNorm


def multiplicative(epoch):
    return 2.0


def _own(module):
    """Its parameters without those of the modules in it, which are listed by themselves."""
    return list(module.parameters(recurse=False))


class BaseFinetuning(Callback):
    def __init__(self):
        self._internal_optimizer_metadata = {}

    @staticmethod
    def flatten_modules(modules):
        if isinstance(modules, nn.ModuleDict):
            modules = modules.values()
        if isinstance(modules, nn.Module) and not isinstance(modules, (nn.Sequential, nn.ModuleList)):
            found = list(modules.modules())
        else:
            found = [one for module in modules for one in BaseFinetuning.flatten_modules(module)]
        return [one for one in found if not list(one.children()) or _own(one)]

    @staticmethod
    def filter_params(modules, train_bn=True, requires_grad=True):
        for module in BaseFinetuning.flatten_modules(modules):
            if train_bn or not isinstance(module, _BatchNorm):
                for parameter in _own(module):
                    if parameter.requires_grad == requires_grad:
                        yield parameter

    @staticmethod
    def make_trainable(modules):
        for module in BaseFinetuning.flatten_modules(modules):
            if isinstance(module, _BatchNorm):
                module.track_running_stats = True
            for parameter in _own(module):
                parameter.requires_grad = True

    @staticmethod
    def freeze_module(module):
        if isinstance(module, _BatchNorm):
            module.track_running_stats = False
        for parameter in _own(module):
            parameter.requires_grad = False

    @staticmethod
    def freeze(modules, train_bn=True):
        for module in BaseFinetuning.flatten_modules(modules):
            if train_bn and isinstance(module, _BatchNorm):
                BaseFinetuning.make_trainable(module)
            else:
                BaseFinetuning.freeze_module(module)

    @staticmethod
    def filter_on_optimizer(optimizer, params):
        held = [id(one) for group in optimizer.param_groups for one in group["params"]]
        return [one for one in params if id(one) not in held]

    @staticmethod
    def unfreeze_and_add_param_group(modules, optimizer, lr=None, initial_denom_lr=10.0, train_bn=True):
        BaseFinetuning.make_trainable(modules)
        rate = optimizer.param_groups[0]["lr"] / initial_denom_lr if lr is None else float(lr)
        more = BaseFinetuning.filter_on_optimizer(optimizer, BaseFinetuning.filter_params(modules, train_bn))
        if more:
            optimizer.add_param_group({"params": more, "lr": rate})

    def setup(self, trainer, pl_module, stage):
        self.freeze_before_training(pl_module)

    def on_train_epoch_start(self, trainer, pl_module):
        for optimizer in trainer.optimizers:
            self.finetune_function(pl_module, trainer.current_epoch, optimizer)

    def finetune_function(self, pl_module, epoch, optimizer):
        raise NotImplementedError

    def freeze_before_training(self, pl_module):
        raise NotImplementedError


class BackboneFinetuning(BaseFinetuning):
    def __init__(self, unfreeze_backbone_at_epoch=10, lambda_func=multiplicative, backbone_initial_ratio_lr=0.1,
                 backbone_initial_lr=None, should_align=True, initial_denom_lr=10.0, train_bn=True, verbose=False, rounding=12):
        super().__init__()
        self.unfreeze_backbone_at_epoch = unfreeze_backbone_at_epoch
        self.backbone_initial_ratio_lr = backbone_initial_ratio_lr
        self.backbone_initial_lr = backbone_initial_lr
        self.initial_denom_lr = initial_denom_lr
        self.train_bn = train_bn

    def freeze_before_training(self, pl_module):
        self.freeze(pl_module.backbone)

    def finetune_function(self, pl_module, epoch, optimizer):
        """The rates that it sets later need no memory."""
        if epoch == 0 and reaches(pl_module.trainer, self.unfreeze_backbone_at_epoch, "the backbone is trained"):
            rate = self.backbone_initial_lr
            if rate is None:
                rate = optimizer.param_groups[0]["lr"] * self.backbone_initial_ratio_lr
            self.unfreeze_and_add_param_group(pl_module.backbone, optimizer, rate, train_bn=self.train_bn)
