"""The networks and training steps of coarse2fine-pcgen, around its own classes."""

import importlib
import pathlib

import torch
import torch.nn.functional as F
from torch.cuda.amp import GradScaler, autocast

from generative.inferers import LatentDiffusionInferer
from generative.losses import PatchAdversarialLoss, PerceptualLoss
from generative.networks.nets import VQVAE, AutoencoderKL, DiffusionModelUNet, PatchDiscriminator
from generative.networks.schedulers import DDPMScheduler

DEVICE = torch.device("cuda")


def program(name):
    return importlib.import_module("monai_diffusion." + name)


def loader(*tensors, names=("image",)):
    return [dict(zip(names, tensors))]


# The autoencoder and its discriminator


def autoencoder(cfg):
    ae = cfg.autoencoder
    factors = ae.get("downsample_factors", None)
    return AutoencoderKL(
        spatial_dims=ae["spatial_dims"],
        in_channels=ae["in_channels"],
        out_channels=ae["out_channels"],
        num_channels=tuple(ae["num_channels"]),
        latent_channels=ae["latent_channels"],
        num_res_blocks=ae["num_res_blocks"],
        norm_num_groups=ae.get("norm_num_groups", 16),
        attention_levels=tuple(ae["attention_levels"]),
        downsample_factors=tuple(factors) if factors is not None else None,
        initial_downsample_factor=ae.get("initial_downsample_factor", 1),
        use_conv_downsample=ae.get("use_conv_downsample", True),
        use_convtranspose=ae.get("use_convtranspose", False),
    )


def adversarial_pair(cfg):
    ae = cfg.autoencoder
    shape = ae.training["discriminator"]
    discriminator = PatchDiscriminator(
        spatial_dims=ae["spatial_dims"],
        num_layers_d=shape["num_layers_d"],
        num_channels=shape["num_channels"],
        in_channels=ae["in_channels"],
        out_channels=ae["out_channels"],
    )
    return {"autoencoder": autoencoder(cfg), "discriminator": discriminator}


def reconstruction_loss(settings, losses):
    kind = settings.get("reconstruction_loss_type", "l1")
    if kind == "combined":
        given = settings.get("combined", {})
        names = "dice_weight recon_weight recon_loss_type foreground_weight background_weight threshold dice_smooth"
        return losses.CombinedReconstructionLoss(**{name: given[name] for name in names.split() if name in given})
    if kind == "weighted":
        return losses.WeightedReconstructionLoss(**settings.get("weighted", {}))
    if kind == "dice":
        return losses.DiceLoss(**settings.get("dice", {}))
    return {"l1": torch.nn.L1Loss, "mse": torch.nn.MSELoss}[kind]()


def mixed(cfg, default):
    return cfg.get("device", {}).get("mixed_precision", default)


def adversarial_state(cfg, model):
    training = cfg.autoencoder["training"]
    dims = cfg.autoencoder["spatial_dims"]
    judged = training.get("use_perceptual_loss", True)
    return {
        "recon_loss": reconstruction_loss(training.get("loss", {}), program("3d_ldm.train_autoencoder")),
        "perceptual": PerceptualLoss(dims, "squeeze", is_fake_3d=True, fake_3d_ratio=0.2) if judged else None,
        "adversarial": PatchAdversarialLoss(criterion="least_squares"),
        "optimizer_g": torch.optim.Adam(model["autoencoder"].parameters(), lr=training["learning_rate"]),
        "optimizer_d": torch.optim.Adam(model["discriminator"].parameters(), lr=training["learning_rate"]),
        "scaler_g": GradScaler(enabled=mixed(cfg, False)),
        "scaler_d": GradScaler(enabled=mixed(cfg, False)),
    }


def step_with(scaler, optimizer, loss, last):
    scaler.scale(loss).backward()
    if last:
        scaler.step(optimizer)
        scaler.update()


def micro_steps(training):
    # Two of them show what all of them do: the first clears gradients, the last one steps.
    return min(training.get("gradient_accumulation_steps", 1), 2)


def warm_up_step(cfg, autoencoder, state, inputs):
    training = cfg.autoencoder["training"]
    count = micro_steps(training)
    autoencoder.train()
    for micro in range(count):
        if micro == 0:
            state["optimizer_g"].zero_grad(set_to_none=True)
        with autocast(enabled=mixed(cfg, False)):
            loss, _ = generator_loss(cfg, autoencoder, state, inputs[0])
            loss = loss / count
        step_with(state["scaler_g"], state["optimizer_g"], loss, micro == count - 1)


