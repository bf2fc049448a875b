"""A dilated bottleneck network with a fully convolutional head and an auxiliary head; stages are set by name."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"widths": [8, 16, 24], "depths": [1, 2, 1], "strides": [1, 2, 1], "dilations": [1, 1, 2], "classes": 5,
       "aux_weight": 0.4}
INPUTS = [["float32", [2, 3, 48, 40]]]


class Bottleneck(nn.Module):
    expansion = 2

    def __init__(self, inplanes, planes, stride=1, dilation=1, downsample=None, norm_layer=nn.BatchNorm2d):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 1, bias=False)
        self.norm1_name, norm1 = "bn1", norm_layer(planes)
        self.add_module(self.norm1_name, norm1)
        self.conv2 = nn.Conv2d(planes, planes, 3, stride=stride, padding=dilation, dilation=dilation, bias=False)
        self.bn2 = norm_layer(planes)
        self.conv3 = nn.Conv2d(planes, planes * self.expansion, 1, bias=False)
        self.bn3 = norm_layer(planes * self.expansion)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = downsample

    @property
    def norm1(self):
        return getattr(self, self.norm1_name)

    def forward(self, x):
        def inner(x):
            identity = x
            out = self.relu(self.norm1(self.conv1(x)))
            out = self.relu(self.bn2(self.conv2(out)))
            out = self.bn3(self.conv3(out))
            if self.downsample is not None:
                identity = self.downsample(x)
            out += identity
            return out
        return self.relu(inner(x))


class FCNHead(nn.Sequential):
    def __init__(self, in_channels, classes, num_convs=2, width=16):
        layers = []
        for i in range(num_convs):
            layers.extend([nn.Conv2d(in_channels if i == 0 else width, width, 3, padding=1, bias=False),
                           nn.BatchNorm2d(width), nn.ReLU(inplace=True)])
        super().__init__(*layers, nn.Dropout2d(0.1), nn.Conv2d(width, classes, 1))


class Segmenter(nn.Module):
    def __init__(self, widths, depths, strides, dilations, classes, **kwargs):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 7, stride=2, padding=3, bias=False), nn.BatchNorm2d(8),
                                  nn.ReLU(inplace=True), nn.MaxPool2d(kernel_size=3, stride=2, padding=1))
        self.inplanes = 8
        self.res_layers = []
        for i, (width, depth, stride, dilation) in enumerate(zip(widths, depths, strides, dilations)):
            name = f"layer{i + 1}"
            self.add_module(name, self._make_layer(width, depth, stride, dilation))
            self.res_layers.append(name)
        self.head = FCNHead(self.inplanes, classes)
        self.aux_head = FCNHead(widths[-2] * Bottleneck.expansion, classes, num_convs=1, **kwargs)

    def _make_layer(self, planes, blocks, stride, dilation):
        downsample = None
        if stride != 1 or self.inplanes != planes * Bottleneck.expansion:
            downsample = nn.Sequential(nn.Conv2d(self.inplanes, planes * Bottleneck.expansion, 1, stride, bias=False),
                                       nn.BatchNorm2d(planes * Bottleneck.expansion))
        layers = [Bottleneck(self.inplanes, planes, stride, dilation, downsample)]
        self.inplanes = planes * Bottleneck.expansion
        layers += [Bottleneck(self.inplanes, planes, dilation=dilation) for _ in range(1, blocks)]
        return nn.Sequential(*layers)

    def forward(self, image):
        x = self.stem(image)
        features = {}
        for name in self.res_layers:
            x = getattr(self, name)(x)
            features[name] = x
        results = {}
        for key, head, feature in (("out", self.head, features[self.res_layers[-1]]),
                                   ("aux", self.aux_head, features[self.res_layers[-2]])):
            results[key] = F.interpolate(head(feature), size=image.shape[-2:], mode="bilinear", align_corners=False)
        return results


def build(cfg):
    kwargs = {k: v for k, v in cfg.items() if k != "aux_weight"}
    return Segmenter(**kwargs)


def loss(outputs):
    total = 0.0
    for name, weight in {"out": 1.0, "aux": CFG["aux_weight"]}.items():
        logits = outputs[name]
        n, _, h, w = logits.shape
        target = torch.ones((n, h, w), dtype=torch.long, device=logits.device)
        total = total + weight * F.cross_entropy(logits, target, ignore_index=255)
    return total
