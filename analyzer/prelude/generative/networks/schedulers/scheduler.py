"""How much noise there is at each step. The tables are attributes, not buffers: they stay where they were used last."""

import torch
from torch import nn


class _Schedules(dict):
    def __getitem__(self, name):
        if name not in self:
            raise ValueError(f"Component '{name}' not found")
        return self.get(name)


def _linear(num_train_timesteps, beta_start=1e-4, beta_end=2e-2):
    return torch.linspace(beta_start, beta_end, num_train_timesteps, dtype=torch.float32)


def _scaled_linear(num_train_timesteps, beta_start=1e-4, beta_end=2e-2):
    return torch.linspace(beta_start**0.5, beta_end**0.5, num_train_timesteps, dtype=torch.float32) ** 2


def _sigmoid(num_train_timesteps, beta_start=1e-4, beta_end=2e-2, sig_range=6):
    rising = torch.sigmoid(torch.linspace(-sig_range, sig_range, num_train_timesteps))
    return rising * (beta_end - beta_start) + beta_start


def _cosine(num_train_timesteps, s=8e-3):
    return 1.0 - torch.linspace(0, 1, num_train_timesteps)


NoiseSchedules = _Schedules(
    linear_beta=_linear, scaled_linear_beta=_scaled_linear, sigmoid_beta=_sigmoid, cosine=_cosine
)


def unsqueeze_right(arr, ndim):
    return arr[(...,) + (None,) * (ndim - arr.ndim)]


class Scheduler(nn.Module):
    def __init__(self, num_train_timesteps=1000, schedule="linear_beta", **schedule_args):
        super().__init__()
        self.betas = NoiseSchedules[schedule](num_train_timesteps=num_train_timesteps, **schedule_args)
        self.alphas = 1.0 - self.betas
        self.alphas_cumprod = torch.cumprod(self.alphas, dim=0)
        self.num_train_timesteps = num_train_timesteps
        self.one = torch.tensor(1.0)
        self.num_inference_steps = None
        self.timesteps = torch.arange(num_train_timesteps - 1, -1, -1)

    def set_timesteps(self, num_inference_steps, device=None):
        if num_inference_steps > self.num_train_timesteps:
            raise ValueError(
                f"`num_inference_steps` {num_inference_steps} is larger than `num_train_timesteps` "
                f"{self.num_train_timesteps}"
            )
        self.num_inference_steps = num_inference_steps
        self.timesteps = torch.arange(num_inference_steps - 1, -1, -1, device=device)

    def _shares(self, like, timesteps):
        self.alphas_cumprod = self.alphas_cumprod.to(device=like.device, dtype=like.dtype)
        timesteps = timesteps.to(like.device)
        signal = unsqueeze_right(self.alphas_cumprod[timesteps] ** 0.5, like.ndim)
        noise = unsqueeze_right((1 - self.alphas_cumprod[timesteps]) ** 0.5, like.ndim)
        return signal, noise

    def add_noise(self, original_samples, noise, timesteps):
        signal, share = self._shares(original_samples, timesteps)
        return signal * original_samples + share * noise

    def get_velocity(self, sample, noise, timesteps):
        signal, share = self._shares(sample, timesteps)
        return signal * noise - share * sample

    def _original(self, model_output, timestep, sample):
        """The clean sample that a prediction stands for."""
        share = self.alphas_cumprod[timestep]
        kind = str(self.prediction_type)
        if kind == "epsilon":
            clean = (sample - (1 - share) ** 0.5 * model_output) / share**0.5
        elif kind == "sample":
            clean = model_output
        else:
            clean = share**0.5 * sample - (1 - share) ** 0.5 * model_output
        return torch.clamp(clean, *self.clip_sample_values) if self.clip_sample else clean

    def _check(self, prediction_type, clip_sample_min, clip_sample_max):
        if prediction_type not in ("epsilon", "sample", "v_prediction"):
            raise ValueError("Argument `prediction_type` must be epsilon, sample or v_prediction")
        if clip_sample_min >= clip_sample_max:
            raise ValueError("clip_sample_min must be < clip_sample_max")
        self.prediction_type = prediction_type
        self.clip_sample_values = [clip_sample_min, clip_sample_max]
