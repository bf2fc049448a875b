import torch
from torch import nn

from torchvision.models._builders import build

# Widths of the 3x3 convolutions between the five poolings.
_STAGES = {
    11: ((64,), (128,), (256,) * 2, (512,) * 2, (512,) * 2),
    13: ((64,) * 2, (128,) * 2, (256,) * 2, (512,) * 2, (512,) * 2),
    16: ((64,) * 2, (128,) * 2, (256,) * 3, (512,) * 3, (512,) * 3),
    19: ((64,) * 2, (128,) * 2, (256,) * 4, (512,) * 4, (512,) * 4),
}


def make_layers(stages, batch_norm=False):
    layers, channels = [], 3
    for stage in stages:
        for width in stage:
            layers.append(nn.Conv2d(channels, width, 3, padding=1))
            if batch_norm:
                layers.append(nn.BatchNorm2d(width))
            layers.append(nn.ReLU(inplace=True))
            channels = width
        layers.append(nn.MaxPool2d(2, 2))
    return nn.Sequential(*layers)


class VGG(nn.Module):
    def __init__(self, features, num_classes=1000, init_weights=True, dropout=0.5):
        super().__init__()
        self.features = features
        self.avgpool = nn.AdaptiveAvgPool2d((7, 7))
        self.classifier = nn.Sequential(
            nn.Linear(512 * 7 * 7, 4096),
            nn.ReLU(True),
            nn.Dropout(p=dropout),
            nn.Linear(4096, 4096),
            nn.ReLU(True),
            nn.Dropout(p=dropout),
            nn.Linear(4096, num_classes),
        )

    def forward(self, x):
        return self.classifier(torch.flatten(self.avgpool(self.features(x)), 1))


def _of(depth, batch_norm):
    return build(lambda **options: VGG(make_layers(_STAGES[depth], batch_norm), **options))


vgg11, vgg11_bn = _of(11, False), _of(11, True)
vgg13, vgg13_bn = _of(13, False), _of(13, True)
vgg16, vgg16_bn = _of(16, False), _of(16, True)
vgg19, vgg19_bn = _of(19, False), _of(19, True)
