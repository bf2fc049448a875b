import inspect

import _vramlint
from torch import nn

from pytorch_lightning.hyperparameters import HyperparametersMixin


class LightningModule(HyperparametersMixin, nn.Module):
    automatic_optimization = True

    @classmethod
    def load_from_checkpoint(cls, checkpoint_path, map_location=None, hparams_file=None, strict=None, **given):
        """What is given here wins over what the checkpoint's hyper-parameters say (core/saving.py, 1.9 to 2.4)."""
        parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]
        for one in parameters:
            if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) or one.name in given:
                continue
            if one.default is one.empty:
                given[one.name] = _vramlint.unknown("the hyper-parameters of a checkpoint are not read")
            else:
                _vramlint.assume("a checkpoint's network is made with its constructor's defaults, where no others are given")
        return cls(**given)

    def __init__(self, *args, **kwargs):
        super().__init__()
        self._made_optimizers = None
        self.current_epoch = 0
        self.global_step = 0
        self.trainer = None
        self.logger = None

    @property
    def device(self):
        import torch

        return torch.device("cuda", 0)

    @property
    def global_rank(self):
        return 0

    def optimizers(self, use_pl_optimizer=True):
        if self.trainer is not None:
            made = self.trainer.optimizers
            return made[0] if len(made) == 1 else made
        if self._made_optimizers is None:
            self._made_optimizers = self.configure_optimizers()
        made = self._made_optimizers
        return made["optimizer"] if isinstance(made, dict) else made

    def lr_schedulers(self):
        made = [] if self.trainer is None else self.trainer._schedulers
        return None if not made else made[0] if len(made) == 1 else made

    def configure_optimizers(self):
        return None

    def configure_callbacks(self):
        return []

    def manual_backward(self, loss, *args, **kwargs):
        scaler = None if self.trainer is None else self.trainer.scaler
        (loss if scaler is None else scaler.scale(loss)).backward(*args, **kwargs)

    def backward(self, loss):
        loss.backward()

    def optimizer_zero_grad(self, epoch, batch_idx, optimizer):
        optimizer.zero_grad()

    def optimizer_step(self, epoch, batch_idx, optimizer, optimizer_closure=None):
        optimizer.step(closure=optimizer_closure)

    def configure_gradient_clipping(self, optimizer, gradient_clip_val=None, gradient_clip_algorithm=None):
        self.clip_gradients(optimizer, gradient_clip_val, gradient_clip_algorithm)

    def clip_gradients(self, optimizer, gradient_clip_val=None, gradient_clip_algorithm=None):
        from pytorch_lightning.trainer import _making

        _making.clip(self.trainer, optimizer, gradient_clip_val, gradient_clip_algorithm)

    def toggle_optimizer(self, optimizer, optimizer_idx=None):
        own = [id(one) for group in optimizer.param_groups for one in group["params"]]
        self._frozen = [one for one in self.parameters() if one.requires_grad and id(one) not in own]
        for parameter in self._frozen:
            parameter.requires_grad = False

    def untoggle_optimizer(self, optimizer=None):
        for parameter in self.__dict__.pop("_frozen", []):
            parameter.requires_grad = True

    def all_gather(self, data, group=None, sync_grads=False):
        from pytorch_lightning.trainer import _placing

        return _placing.gathered(self.trainer, data, sync_grads)

    def transfer_batch_to_device(self, batch, device, dataloader_idx=0):
        from pytorch_lightning.trainer import _placing

        return _placing.moved(batch)

    def on_before_batch_transfer(self, batch, dataloader_idx=0):
        return batch

    on_after_batch_transfer = on_before_batch_transfer

    def validation_step(self, *args, **kwargs):
        return None

    def freeze(self):
        for parameter in self.parameters():
            parameter.requires_grad = False
        self.eval()

    def unfreeze(self):
        for parameter in self.parameters():
            parameter.requires_grad = True
        self.train()

    def log(self, *args, **kwargs):
        return None

    log_dict = print = log
    on_fit_start = on_fit_end = on_train_start = on_train_end = log
    on_train_epoch_start = on_train_epoch_end = on_train_batch_start = on_train_batch_end = log
    on_validation_batch_start = on_validation_batch_end = lr_scheduler_step = log
    on_validation_start = on_validation_end = on_validation_epoch_start = on_validation_epoch_end = log
    on_before_optimizer_step = on_before_backward = on_after_backward = on_before_zero_grad = log
    on_save_checkpoint = on_load_checkpoint = setup = teardown = prepare_data = configure_model = log
    train_dataloader = val_dataloader = test_dataloader = log
