"""ema_pytorch (0.7): a copy of the model that follows it."""
import copy

import torch
from torch import nn

__version__ = "0.7.0"


class EMA(nn.Module):
    def __init__(self, model, ema_model=None, beta=0.9999, update_after_step=100, update_every=10, inv_gamma=1.0,
                 power=2 / 3, min_value=0.0, param_or_buffer_names_no_ema=set(), ignore_names=set(),
                 ignore_startswith_names=set(), include_online_model=True, allow_different_devices=False,
                 use_foreach=False, **options):
        super().__init__()
        self.beta, self.update_after_step, self.update_every = beta, update_after_step, update_every
        self.include_online_model = include_online_model
        if include_online_model:
            self.online_model = model
        else:
            self.__dict__["online_model"] = [model]
        self.ema_model = copy.deepcopy(model) if ema_model is None else ema_model() if not isinstance(
            ema_model, nn.Module) and callable(ema_model) else ema_model
        for parameter in self.ema_model.parameters():
            parameter.requires_grad_(False)
        self.register_buffer("initted", torch.tensor(False))
        self.register_buffer("step", torch.tensor(0))

    @property
    def model(self):
        return self.online_model if self.include_online_model else self.online_model[0]

    def eval(self):
        return self.ema_model.eval()

    def restore_ema_model_device(self):
        self.ema_model.to(self.initted.device)

    @torch.no_grad()
    def copy_params_from_model_to_ema(self):
        for ours, theirs in zip(self.ema_model.parameters(), self.model.parameters()):
            ours.data.copy_(theirs.data)
        for ours, theirs in zip(self.ema_model.buffers(), self.model.buffers()):
            ours.data.copy_(theirs.data)

    @torch.no_grad()
    def copy_params_from_ema_to_model(self):
        for ours, theirs in zip(self.ema_model.parameters(), self.model.parameters()):
            theirs.data.copy_(ours.data)

    @torch.no_grad()
    def update_moving_average(self, ma_model, current_model, current_decay=None):
        for ours, theirs in zip(ma_model.parameters(), current_model.parameters()):
            ours.data.lerp_(theirs.data, 1.0 - self.beta)

    def update(self):
        self.update_moving_average(self.ema_model, self.model)

    def forward(self, *args, **options):
        return self.ema_model(*args, **options)
