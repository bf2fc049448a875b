"""Trains the autoencoder of radar volumes, then diffusion in its latent space: train.py --mode vae|ldm --config FILE"""
import argparse

import torch
import yaml
from torch.nn import functional as F

from volumes import vae as presets
from volumes.denoiser import Denoiser
from volumes.scans import Scans
from volumes.vae import VolumeVAE


class Settings:
    def __init__(self, values):
        self.values = values

    def get(self, key, default=None):
        value = self.values
        for part in key.split("."):
            if not isinstance(value, dict) or part not in value:
                return default
            value = value[part]
        return value


def make_vae(settings):
    kind = settings.get("vae.preset", "tiny")
    if kind == "tiny":
        shape = presets.tiny()
    elif kind == "narrow":
        shape = presets.narrow()
    else:
        shape = presets.full()
    merged = dict(shape)
    for key in ("kl_weight", "occupied_weight"):
        if settings.get("vae." + key) is not None:
            merged[key] = settings.get("vae." + key)
    return VolumeVAE(**merged)


class Trainer:
    def __init__(self, settings, stage, model):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.model = model.to(self.device)
        self.accumulation = settings.get("training.accumulation", 1)
        self.use_amp = settings.get("training.use_amp", False)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=settings.get(stage + ".lr"), weight_decay=1e-4)

    def train_epoch(self, loader):
        self.model.train()
        for index, (target, scan) in enumerate(loader):
            target, scan = target.to(self.device), scan.to(self.device)
            with torch.autocast(self.device.type, enabled=self.use_amp):
                loss = self.loss(target, scan) / self.accumulation
            loss.backward()
            if (index + 1) % self.accumulation == 0:
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                self.optimizer.step()
                self.optimizer.zero_grad()


class VaeTrainer(Trainer):
    def loss(self, target, scan):
        made, mean, log_variance = self.model(target)
        return self.model.loss(target, made, mean, log_variance)


class LdmTrainer(Trainer):
    def __init__(self, settings, vae):
        model = Denoiser(settings.get("ldm.channels"), tuple(settings.get("ldm.channel_mult")))
        super().__init__(settings, "ldm", model)
        self.decoded_weight = settings.get("ldm.decoded_weight", 0.0)
        self.vae = vae.to(self.device).eval()
        for parameter in self.vae.parameters():
            parameter.requires_grad = False

    def loss(self, target, scan):
        with torch.no_grad():
            latent, condition = self.vae.latent(target), self.vae.latent(scan)
        sigmas = 80.0 * (0.002 / 80.0) ** torch.rand(latent.shape[0], device=self.device)
        noisy = latent + torch.randn_like(latent) * sigmas.view(-1, 1, 1, 1, 1)
        made = self.model(torch.cat([noisy, condition], dim=1), sigmas)
        loss = F.mse_loss(made, latent)
        if self.decoded_weight > 0.0:
            decoded = self.vae.decode(made)
            empty = 1.0 - (target[:, 0:1] > 0).float()
            loss = loss + self.decoded_weight * (torch.relu(decoded[:, 0:1] - target[:, 0:1]) ** 2 * empty).mean()
        return loss


def vae_trainer(settings):
    return VaeTrainer(settings, "vae", make_vae(settings))


def ldm_trainer(settings):
    return LdmTrainer(settings, make_vae(settings))


def one_epoch(model, inputs):
    """Of as many batches as one optimizer step takes."""
    model.train_epoch([inputs] * model.accumulation)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", choices=["vae", "ldm"], required=True)
    parser.add_argument("--config", default="config/default.yaml")
    parser.add_argument("--folder", default="scans")
    args = parser.parse_args()
    with open(args.config) as stream:
        settings = Settings(yaml.safe_load(stream))
    trainer = vae_trainer(settings) if args.mode == "vae" else ldm_trainer(settings)
    loader = torch.utils.data.DataLoader(Scans(args.folder, torch.load), batch_size=settings.get("data.batch_size"))
    trainer.train_epoch(loader)


if __name__ == "__main__":
    main()
