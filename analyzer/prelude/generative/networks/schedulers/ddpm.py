import torch

from generative.networks.schedulers.scheduler import Scheduler


class DDPMVarianceType:
    FIXED_SMALL, FIXED_LARGE, LEARNED, LEARNED_RANGE = "fixed_small", "fixed_large", "learned", "learned_range"


class DDPMPredictionType:
    EPSILON, SAMPLE, V_PREDICTION = "epsilon", "sample", "v_prediction"


class DDPMScheduler(Scheduler):
    def __init__(
        self,
        num_train_timesteps=1000,
        schedule="linear_beta",
        variance_type="fixed_small",
        clip_sample=True,
        prediction_type="epsilon",
        clip_sample_min=-1,
        clip_sample_max=1,
        **schedule_args,
    ):
        super().__init__(num_train_timesteps, schedule, **schedule_args)
        if variance_type not in ("fixed_small", "fixed_large", "learned", "learned_range"):
            raise ValueError("Argument `variance_type` must be a member of `DDPMVarianceType`")
        self._check(prediction_type, clip_sample_min, clip_sample_max)
        self.clip_sample = clip_sample
        self.variance_type = variance_type

    def step(self, model_output, timestep, sample, generator=None):
        if model_output.shape[1] == 2 * sample.shape[1]:
            model_output, _ = torch.split(model_output, sample.shape[1], dim=1)
        clean = self._original(model_output, timestep, sample)
        share = 1 - self.alphas_cumprod[timestep]
        before = self.betas[timestep] / share * clean + self.alphas[timestep] ** 0.5 / share * sample
        noise = torch.randn(model_output.size(), dtype=model_output.dtype).to(model_output.device)
        return before + self.betas[timestep] ** 0.5 * noise, clean
