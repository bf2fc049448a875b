"""The first stage: an autoencoder, against a discriminator once it has warmed up."""
import sys

import torch
import yaml
from torch.cuda.amp import GradScaler, autocast
from torch.nn import functional as F

from voxels.autoencoder import Autoencoder, Discriminator


def make_autoencoder(cfg):
    shape = cfg["autoencoder"]
    return Autoencoder(tuple(shape["channels"]), shape["groups"], shape["latent"], tuple(shape["attention"]))


def networks(cfg):
    judge = cfg["autoencoder"]["discriminator"]
    return {"autoencoder": make_autoencoder(cfg), "discriminator": Discriminator(judge["layers"], judge["channels"])}


def tools(cfg, model):
    mixed = cfg["device"]["mixed_precision"]
    return {"generator": torch.optim.Adam(model["autoencoder"].parameters(), lr=1e-4),
            "judge": torch.optim.Adam(model["discriminator"].parameters(), lr=1e-4),
            "scalers": [GradScaler(enabled=mixed), GradScaler(enabled=mixed)]}


def rebuilt(cfg, autoencoder, images):
    made, mean, sigma = autoencoder(images)
    divergence = 0.5 * torch.sum(mean.pow(2) + sigma.pow(2) - torch.log(sigma.pow(2)) - 1, dim=[1, 2, 3, 4]).mean()
    return F.l1_loss(made.float(), images.float()) + cfg["autoencoder"]["kl_weight"] * divergence, made


def warm_up_step(cfg, autoencoder, generator, scalers, inputs):
    autoencoder.train()
    generator.zero_grad(set_to_none=True)
    with autocast(enabled=cfg["device"]["mixed_precision"]):
        loss, _ = rebuilt(cfg, autoencoder, inputs[0])
    scalers[0].scale(loss).backward()
    scalers[0].step(generator)
    scalers[0].update()


def adversarial_step(cfg, autoencoder, discriminator, generator, judge, scalers, inputs):
    weight, mixed = cfg["autoencoder"]["adversarial_weight"], cfg["device"]["mixed_precision"]
    generator.zero_grad(set_to_none=True)
    with autocast(enabled=mixed):
        loss, made = rebuilt(cfg, autoencoder, inputs[0])
        loss = loss + weight * (discriminator(made.contiguous().float())[-1] - 1).pow(2).mean()
    scalers[0].scale(loss).backward()
    scalers[0].step(generator)
    scalers[0].update()
    judge.zero_grad(set_to_none=True)
    with autocast(enabled=mixed):
        fake = discriminator(made.contiguous().detach())[-1].pow(2).mean()
        real = (discriminator(inputs[0].contiguous())[-1] - 1).pow(2).mean()
        loss = weight * (fake + real) * 0.5
    scalers[1].scale(loss).backward()
    scalers[1].step(judge)
    scalers[1].update()


def validate(cfg, autoencoder, inputs):
    autoencoder.eval()
    with torch.no_grad():
        return rebuilt(cfg, autoencoder, inputs[0])[0].item()


def main(path, loader):
    with open(path) as stream:
        cfg = yaml.safe_load(stream)
    model = networks(cfg)
    state = tools(cfg, model)
    for epoch in range(100):
        for batch in loader:
            if epoch < 5:
                warm_up_step(cfg, model["autoencoder"], state["generator"], state["scalers"], (batch,))
            else:
                adversarial_step(cfg, **model, **state, inputs=(batch,))
        validate(cfg, model["autoencoder"], (batch,))


if __name__ == "__main__":
    main(sys.argv[1], torch.load(sys.argv[2]))
