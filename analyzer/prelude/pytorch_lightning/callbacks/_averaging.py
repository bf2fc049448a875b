"""Callbacks that hold a second, averaged model (lightning/pytorch/callbacks/weight_averaging.py and
stochastic_weight_avg.py, 2.6)."""
import copy

import torch
from pytorch_lightning.callbacks._plain import Callback, reaches
from torch.optim.swa_utils import AveragedModel, get_ema_avg_fn


class _Alone:
    """A module without its trainer and what that holds, as Lightning pickles it (core/module.py, __getstate__)."""

    def __init__(self, module):
        self._module = module

    def __enter__(self):
        names = self._module.__dict__
        self._held = {name: names[name] for name in ("trainer", "logger", "datamodule") if name in names}
        names.update({name: None for name in self._held})
        return self._module

    def __exit__(self, *what):
        self._module.__dict__.update(self._held)


def _tensors(module):
    return list(module.parameters()) + list(module.buffers())


class WeightAveraging(Callback):
    def __init__(self, device=None, use_buffers=True, **kwargs):
        self._device = torch.device(device) if isinstance(device, str) else device
        self._use_buffers = use_buffers
        self._kwargs = kwargs
        self._average_model = None
        self._latest_update_step, self._latest_update_epoch = 0, -1

    def should_update(self, step_idx=None, epoch_idx=None):
        return step_idx is not None

    def setup(self, trainer, pl_module, stage):
        if stage != "fit":
            return
        pl_module.configure_model()
        with _Alone(pl_module) as alone:
            self._average_model = AveragedModel(alone, self._device or pl_module.device, use_buffers=self._use_buffers,
                                                **self._kwargs)

    def on_train_batch_end(self, trainer, pl_module, outputs, batch, batch_idx):
        if trainer.global_step > self._latest_update_step and self.should_update(step_idx=trainer.global_step - 1):
            self._average_model.update_parameters(pl_module)
            self._latest_update_step = trainer.global_step

    def on_train_epoch_end(self, trainer, pl_module):
        if trainer.current_epoch > self._latest_update_epoch and self.should_update(epoch_idx=trainer.current_epoch):
            self._average_model.update_parameters(pl_module)
            self._latest_update_epoch = trainer.current_epoch

    def on_validation_epoch_start(self, trainer, pl_module):
        if self._average_model is None:
            return
        for average, current in zip(_tensors(self._average_model.module), _tensors(pl_module)):
            held = average.data.clone()
            average.data.copy_(current.data)
            current.data.copy_(held)

    on_validation_epoch_end = on_validation_epoch_start


class EMAWeightAveraging(WeightAveraging):
    def __init__(self, device=None, use_buffers=True, decay=0.999, update_every_n_steps=1, update_starting_at_step=None,
                 update_starting_at_epoch=None, **kwargs):
        super().__init__(device, use_buffers, avg_fn=get_ema_avg_fn(decay), **kwargs)
        self.update_every_n_steps = update_every_n_steps
        self.update_starting_at_step = update_starting_at_step
        self.update_starting_at_epoch = update_starting_at_epoch

    def should_update(self, step_idx=None, epoch_idx=None):
        if epoch_idx is not None:
            return self.update_starting_at_epoch is not None and epoch_idx >= self.update_starting_at_epoch
        begin = self.update_starting_at_step
        return (begin is None or step_idx >= begin) and step_idx % self.update_every_n_steps == 0


class StochasticWeightAveraging(Callback):
    def __init__(self, swa_lrs=None, swa_epoch_start=0.8, annealing_epochs=10, annealing_strategy="cos", avg_fn=None,
                 device=torch.device("cpu")):
        self._begin, self._device = swa_epoch_start, device
        self._avg_fn = avg_fn or self.avg_fn
        self._average_model, self._is_placed, self._count = None, False, 0

    @staticmethod
    def avg_fn(averaged_model_parameter, model_parameter, num_averaged):
        return averaged_model_parameter + (model_parameter - averaged_model_parameter) / (num_averaged + 1)

    def setup(self, trainer, pl_module, stage):
        with _Alone(pl_module) as alone:
            self._average_model = copy.deepcopy(alone)

    def on_fit_start(self, trainer, pl_module):
        """A whole number counts from one, a fraction is of the epochs."""
        if isinstance(self._begin, float):
            self._begin = int((trainer.max_epochs or 1000) * self._begin)
        self._averages = reaches(trainer, max(self._begin - 1, 0), "weights are averaged")

    def on_train_epoch_start(self, trainer, pl_module):
        if self._averages:
            self._average(pl_module)

    @torch.no_grad()
    def _average(self, pl_module):
        if not self._is_placed:
            self._average_model = self._average_model.to(self._device or pl_module.device)
            self._is_placed = True
        for average, current in zip(self._average_model.parameters(), pl_module.parameters()):
            value = current.detach().to(average.device)
            average.detach().copy_(value if self._count == 0 else self._avg_fn(average.detach(), value, self._count))
        self._count += 1
