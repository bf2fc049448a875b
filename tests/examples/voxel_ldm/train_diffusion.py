"""The second stage: diffusion in the latent space of the frozen autoencoder."""
import sys

import torch
import yaml
from generative.inferers import LatentDiffusionInferer
from generative.networks.nets import DiffusionModelUNet
from generative.networks.schedulers import DDPMScheduler
from torch.cuda.amp import GradScaler, autocast
from torch.nn import functional as F

from train_autoencoder import make_autoencoder


class Frozen(torch.nn.Module):
    """What the inferer asks an autoencoder for."""

    def __init__(self, network):
        super().__init__()
        self.network = network.eval().requires_grad_(False)

    def encode_stage_2_inputs(self, x):
        return self.network.sample(x)


def networks(cfg):
    shape, latent = cfg["diffusion"], cfg["autoencoder"]["latent"]
    unet = DiffusionModelUNet(3, latent, latent, num_res_blocks=1, num_channels=tuple(shape["channels"]),
                              attention_levels=tuple(shape["attention"]),
                              num_head_channels=tuple(shape["head_channels"]))
    return {"unet": unet, "first_stage": Frozen(make_autoencoder(cfg))}


def tools(cfg, model):
    return {"inferer": LatentDiffusionInferer(DDPMScheduler(1000, "scaled_linear_beta")),
            "optimizer": torch.optim.Adam(model["unet"].parameters(), lr=1e-4),
            "scaler": GradScaler(enabled=cfg["device"]["mixed_precision"])}


def step(cfg, unet, first_stage, inferer, optimizer, scaler, inputs):
    images = inputs[0]
    optimizer.zero_grad(set_to_none=True)
    with autocast(enabled=cfg["device"]["mixed_precision"]):
        with torch.no_grad():
            noise = torch.randn_like(first_stage.encode_stage_2_inputs(images))
        steps = torch.randint(0, 1000, (images.shape[0],), device=images.device).long()
        guess = inferer(inputs=images, autoencoder_model=first_stage, diffusion_model=unet, noise=noise,
                        timesteps=steps)
        loss = F.mse_loss(guess.float(), noise.float())
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()


def main(path, loader):
    with open(path) as stream:
        cfg = yaml.safe_load(stream)
    model = networks(cfg)
    model["first_stage"].network.load_state_dict(torch.load("autoencoder.pt"))
    state = tools(cfg, model)
    for batch in loader:
        step(cfg, **model, **state, inputs=(batch,))


if __name__ == "__main__":
    main(sys.argv[1], torch.load(sys.argv[2]))