def generator_loss(cfg, autoencoder, state, images):
    training = cfg.autoencoder["training"]
    reconstruction, mean, sigma = autoencoder(images)
    divergence = program("3d_ldm.train_autoencoder").KL_loss(mean, sigma)
    loss = state["recon_loss"](reconstruction.float(), images.float()) + training["kl_weight"] * divergence
    if state["perceptual"] is not None:
        likeness = state["perceptual"](reconstruction.float(), images.float())
        loss = loss + training.get("perceptual_weight", 0.001) * likeness
    return loss, reconstruction


def adversarial_step(cfg, autoencoder, discriminator, state, inputs):
    training = cfg.autoencoder["training"]
    images, weight, count = inputs[0], training["adv_weight"], micro_steps(training)
    autoencoder.train()
    discriminator.train()
    for micro in range(count):
        if micro == 0:
            state["optimizer_g"].zero_grad(set_to_none=True)
        with autocast(enabled=mixed(cfg, False)):
            loss_g, reconstruction = generator_loss(cfg, autoencoder, state, images)
            fake = discriminator(reconstruction.contiguous().float())[-1]
            generator = state["adversarial"](fake, target_is_real=True, for_discriminator=False)
            loss_g = (loss_g + weight * generator) / count
        step_with(state["scaler_g"], state["optimizer_g"], loss_g, micro == count - 1)
        if micro == 0:
            state["optimizer_d"].zero_grad(set_to_none=True)
        with autocast(enabled=mixed(cfg, False)):
            fake = discriminator(reconstruction.contiguous().detach())[-1]
            loss_fake = state["adversarial"](fake, target_is_real=False, for_discriminator=True)
            real = discriminator(images.contiguous().detach())[-1]
            loss_real = state["adversarial"](real, target_is_real=True, for_discriminator=True)
            loss_d = weight * ((loss_fake + loss_real) * 0.5) / count
        step_with(state["scaler_d"], state["optimizer_d"], loss_d, micro == count - 1)


def autoencoder_validation(cfg, autoencoder, state, inputs):
    training = cfg.autoencoder["training"]
    noise = training.get("denoising", {})
    validate = program("3d_ldm.train_autoencoder").validate
    validate(
        autoencoder,
        loader(inputs[0]),
        DEVICE,
        training["kl_weight"],
        fast_dev_run=training.get("fast_dev_run", False),
        fast_dev_run_batches=training.get("fast_dev_run_batches", 2),
        recon_loss_fn=state["recon_loss"],
        use_denoising=noise.get("enabled", False),
    )


# Diffusion in the latent space


def unet(cfg):
    diffusion = cfg.diffusion
    return DiffusionModelUNet(
        spatial_dims=diffusion["spatial_dims"],
        in_channels=diffusion["in_channels"],
        out_channels=diffusion["out_channels"],
        num_channels=tuple(diffusion["num_channels"]),
        attention_levels=tuple(diffusion["attention_levels"]),
        num_head_channels=tuple(diffusion["num_head_channels"]),
        num_res_blocks=diffusion.get("num_res_blocks", 1),
    )


def loaded_with(weights, load, *arguments):
    """What the program's own loader makes of a checkpoint."""
    torch.load = lambda path, map_location=None: weights
    return load(*arguments)


def loaded_autoencoder(cfg, weights):
    load = program("3d_ldm.train_diffusion").load_autoencoder
    path = cfg.diffusion.checkpoints["autoencoder_path"]
    return loaded_with({"autoencoder_state_dict": weights}, load, path, DEVICE, cfg.autoencoder)


def latent_diffusion(cfg):
    return {"unet": unet(cfg), "first_stage": loaded_autoencoder(cfg, {})}


def checkpoint_step(cfg):
    """Whether the network that the second stage makes is the one that the first stage has trained."""
    trained, shape = autoencoder(cfg), cfg.autoencoder
    # The loader passes none of these on; what they decide is compared where they are set. The first stride also moves the
    # names of the weights, so that loading raises already.
    if shape.get("initial_downsample_factor", 1) != 1:
        loaded_autoencoder(cfg, trained.state_dict())
    loaded = loaded_autoencoder(cfg, trained.state_dict())
    if shape.get("use_convtranspose", False):
        same_network(trained, loaded, "__class__")
    if shape.get("initial_downsample_factor", 1) != 1:
        same_network(trained, loaded, "stride")
    if shape.get("downsample_factors", None) is not None:
        same_network(trained, loaded, "stride")
    for fact in ("__class__", "stride", "padding", "output_padding"):
        same_network(trained, loaded, fact)


