"""The trainers of 4D-Radar, made as its own programs make them; a step is an epoch of two batches."""

import importlib


def program(name, *trainers):
    module = importlib.import_module("diffusion_consistency_radar.scripts." + name)
    for trainer in trainers:
        getattr(module, trainer)._setup_logging = lambda self: None
    return module


def manager(unified, cfg):
    unified.ConfigManager._load_config = lambda self, path: cfg
    return unified.ConfigManager("")


def autoencoder(unified, config):
    def of(preset):
        return unified.VAE3D(**unified.apply_vae_config_overrides(preset(), config))

    kind = config.get("vae.config_type", "ultra_lightweight")
    if kind == "ultra_lightweight":
        return of(unified.create_ultra_lightweight_vae_config)
    if kind == "lightweight":
        return of(unified.create_lightweight_vae_config)
    return of(unified.create_standard_vae_config)


def autoencoder_trainer(cfg):
    unified = program("unified_train", "OptimizedVAETrainer", "OptimizedLDMTrainer")
    config = manager(unified, cfg)
    return unified.OptimizedVAETrainer(autoencoder(unified, config), config, unified.MemoryOptimizer(config))


def diffusion_trainer(cfg):
    unified = program("unified_train", "OptimizedVAETrainer", "OptimizedLDMTrainer")
    config = manager(unified, cfg)
    return unified.OptimizedLDMTrainer(autoencoder(unified, config), config, unified.MemoryOptimizer(config))


def epoch(cfg, model, inputs):
    # Two batches show an accumulated step: the first only adds gradients, the last one steps.
    count = min(cfg.optimization.get("gradient_accumulation_steps", 1), 2)
    model.train_epoch(1, [(inputs[0], inputs[1])] * count)


def distillation_trainer():
    distillation = program("cd_train_optimized", "ConsistencyDistillationTrainer")
    vae = distillation.VAE3D(**distillation.create_ultra_lightweight_vae_config())
    return distillation.ConsistencyDistillationTrainer("ldm_best.pt", vae, "cuda", {"lr": 5e-5})


def distillation_epoch(model, inputs):
    model.train_epoch(1, [(inputs[0], inputs[1])] * 2)
