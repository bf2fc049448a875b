import torch
from torch import nn

from torchvision.models._builders import build


class Fire(nn.Module):
    def __init__(self, inplanes, squeeze_planes, expand1x1_planes, expand3x3_planes):
        super().__init__()
        self.inplanes = inplanes
        self.squeeze = nn.Conv2d(inplanes, squeeze_planes, 1)
        self.squeeze_activation = nn.ReLU(inplace=True)
        self.expand1x1 = nn.Conv2d(squeeze_planes, expand1x1_planes, 1)
        self.expand1x1_activation = nn.ReLU(inplace=True)
        self.expand3x3 = nn.Conv2d(squeeze_planes, expand3x3_planes, 3, padding=1)
        self.expand3x3_activation = nn.ReLU(inplace=True)

    def forward(self, x):
        x = self.squeeze_activation(self.squeeze(x))
        narrow = self.expand1x1_activation(self.expand1x1(x))
        wide = self.expand3x3_activation(self.expand3x3(x))
        return torch.cat([narrow, wide], 1)


# The squeeze width of every fire module; each expands it eightfold, half by 1x1. None: pooling.
_LAYERS = {"1_0": (16, 16, 32, None, 32, 48, 48, 64, None, 64), "1_1": (16, 16, None, 32, 32, None, 48, 48, 64, 64)}
_STEMS = {"1_0": (96, 7), "1_1": (64, 3)}


class SqueezeNet(nn.Module):
    def __init__(self, version="1_0", num_classes=1000, dropout=0.5):
        super().__init__()
        if version not in _LAYERS:
            raise ValueError(f"Unsupported SqueezeNet version {version}: 1_0 or 1_1 expected")
        self.num_classes = num_classes
        channels, kernel = _STEMS[version]
        layers = [nn.Conv2d(3, channels, kernel, stride=2), nn.ReLU(inplace=True), self._pool()]
        for squeeze in _LAYERS[version]:
            if squeeze is None:
                layers.append(self._pool())
                continue
            layers.append(Fire(channels, squeeze, 4 * squeeze, 4 * squeeze))
            channels = 8 * squeeze
        self.features = nn.Sequential(*layers)
        self.classifier = nn.Sequential(
            nn.Dropout(p=dropout),
            nn.Conv2d(512, num_classes, 1),
            nn.ReLU(inplace=True),
            nn.AdaptiveAvgPool2d((1, 1)),
        )

    @staticmethod
    def _pool():
        return nn.MaxPool2d(3, 2, ceil_mode=True)

    def forward(self, x):
        return torch.flatten(self.classifier(self.features(x)), 1)


squeezenet1_0 = build(lambda **options: SqueezeNet("1_0", **options))
squeezenet1_1 = build(lambda **options: SqueezeNet("1_1", **options))
