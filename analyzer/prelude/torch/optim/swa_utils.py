# Averaged models (torch/optim/swa_utils.py, 1.13 to 2.4).
import copy
import math

import _vramlint
import torch
from torch.nn.modules.module import Module
from torch.optim.lr_scheduler import LRScheduler


def get_ema_multi_avg_fn(decay=0.999):
    @torch.no_grad()
    def update(averages, values, count):
        for average, value in zip(averages, values):
            average.lerp_(value, 1 - decay)
    return update


def get_swa_multi_avg_fn():
    @torch.no_grad()
    def update(averages, values, count):
        for average, value in zip(averages, values):
            if average.is_floating_point():
                average.lerp_(value, 1 / (count + 1))
            else:
                average.copy_(average + (value - average) / (count + 1))
    return update


def get_ema_avg_fn(decay=0.999):
    return lambda average, value, count: decay * average + (1 - decay) * value


def get_swa_avg_fn():
    return lambda average, value, count: average + (value - average) / (count + 1)


class AveragedModel(Module):
    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        assert avg_fn is None or multi_avg_fn is None, "Only one of avg_fn and multi_avg_fn should be provided"
        self.module = copy.deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=torch.long, device=device))
        self.avg_fn = get_swa_avg_fn() if avg_fn is None and not _vramlint.torch_at_least(2, 0) else avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def _averaged(self, model):
        values = list(model.parameters())
        return values + list(model.buffers()) if self.use_buffers else values

    def update_parameters(self, model):
        pairs = [(average.detach(), value.detach().to(average.device))
                 for average, value in zip(self._averaged(self.module), self._averaged(model))]
        several = self.multi_avg_fn or (get_swa_multi_avg_fn() if self.avg_fn is None else None)
        # The first update copies, which takes less than the later ones.
        if several is not None:
            several([average for average, _ in pairs], [value for _, value in pairs], self.n_averaged)
        else:
            for average, value in pairs:
                average.copy_(self.avg_fn(average, value, self.n_averaged))
        self.n_averaged += 1


@torch.no_grad()
def update_bn(loader, model, device=None):
    from torch.nn.modules.batchnorm import _BatchNorm
    norms = [module for module in model.modules() if isinstance(module, _BatchNorm)]
    if not norms:
        return
    was_training = model.training
    momenta = [norm.momentum for norm in norms]
    model.train()
    for norm in norms:
        norm.momentum = None
    for batch in loader:
        if isinstance(batch, (list, tuple)):
            batch = batch[0]
        model(batch if device is None else batch.to(device))
    for norm, momentum in zip(norms, momenta):
        norm.momentum = momentum
    model.train(was_training)


class SWALR(LRScheduler):
    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must by one of 'cos' or 'linear', instead got {anneal_strategy}")
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self.anneal_epochs = anneal_epochs
        self.anneal_func = self._cosine if anneal_strategy == "cos" else lambda t: t
        rates = swa_lr if isinstance(swa_lr, (list, tuple)) else [swa_lr] * len(optimizer.param_groups)
        if len(rates) != len(optimizer.param_groups):
            raise ValueError(f"expected {len(optimizer.param_groups)} values for swa_lr, got {len(rates)}")
        for rate, group in zip(rates, optimizer.param_groups):
            group["swa_lr"] = rate
        super().__init__(optimizer, last_epoch)

    @staticmethod
    def _cosine(t):
        return (1 - math.cos(math.pi * t)) / 2

    def get_lr(self):
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        whole = max(1, self.anneal_epochs)
        before = self.anneal_func(max(0, min(1, (step - 1) / whole)))
        now = self.anneal_func(max(0, min(1, step / whole)))
        rates = []
        for group in self.optimizer.param_groups:
            start = group["swa_lr"] if before == 1 else (group["lr"] - before * group["swa_lr"]) / (1 - before)
            rates.append(group["swa_lr"] * now + start * (1 - now))
        return rates
