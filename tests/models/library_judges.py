"""The discriminators of MONAI Generative Models with each kind of adversarial loss."""
from generative.losses import PatchAdversarialLoss
from generative.networks.nets import MultiScalePatchDiscriminator, PatchDiscriminator
from torch import nn

CFG = {"channels": 8}
INPUTS = [["float32", [2, 1, 32, 32, 16]], ["float32", [2, 3, 64, 64]]]


class Judges(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.solid = PatchDiscriminator(spatial_dims=3, num_channels=channels, in_channels=1, num_layers_d=2,
                                        dropout=None)
        self.scales = MultiScalePatchDiscriminator(num_d=2, num_layers_d=2, spatial_dims=2, num_channels=channels,
                                                   in_channels=3, minimum_size_im=64, dropout=None)
        self.squares = PatchAdversarialLoss(criterion="least_squares")
        self.hinge = PatchAdversarialLoss(criterion="hinge")
        self.entropy = PatchAdversarialLoss(criterion="bce")

    def forward(self, volume, image):
        solid = self.solid(volume)[-1]
        scales, _ = self.scales(image)
        fake = self.squares(solid, target_is_real=True, for_discriminator=False)
        real = self.hinge(scales, target_is_real=True, for_discriminator=True)
        false = self.entropy(solid, target_is_real=False, for_discriminator=True)
        return fake, real, false


def build(cfg):
    return Judges(cfg.channels)


def loss(outputs):
    return sum(outputs)
