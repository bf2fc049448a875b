import torch

from generative.networks.schedulers.scheduler import Scheduler


class DDIMPredictionType:
    EPSILON, SAMPLE, V_PREDICTION = "epsilon", "sample", "v_prediction"


class DDIMScheduler(Scheduler):
    def __init__(
        self,
        num_train_timesteps=1000,
        schedule="linear_beta",
        clip_sample=True,
        set_alpha_to_one=True,
        steps_offset=0,
        prediction_type="epsilon",
        clip_sample_min=-1,
        clip_sample_max=1,
        **schedule_args,
    ):
        super().__init__(num_train_timesteps, schedule, **schedule_args)
        self._check(prediction_type, clip_sample_min, clip_sample_max)
        self.clip_sample = clip_sample
        self.steps_offset = steps_offset
        self.init_noise_sigma = 1.0
        self.final_alpha_cumprod = torch.tensor(1.0) if set_alpha_to_one else self.alphas_cumprod[0]
        self.set_timesteps(num_train_timesteps)

    def step(self, model_output, timestep, sample, eta=0.0, generator=None):
        clean = self._original(model_output, timestep, sample)
        share = self.final_alpha_cumprod
        before = share**0.5 * clean + (1 - share) ** 0.5 * model_output
        if eta > 0:
            before = before + eta * torch.randn(model_output.shape, dtype=model_output.dtype).to(model_output.device)
        return before, clean
