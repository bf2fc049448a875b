"""The diffusion network of MONAI Generative Models: attention at a level, at none, and with a condition."""
import torch
from generative.inferers import DiffusionInferer
from generative.networks.nets import DiffusionModelUNet
from generative.networks.schedulers import DDIMScheduler, DDPMScheduler
from torch import nn

CFG = {"channels": [16, 32, 32], "groups": 8}
INPUTS = [["float32", [2, 3, 8, 8, 4]], ["float32", [2, 2, 16, 16]], ["float32", [2, 5, 12]]]


class Denoisers(nn.Module):
    def __init__(self, channels, groups):
        super().__init__()
        shared = dict(num_channels=channels, norm_num_groups=groups, num_res_blocks=(1, 2, 1))
        self.solid = DiffusionModelUNet(3, 3, 3, attention_levels=(False, False, True), num_head_channels=(0, 0, 16),
                                        **shared)
        self.told = DiffusionModelUNet(2, 2, 4, attention_levels=(False, True, True), num_head_channels=8,
                                       with_conditioning=True, cross_attention_dim=12, resblock_updown=True,
                                       num_class_embeds=4, **shared)
        self.inferer = DiffusionInferer(DDPMScheduler(num_train_timesteps=50, schedule="scaled_linear_beta",
                                                      beta_start=0.0015, beta_end=0.0195))
        self.second = DDIMScheduler(num_train_timesteps=20)

    def forward(self, volume, image, context):
        steps = torch.randint(0, 20, (volume.shape[0],)).long()
        noise = torch.randn_like(volume)
        guess = self.inferer(inputs=volume, diffusion_model=self.solid, noise=noise, timesteps=steps)
        noisy = self.second.add_noise(image, torch.randn_like(image), steps)
        told = self.told(noisy, steps, context=context, class_labels=steps % 4)
        return nn.functional.mse_loss(guess, noise), told


def build(cfg):
    return Denoisers(tuple(cfg.channels), cfg.groups)


def loss(outputs):
    return outputs[0] + outputs[1].pow(2).mean()
