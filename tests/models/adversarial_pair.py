"""A generator of transposed convolutions and a discriminator with spectral-free leaky layers, trained as one."""
import torch
import torch.nn as nn

CFG = {"nz": 16, "ngf": 8, "ndf": 8, "nc": 3}
INPUTS = [["float32", [4, 16, 1, 1]], ["float32", [4, 3, 32, 32]]]


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find("Conv") != -1:
        nn.init.normal_(m.weight.data, 0.0, 0.02)
    elif classname.find("BatchNorm") != -1:
        nn.init.normal_(m.weight.data, 1.0, 0.02)
        nn.init.constant_(m.bias.data, 0)


class Generator(nn.Module):
    def __init__(self, nz, ngf, nc):
        super(Generator, self).__init__()

        def up(before, after, stride=2, padding=1, last=False):
            layers = [nn.ConvTranspose2d(before, after, 4, stride, padding, bias=False)]
            layers += [nn.Tanh()] if last else [nn.BatchNorm2d(after), nn.ReLU(True)]
            return layers

        self.main = nn.Sequential(*up(nz, ngf * 4, 1, 0), *up(ngf * 4, ngf * 2), *up(ngf * 2, ngf), *up(ngf, nc, last=True))

    def forward(self, z):
        return self.main(z)


class Discriminator(nn.Module):
    def __init__(self, ndf, nc):
        super().__init__()
        blocks, before = [], nc
        for i in range(3):
            after = ndf * 2 ** i
            blocks.append(nn.Conv2d(before, after, 4, 2, 1, bias=False))
            if i > 0:
                blocks.append(nn.InstanceNorm2d(after))
            blocks.append(nn.LeakyReLU(0.2, inplace=True))
            before = after
        blocks += [nn.Conv2d(before, 1, 4, 1, 0, bias=False), nn.Sigmoid()]
        self.main = nn.Sequential(*blocks)

    def forward(self, x):
        return self.main(x).view(-1)


class Pair(nn.Module):
    def __init__(self, **o):
        super().__init__()
        self.generator = Generator(o["nz"], o["ngf"], o["nc"])
        self.discriminator = Discriminator(o["ndf"], o["nc"])
        self.apply(weights_init)

    def forward(self, noise, real):
        fake = self.generator(noise)
        return self.discriminator(real), self.discriminator(fake.detach()), self.discriminator(fake), fake


def build(cfg):
    return Pair(**cfg)


def loss(outputs):
    criterion = nn.BCELoss()
    real, fake, fooled, image = outputs
    ones, zeros = torch.ones_like(real), torch.zeros_like(fake)
    errors = [criterion(real, ones), criterion(fake, zeros), criterion(fooled, ones)]
    variation = (image[:, :, 1:] - image[:, :, :-1]).abs().mean() + torch.norm(image, p=2) * 1e-3
    return sum(errors) + variation
