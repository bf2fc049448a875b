"""The training programs of 4D-Radar that launch scripts start; `cfg` is what their command lines say."""

import importlib

import torch
import torch.nn.functional as F


def program(name):
    return importlib.import_module("diffusion_consistency_radar.scripts." + name)


def autoencoder_config(training, cfg):
    presets = {
        "ultra_lightweight": training.create_ultra_lightweight_vae_config,
        "lightweight": training.create_lightweight_vae_config,
    }
    return presets.get(cfg.vae_type, training.create_standard_vae_config)()


def autoencoder_trainer(cfg):
    training = program("train_latent_diffusion")
    training.open = lambda *path, **options: None  # its log
    training.VAETrainer.log = lambda self, *message, **options: None
    config = autoencoder_config(training, cfg)
    config["kl_weight"] = cfg.kl_weight
    return training.VAETrainer(
        model=training.VAE3D(**config),
        train_loader=[],
        lr=cfg.lr,
        kl_weight=cfg.kl_weight,
        device=cfg.device,
        save_dir=cfg.vae_save_dir,
        use_amp=cfg.use_amp,
        gradient_accumulation_steps=cfg.gradient_accumulation_steps,
    )


def autoencoder_epoch(cfg, model, inputs):
    # Two batches show an accumulated step: the first only adds gradients, the last one steps.
    model.gradient_accumulation_steps = min(cfg.gradient_accumulation_steps, 2)
    model.train_loader = [(inputs[0], inputs[1])] * model.gradient_accumulation_steps
    model.train_epoch(1)


def latent_diffusion(cfg):
    training = program("train_latent_diffusion")
    unets = importlib.import_module("cm.unet_optimized")
    presets = {"lightweight": training.create_lightweight_vae_config}
    config = presets.get(cfg.vae_type, training.create_standard_vae_config)()
    vae = training.VAE3D(**config).to(cfg.device).eval()
    for parameter in vae.parameters():
        parameter.requires_grad = False
    unet = unets.OptimizedUNetModel(
        image_size=32,
        in_channels=config["latent_dim"] * 2,
        model_channels=cfg.model_channels,
        out_channels=config["latent_dim"],
        num_res_blocks=2,
        attention_resolutions=(4, 2),
        dropout=0.1,
        channel_mult=(1, 2, 4),
        use_checkpoint=True,
        use_fp16=True,
        num_heads=4,
        attention_type="flash",
        norm_type="group",
        downsample_type="asymmetric",
        initial_z_size=8,
    )
    return {"vae": vae, "unet": unet.to(cfg.device)}


def latent_optimizer(cfg, model):
    return {"optimizer": torch.optim.AdamW(model["unet"].parameters(), lr=cfg.lr, weight_decay=1e-4)}


def latent_step(vae, unet, optimizer, inputs):
    target, condition = inputs
    with torch.no_grad():
        target = vae.get_latent(target)
        condition = vae.get_latent(condition)
    sigmas = torch.rand(target.shape[0], device=target.device)
    noised = target + torch.randn_like(target) * sigmas.view(-1, 1, 1, 1, 1)
    optimizer.zero_grad()
    denoised = unet(torch.cat([noised, condition], dim=1), sigmas)
    loss = F.mse_loss(denoised, target)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(unet.parameters(), 1.0)
    optimizer.step()


def pixel_diffusion(cfg):
    making = importlib.import_module("cm.script_util_cond")
    names = making.model_and_diffusion_defaults().keys()
    unet, _ = making.create_model_and_diffusion(**making.args_to_dict(cfg, names))
    if cfg.use_fp16:
        unet.convert_to_fp16()
    return unet


def pixel_optimizer(cfg, model):
    return {"optimizer": torch.optim.RAdam(model.parameters(), lr=cfg.lr, weight_decay=cfg.weight_decay)}


def pixel_step(model, optimizer, inputs):
    target, condition = inputs
    sigmas = torch.rand(target.shape[0], device=target.device)
    noised = target + torch.randn_like(target) * sigmas.view(-1, 1, 1, 1, 1)
    optimizer.zero_grad()
    denoised = model(torch.cat([noised, condition], dim=1), sigmas)
    loss = F.mse_loss(denoised, target)
    loss.backward()
    optimizer.step()
