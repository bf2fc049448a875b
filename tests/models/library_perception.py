"""Perceptual distances: of images with each network of LPIPS, of volumes by slices, of the features of a ResNet."""
from generative.losses import PerceptualLoss
from lpips import LPIPS
from torch import nn

CFG = {"ratio": 1.0}
INPUTS = [["float32", [1, 1, 40, 40, 36]], ["float32", [2, 3, 64, 64]]]


class Perception(nn.Module):
    def __init__(self, ratio):
        super().__init__()
        self.volume = nn.Conv3d(1, 1, 3, padding=1)
        self.image = nn.Conv2d(3, 3, 3, padding=1)
        self.slices = PerceptualLoss(3, "squeeze", is_fake_3d=True, fake_3d_ratio=ratio, pretrained=False)
        self.alex = LPIPS(pretrained=False, net="alex", verbose=False)
        self.vgg = LPIPS(pretrained=False, net="vgg", spatial=True, verbose=False)
        self.features = PerceptualLoss(2, "resnet50", pretrained=False)

    def train(self, mode=True):
        super().train(mode)
        for judge in (self.slices, self.alex, self.vgg, self.features):
            judge.eval()
        return self

    def forward(self, volume, image):
        solid, flat = self.volume(volume), self.image(image)
        grey = self.features(flat[:, :1], image[:, :1])
        distances = [self.alex(flat, image), self.vgg(flat, image, normalize=True), grey]
        return self.slices(solid, volume), distances


def build(cfg):
    return Perception(cfg.ratio)


def loss(outputs):
    return outputs[0] + sum(distance.mean() for distance in outputs[1])