def same_network(trained, loaded, fact):
    for (path, one), (_, other) in zip(trained.named_modules(), loaded.named_modules()):
        values = getattr(one, fact, None), getattr(other, fact, None)
        if values[0] != values[1]:
            words = [value.__name__ if fact == "__class__" else f"{fact} {value}" for value in values]
            raise ValueError(f"`{path}` is trained as {words[0]} and loaded as {words[1]}, and its weights fit")


def configured_diffusion(cfg):
    """The second stage on the latent of the network that the first stage trains."""
    first_stage = autoencoder(cfg).eval()
    for parameter in first_stage.parameters():
        parameter.requires_grad = False
    return {"unet": unet(cfg), "first_stage": first_stage}


def scheduler(cfg):
    return DDPMScheduler(**cfg.diffusion["scheduler"])


def diffusion_state(cfg, model):
    rate = cfg.diffusion.training["learning_rate"]
    return {
        "scheduler": scheduler(cfg),
        "optimizer": torch.optim.Adam(model["unet"].parameters(), lr=rate),
        "scaler": GradScaler(enabled=mixed(cfg, True)),
    }


def noise_level(scheduler, images):
    return torch.randint(0, scheduler.num_train_timesteps, (images.shape[0],), device=images.device).long()


def latent_diffusion_step(cfg, unet, first_stage, state, inputs):
    inferer = LatentDiffusionInferer(state["scheduler"], scale_factor=1.0)
    images = inputs[0]
    unet.train()
    state["optimizer"].zero_grad(set_to_none=True)
    with autocast(enabled=mixed(cfg, True)):
        with torch.no_grad():
            latent = first_stage.encode_stage_2_inputs(images)
        noise = torch.randn_like(latent)
        predicted = inferer(
            inputs=images,
            autoencoder_model=first_stage,
            diffusion_model=unet,
            noise=noise,
            timesteps=noise_level(state["scheduler"], images),
        )
        loss = F.mse_loss(predicted.float(), noise.float())
    step_with(state["scaler"], state["optimizer"], loss, True)


def latent_probe(first_stage, inputs):
    # The program asks for the latent's shape before it trains, and not under autocast.
    with torch.no_grad():
        first_stage.encode_stage_2_inputs(inputs[0])


# The vector-quantised variant


def vqvae(cfg):
    vq = cfg.vqvae
    count = len(vq["num_channels"])
    down, up = vq.get("downsample_parameters", None), vq.get("upsample_parameters", None)
    return VQVAE(
        spatial_dims=vq["spatial_dims"],
        in_channels=vq["in_channels"],
        out_channels=vq["out_channels"],
        num_channels=tuple(vq["num_channels"]),
        num_res_channels=vq["num_res_channels"],
        num_res_layers=vq["num_res_layers"],
        downsample_parameters=tuple(tuple(one) for one in down or [(2, 4, 1, 1)] * count),
        upsample_parameters=tuple(tuple(one) for one in up or [(2, 4, 1, 1, 0)] * count),
        num_embeddings=vq["num_embeddings"],
        embedding_dim=vq["embedding_dim"],
        act="RELU",
        output_act="RELU",
    )


def vqvae_state(cfg, model):
    training = cfg.vqvae["training"]
    return {
        "recon_loss": reconstruction_loss(training.get("loss", {}), program("3d_vq_ldm.train_vqvae")),
        "optimizer": torch.optim.Adam(model.parameters(), lr=training["learning_rate"]),
        "scaler": GradScaler(enabled=mixed(cfg, False)),
    }


def vqvae_step(cfg, model, state, inputs):
    images = inputs[0]
    model.train()
    state["optimizer"].zero_grad(set_to_none=True)
    with autocast(enabled=mixed(cfg, False)):
        reconstruction, quantization = model(images=images)
        loss = state["recon_loss"](reconstruction.float(), images.float()) + quantization
    step_with(state["scaler"], state["optimizer"], loss, True)


def vqvae_validation(cfg, model, state, inputs):
    program("3d_vq_ldm.train_vqvae").validate(model, loader(inputs[0]), DEVICE, state["recon_loss"], False, 2)


def loaded_vqvae(cfg, weights):
    load = program("3d_vq_ldm.train_diffusion").load_vqvae
    return loaded_with({"vqvae_state_dict": weights}, load, cfg.diffusion.checkpoints["vqvae_path"], DEVICE, cfg.vqvae)


