from copy import deepcopy

import torch
from torch import nn


class BaseAveragedModel(nn.Module):
    def __init__(self, model, interval=1, device=None, update_buffers=False):
        super().__init__()
        self.module = deepcopy(model).requires_grad_(False)
        self.interval = interval
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("steps", torch.tensor(0, dtype=torch.long, device=device))
        self.update_buffers = update_buffers
        self.avg_parameters = self.module.state_dict() if update_buffers else dict(self.module.named_parameters())

    def avg_func(self, averaged_param, source_param, steps):
        raise NotImplementedError

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        # A step of the steady state, which is every `interval`-th.
        source = model.state_dict() if self.update_buffers else dict(model.named_parameters())
        for name, average in self.avg_parameters.items():
            if average.dtype.is_floating_point:
                self.avg_func(average.data, source[name].data.to(average.device), self.steps)
        if not self.update_buffers:
            for average, buffer in zip(self.module.buffers(), model.buffers()):
                average.data.copy_(buffer.data.to(average.device))
        self.steps += 1


class StochasticWeightAverage(BaseAveragedModel):
    def avg_func(self, averaged_param, source_param, steps):
        averaged_param.add_(source_param - averaged_param, alpha=1)


class ExponentialMovingAverage(BaseAveragedModel):
    def __init__(self, model, momentum=0.0002, interval=1, device=None, update_buffers=False):
        super().__init__(model, interval, device, update_buffers)
        assert 0.0 < momentum < 1.0, f"momentum must be in range (0.0, 1.0)but got {momentum}"
        self.momentum = momentum

    def avg_func(self, averaged_param, source_param, steps):
        averaged_param.lerp_(source_param, self.momentum)


class MomentumAnnealingEMA(ExponentialMovingAverage):
    def __init__(self, model, momentum=0.0002, gamma=100, interval=1, device=None, update_buffers=False):
        super().__init__(model=model, momentum=momentum, interval=interval, device=device, update_buffers=update_buffers)
        assert gamma > 0, f"gamma must be greater than 0, but got {gamma}"
        self.gamma = gamma
