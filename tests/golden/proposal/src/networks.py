from torch import nn


class Segmenter(nn.Module):
    def __init__(self, width, classes=2):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, width, 3, padding=1), nn.ReLU(), nn.Conv2d(width, classes, 1))

    def forward(self, image):
        return self.body(image)


class Generator(nn.Module):
    def __init__(self, latent):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(latent, 64), nn.ReLU(), nn.Linear(64, 784))

    def forward(self, noise):
        return self.body(noise)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(784, 64), nn.LeakyReLU(0.2), nn.Linear(64, 1))

    def forward(self, image):
        return self.body(image)
