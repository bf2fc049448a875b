"""The autoencoder of MONAI Generative Models on a small volume, once per way of resizing and of attending."""
import torch
from generative.networks.nets import AutoencoderKL
from torch import nn

CFG = {"channels": [8, 16, 16], "groups": 8, "latent": 3}
INPUTS = [["float32", [2, 1, 16, 16, 8]]]


class Autoencoders(nn.Module):
    def __init__(self, channels, groups, latent):
        super().__init__()
        shared = dict(spatial_dims=3, num_channels=channels, latent_channels=latent, num_res_blocks=1,
                      norm_num_groups=groups)
        self.attending = AutoencoderKL(attention_levels=(False, False, True), **shared)
        self.transposed = AutoencoderKL(attention_levels=(False,) * 3, use_convtranspose=True,
                                        with_encoder_nonlocal_attn=False, with_decoder_nonlocal_attn=False, **shared)

    def forward(self, x):
        return self.attending(x), self.transposed(x)


def build(cfg):
    return Autoencoders(tuple(cfg.channels), cfg.groups, cfg.latent)


def loss(outputs):
    total = 0
    for reconstruction, mean, sigma in outputs:
        divergence = 0.5 * torch.sum(mean.pow(2) + sigma.pow(2) - torch.log(sigma.pow(2)) - 1, dim=[1, 2, 3, 4])
        total = total + reconstruction.abs().mean() + divergence.mean()
    return total