def vector_diffusion(cfg):
    return {"unet": unet(cfg), "first_stage": loaded_vqvae(cfg, {})}


def vector_checkpoint_step(cfg):
    trained = vqvae(cfg)
    loaded = loaded_vqvae(cfg, trained.state_dict())
    for fact in ("__class__", "stride", "padding", "output_padding"):
        same_network(trained, loaded, fact)


def quantized(first_stage, images):
    codes, _ = first_stage.quantize(first_stage.encode(images))
    return codes


def vector_diffusion_step(cfg, unet, first_stage, state, inputs):
    images, schedule = inputs[0], state["scheduler"]
    unet.train()
    state["optimizer"].zero_grad(set_to_none=True)
    with autocast(enabled=mixed(cfg, True)):
        with torch.no_grad():
            latent = quantized(first_stage, images) * 1.0
        noise = torch.randn_like(latent)
        steps = noise_level(schedule, images)
        noisy = schedule.add_noise(original_samples=latent, noise=noise, timesteps=steps)
        loss = F.mse_loss(unet(x=noisy, timesteps=steps).float(), noise.float())
    step_with(state["scaler"], state["optimizer"], loss, True)


def vector_probe(first_stage, inputs):
    with torch.no_grad():
        quantized(first_stage, inputs[0])


# Diffusion of voxels under a two-dimensional condition


def conditional_unet(cfg):
    diffusion = cfg.diffusion
    return program("3d_diffusion.train_conditional_diffusion").ConditionalDiffusionUNet(
        spatial_dims=diffusion["spatial_dims"],
        in_channels=diffusion["in_channels"],
        out_channels=diffusion["out_channels"],
        num_channels=tuple(diffusion["num_channels"]),
        attention_levels=tuple(diffusion["attention_levels"]),
        num_res_blocks=diffusion.get("num_res_blocks", 2),
        num_head_channels=tuple(diffusion["num_head_channels"]),
        condition_channels=diffusion.get("condition_channels", 1),
        condition_embed_dim=diffusion.get("condition_embed_dim", 256),
    )


def conditional_state(cfg, model):
    return {
        "scheduler": scheduler(cfg),
        "optimizer": torch.optim.Adam(model.parameters(), lr=cfg.diffusion.training["learning_rate"]),
        "scaler": GradScaler(enabled=mixed(cfg, True)),
    }


def conditional_step(cfg, model, state, inputs):
    images, condition = inputs
    model.train()
    state["optimizer"].zero_grad(set_to_none=True)
    with autocast(enabled=mixed(cfg, True)):
        noise = torch.randn_like(images)
        steps = noise_level(state["scheduler"], images)
        noisy = state["scheduler"].add_noise(original_samples=images, noise=noise, timesteps=steps)
        loss = F.mse_loss(model(x=noisy, timesteps=steps, condition=condition).float(), noise.float())
    step_with(state["scaler"], state["optimizer"], loss, True)


def conditional_validation(cfg, model, state, inputs):
    batches = loader(*inputs, names=("image", "projection"))
    program("3d_diffusion.train_conditional_diffusion").validate(model, state["scheduler"], batches, DEVICE)


# The older pipeline with Lightning


def lightning_module(cfg):
    return importlib.import_module("scripts.3d_diffusion.train_diffusion").create_model(cfg, pathlib.Path("experiment"))


def lightning_state(cfg, model):
    average = getattr(model, "ema", None)  # its shadow is moved to the GPU when training starts
    return {
        "optimizer": model.optimizers(),
        "scaler": GradScaler(enabled=str(cfg.system["precision"]) == "16-mixed"),
        "shadow": average.shadow if average is not None else None,
    }


def precision(cfg):
    kind = str(cfg.system["precision"])
    return autocast(enabled="mixed" in kind, dtype=torch.bfloat16 if "bf16" in kind else torch.float16)


def lightning_step(cfg, model, optimizer, scaler, inputs):
    """The trainer clears gradients between forward and backward."""
    model.train()
    with precision(cfg):
        loss = model.training_step({"voxel": inputs[0]}, 0)
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    torch.nn.utils.clip_grad_norm_(model.parameters(), cfg.training.get("gradient_clip_val", 1.0))
    scaler.step(optimizer)
    scaler.update()


def lightning_validation(cfg, model, inputs):
    model.eval()
    with torch.no_grad(), precision(cfg):
        model.validation_step({"voxel": inputs[0]}, 0)
