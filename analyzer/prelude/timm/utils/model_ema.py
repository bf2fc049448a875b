"""timm/utils/model_ema.py: a copy of the model whose weights follow the model's."""
from copy import deepcopy

import torch


def unwrap_model(model):
    if isinstance(model, ModelEma):
        return unwrap_model(model.ema)
    return model.module if hasattr(model, "module") else model


def get_state_dict(model, unwrap_fn=unwrap_model):
    return unwrap_fn(model).state_dict()


class ModelEma:
    def __init__(self, model, decay=0.9999, device="", resume=""):
        self.ema = deepcopy(model).eval()
        self.decay = decay
        self.device = device
        if device:
            self.ema.to(device=device)
        self.ema_has_module = hasattr(self.ema, "module")
        for parameter in self.ema.parameters():
            parameter.requires_grad_(False)

    def update(self, model):
        with torch.no_grad():
            of_model = unwrap_model(model).state_dict()
            for name, average in unwrap_model(self.ema).state_dict().items():
                value = of_model[name].detach()
                if self.device:
                    value = value.to(device=self.device)
                average.copy_(average * self.decay + (1.0 - self.decay) * value)


class ModelEmaV2(torch.nn.Module):
    def __init__(self, model, decay=0.9999, device=None, **options):
        super().__init__()
        self.module = deepcopy(model).eval()
        self.decay = decay
        self.device = device
        if device is not None:
            self.module.to(device=device)

    def _follow(self, model, follow):
        with torch.no_grad():
            for average, value in zip(self.module.state_dict().values(), model.state_dict().values()):
                if self.device is not None:
                    value = value.to(device=self.device)
                average.copy_(follow(average, value))

    def update(self, model, step=None):
        self._follow(model, lambda average, value: self.decay * average + (1.0 - self.decay) * value)

    def set(self, model):
        self._follow(model, lambda average, value: value)

    def forward(self, *args, **options):
        return self.module(*args, **options)


ModelEmaV3 = ModelEmaV2
