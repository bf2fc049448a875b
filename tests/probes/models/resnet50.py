"""ResNet-50 at its real depth and width: as a classifier, and with dilation and two heads as a segmenter."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Bottleneck(nn.Module):
    def __init__(self, before, width, stride, dilation):
        super().__init__()
        after = 4 * width
        self.conv1 = nn.Conv2d(before, width, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, stride, dilation, dilation, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.conv3 = nn.Conv2d(width, after, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(after)
        self.relu = nn.ReLU(inplace=True)
        self.shortcut = None
        if stride > 1 or before != after:
            self.shortcut = nn.Sequential(nn.Conv2d(before, after, 1, stride, bias=False), nn.BatchNorm2d(after))

    def forward(self, x):
        kept = x if self.shortcut is None else self.shortcut(x)
        x = self.relu(self.bn1(self.conv1(x)))
        x = self.relu(self.bn2(self.conv2(x)))
        return self.relu(self.bn3(self.conv3(x)) + kept)


class ResNet50(nn.Module):
    def __init__(self, dilated):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True),
                                  nn.MaxPool2d(3, 2, 1))
        strides, dilations = ((1, 2, 1, 1), (1, 1, 2, 4)) if dilated else ((1, 2, 2, 2), (1, 1, 1, 1))
        self.stages, before = nn.ModuleList(), 64
        for depth, width, stride, dilation in zip((3, 4, 6, 3), (64, 128, 256, 512), strides, dilations):
            blocks = []
            for i in range(depth):
                blocks.append(Bottleneck(before, width, stride if i == 0 else 1, dilation))
                before = 4 * width
            self.stages.append(nn.Sequential(*blocks))

    def forward(self, x):
        x = self.stem(x)
        outputs = []
        for stage in self.stages:
            x = stage(x)
            outputs.append(x)
        return outputs


class Classifier(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = ResNet50(False)
        self.fc = nn.Linear(2048, classes)

    def forward(self, image):
        x = F.adaptive_avg_pool2d(self.backbone(image)[-1], 1)
        return self.fc(torch.flatten(x, 1)).log_softmax(1).mean()


class Segmenter(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = ResNet50(True)
        self.head = nn.Sequential(nn.Conv2d(2048, 512, 3, padding=1, bias=False), nn.BatchNorm2d(512),
                                  nn.ReLU(inplace=True), nn.Conv2d(512, classes, 1))
        self.auxiliary = nn.Sequential(nn.Conv2d(1024, 256, 3, padding=1, bias=False), nn.BatchNorm2d(256),
                                       nn.ReLU(inplace=True), nn.Conv2d(256, classes, 1))

    def forward(self, image, labels):
        outputs = self.backbone(image)
        losses = []
        for logits in (self.head(outputs[3]), self.auxiliary(outputs[2])):
            logits = F.interpolate(logits, size=image.shape[2:], mode="bilinear", align_corners=False)
            losses.append(F.cross_entropy(logits, labels))
        return losses[0] + 0.4 * losses[1]
