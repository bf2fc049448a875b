"""Networks of torchvision as backbones, side by side."""
from torch import nn
from torchvision import models

CFG = {"classes": 7}
INPUTS = [["float32", [2, 3, 64, 64]]]


class Backbones(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.resnet = models.resnet18(num_classes=classes)
        self.wide = models.resnet50(weights=None, num_classes=classes, replace_stride_with_dilation=[False, True, True])
        self.dense = models.densenet121(num_classes=classes)
        self.vgg = models.vgg11_bn().features
        self.squeeze = models.squeezenet1_1().features
        self.second = models.mobilenet_v2().features
        self.third = models.mobilenet_v3_small().features
        self.alex = models.alexnet().features
        self.efficient = models.efficientnet_b0(stochastic_depth_prob=0.0).features
        self.fused = models.efficientnet_v2_s(stochastic_depth_prob=0.0).features
        self.next = models.convnext_tiny(stochastic_depth_prob=0.0, num_classes=classes)
        self.swin = models.swin_t(num_classes=classes)
        self.vision = models.VisionTransformer(64, 16, 2, 4, 32, 64, num_classes=classes)

    def forward(self, x):
        return [network(x) for network in self.children()]


def build(cfg):
    return Backbones(cfg.classes)


def loss(outputs):
    return sum(output.pow(2).mean() for output in outputs)
