"""Averaged copies of a model (timm/utils/model_ema.py, 1.0)."""
from copy import deepcopy

import torch
from torch import nn


class ModelEma:
    def __init__(self, model, decay=0.9999, device="", resume=""):
        self.ema = deepcopy(model)
        self.ema.eval()
        self.decay, self.device = decay, device
        if device:
            self.ema.to(device=device)
        self.ema_has_module = hasattr(self.ema, "module")
        for parameter in self.ema.parameters():
            parameter.requires_grad_(False)

    def _load_checkpoint(self, checkpoint_path, mapl_location=None):
        pass

    def update(self, model):
        prefix = "module." if hasattr(model, "module") and not self.ema_has_module else ""
        with torch.no_grad():
            state = model.state_dict()
            for name, kept in self.ema.state_dict().items():
                now = state[prefix + name].detach()
                if self.device:
                    now = now.to(device=self.device)
                kept.copy_(kept * self.decay + (1.0 - self.decay) * now)


class ModelEmaV2(nn.Module):
    def __init__(self, model, decay=0.9999, device=None):
        super().__init__()
        self.module = deepcopy(model)
        self.module.eval()
        self.decay, self.device = decay, device
        if device is not None:
            self.module.to(device=device)

    def _update(self, model, update_fn):
        with torch.no_grad():
            for kept, now in zip(self.module.state_dict().values(), model.state_dict().values()):
                if self.device is not None:
                    now = now.to(device=self.device)
                kept.copy_(update_fn(kept, now))

    def update(self, model, step=None):
        self._update(model, lambda kept, now: self.decay * kept + (1.0 - self.decay) * now)

    def set(self, model):
        self._update(model, lambda kept, now: now)

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)


class ModelEmaV3(ModelEmaV2):
    def __init__(self, model, decay=0.9999, min_decay=0.0, update_after_step=0, use_warmup=False, warmup_gamma=1.0,
                 warmup_power=2 / 3, device=None, foreach=True, exclude_buffers=False):
        super().__init__(model, decay, device)
