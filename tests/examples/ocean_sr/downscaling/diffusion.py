"""Noise schedules in numpy, and the wrapper that trains a network to take the noise out again."""
from functools import partial

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def betas_of(kind, steps, start, end):
    if kind == "linear":
        return np.linspace(float(start), float(end), steps, dtype=np.float64)
    if kind == "quadratic":
        return np.linspace(float(start) ** 0.5, float(end) ** 0.5, steps, dtype=np.float64) ** 2
    raise NotImplementedError(kind)


class Diffusion(nn.Module):
    def __init__(self, network, kind="linear", steps=2000, start=1e-6, end=1e-2, respaced=None):
        super().__init__()
        self.network = network
        betas = betas_of(kind, steps, start, end)
        assert (betas > 0).all() and (betas <= 1).all()
        kept = np.cumprod(1.0 - betas, axis=0)
        kept_before = np.append(1.0, kept[:-1])
        self.steps = int(betas.shape[0])
        self.sqrt_kept_before = np.sqrt(np.append(1.0, kept))
        self.used = sorted(set(np.linspace(0, steps, respaced, endpoint=False, dtype=np.int64).tolist())) if respaced else None
        as_tensor = partial(torch.tensor, dtype=torch.float32)
        self.register_buffer("betas", as_tensor(betas))
        self.register_buffer("kept", as_tensor(kept))
        self.register_buffer("sqrt_kept", as_tensor(np.sqrt(kept)))
        self.register_buffer("sqrt_noise", as_tensor(np.sqrt(1.0 - kept)))
        self.register_buffer("variance", as_tensor(betas * (1.0 - kept_before) / (1.0 - kept)))

    def forward(self, coarse, fine):
        batch = fine.shape[0]
        condition = F.interpolate(coarse, size=fine.shape[2:], mode="bilinear", align_corners=False)
        t = np.random.randint(1, self.steps + 1)
        level = torch.FloatTensor(np.random.uniform(self.sqrt_kept_before[t - 1], self.sqrt_kept_before[t], size=batch))
        level = level.to(fine.device)
        noise = torch.randn_like(fine)
        shaped = level.view(batch, 1, 1, 1)
        noisy = shaped * fine + (1 - shaped ** 2).sqrt() * noise
        found = self.network(torch.cat([condition, noisy], dim=1), level)
        return F.l1_loss(found, noise, reduction="sum") / fine.numel()
