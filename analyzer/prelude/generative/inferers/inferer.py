import torch


class DiffusionInferer:
    def __init__(self, scheduler):
        self.scheduler = scheduler

    def _check(self, mode):
        if mode not in ("crossattn", "concat"):
            raise NotImplementedError(f"{mode} condition is not supported")

    def __call__(
        self, inputs, diffusion_model, noise, timesteps, condition=None, mode="crossattn", seg=None
    ):
        self._check(mode)
        noisy = self.scheduler.add_noise(original_samples=inputs, noise=noise, timesteps=timesteps)
        if mode == "concat":
            noisy, condition = torch.cat([noisy, condition], dim=1), None
        return diffusion_model(x=noisy, timesteps=timesteps, context=condition)

    @torch.no_grad()
    def sample(
        self,
        input_noise,
        diffusion_model,
        scheduler=None,
        save_intermediates=False,
        intermediate_steps=100,
        conditioning=None,
        mode="crossattn",
        verbose=True,
        seg=None,
    ):
        """Two steps show what every step does."""
        self._check(mode)
        scheduler = scheduler or self.scheduler
        image, intermediates = input_noise, []
        for timestep in (1, 0):
            steps = torch.Tensor((timestep,)).to(input_noise.device)
            joined = mode == "concat"
            given = torch.cat([image, conditioning], dim=1) if joined else image
            output = diffusion_model(given, timesteps=steps, context=None if joined else conditioning)
            image, _ = scheduler.step(output, timestep, image)
            if save_intermediates:
                intermediates.append(image)
        return (image, intermediates) if save_intermediates else image


class LatentDiffusionInferer(DiffusionInferer):
    """Encodes on its own, whatever the training step has encoded before."""

    def __init__(self, scheduler, scale_factor=1.0, ldm_latent_shape=None, autoencoder_latent_shape=None):
        super().__init__(scheduler)
        self.scale_factor = scale_factor
        if (ldm_latent_shape is None) != (autoencoder_latent_shape is None):
            raise ValueError("ldm_latent_shape and autoencoder_latent_shape are given together, or neither is")
        self.ldm_latent_shape = ldm_latent_shape
        self.autoencoder_latent_shape = autoencoder_latent_shape

    def _resized(self, latent, shape):
        """Padded or cropped around the middle."""
        if shape is None:
            return latent
        margins = []
        for wanted, there in zip(reversed(tuple(shape)), reversed(latent.shape[2:])):
            before = (wanted - there) // 2
            margins += [before, wanted - there - before]
        return torch.nn.functional.pad(latent, margins)

    def __call__(
        self,
        inputs,
        autoencoder_model,
        diffusion_model,
        noise,
        timesteps,
        condition=None,
        mode="crossattn",
        seg=None,
        quantized=True,
    ):
        with torch.no_grad():
            latent = autoencoder_model.encode_stage_2_inputs(inputs) * self.scale_factor
        latent = self._resized(latent, self.ldm_latent_shape)
        return super().__call__(
            inputs=latent,
            diffusion_model=diffusion_model,
            noise=noise,
            timesteps=timesteps,
            condition=condition,
            mode=mode,
        )

    @torch.no_grad()
    def sample(
        self, input_noise, autoencoder_model, diffusion_model, scheduler=None, save_intermediates=False, **options
    ):
        made = super().sample(input_noise, diffusion_model, scheduler, save_intermediates, **options)
        latent = made[0] if save_intermediates else made
        latent = self._resized(latent, self.autoencoder_latent_shape)
        image = autoencoder_model.decode_stage_2_outputs(latent / self.scale_factor)
        return (image, made[1]) if save_intermediates else image
