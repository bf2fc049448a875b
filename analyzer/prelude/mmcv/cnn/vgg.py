from mmcv.cnn._frozen import freeze, still_norms
from torch import nn


def conv3x3(in_planes, out_planes, dilation=1):
    return nn.Conv2d(in_planes, out_planes, kernel_size=3, padding=dilation, dilation=dilation)


def make_vgg_layer(inplanes, planes, num_blocks, dilation=1, with_bn=False, ceil_mode=False):
    layers = []
    for _ in range(num_blocks):
        layers.append(conv3x3(inplanes, planes, dilation))
        if with_bn:
            layers.append(nn.BatchNorm2d(planes))
        layers.append(nn.ReLU(inplace=True))
        inplanes = planes
    layers.append(nn.MaxPool2d(kernel_size=2, stride=2, ceil_mode=ceil_mode))
    return layers


class VGG(nn.Module):
    arch_settings = {11: (1, 1, 2, 2, 2), 13: (2, 2, 2, 2, 2), 16: (2, 2, 3, 3, 3), 19: (2, 2, 4, 4, 4)}

    def __init__(self, depth, with_bn=False, num_classes=-1, num_stages=5, dilations=(1, 1, 1, 1, 1),
                 out_indices=(0, 1, 2, 3, 4), frozen_stages=-1, bn_eval=True, bn_frozen=False, ceil_mode=False,
                 with_last_pool=True):
        super().__init__()
        if depth not in self.arch_settings:
            raise KeyError(f"invalid depth {depth} for vgg")
        assert num_stages >= 1 and num_stages <= 5
        self.stage_blocks = self.arch_settings[depth][:num_stages]
        assert len(dilations) == num_stages
        assert max(out_indices) <= num_stages
        self.num_classes = num_classes
        self.out_indices = out_indices
        self.frozen_stages = frozen_stages
        self.bn_eval = bn_eval
        self.bn_frozen = bn_frozen
        self.inplanes = 3
        layers = []
        self.range_sub_modules = []
        for i, blocks in enumerate(self.stage_blocks):
            planes = 64 * 2 ** i if i < 4 else 512
            start = len(layers)
            layers += make_vgg_layer(self.inplanes, planes, blocks, dilation=dilations[i], with_bn=with_bn, ceil_mode=ceil_mode)
            self.inplanes = planes
            self.range_sub_modules.append([start, len(layers)])
        if not with_last_pool:
            layers.pop(-1)
            self.range_sub_modules[-1][1] -= 1
        self.module_name = "features"
        self.add_module(self.module_name, nn.Sequential(*layers))
        if num_classes > 0:
            self.classifier = nn.Sequential(nn.Linear(512 * 7 * 7, 4096), nn.ReLU(True), nn.Dropout(), nn.Linear(4096, 4096),
                                            nn.ReLU(True), nn.Dropout(), nn.Linear(4096, num_classes))

    def init_weights(self, pretrained=None):
        if pretrained is not None and not isinstance(pretrained, str):
            raise TypeError("pretrained must be a str or None")

    def forward(self, x):
        outs = []
        layers = getattr(self, self.module_name)
        for i, (start, end) in enumerate(self.range_sub_modules):
            for at in range(start, end):
                x = layers[at](x)
            if i in self.out_indices:
                outs.append(x)
        if self.num_classes > 0:
            outs.append(self.classifier(x.view(x.size(0), -1)))
        return outs[0] if len(outs) == 1 else tuple(outs)

    def train(self, mode=True):
        super().train(mode)
        if self.bn_eval:
            still_norms(self)
        if mode and self.frozen_stages >= 0:
            layers = getattr(self, self.module_name)
            for start, end in self.range_sub_modules[:self.frozen_stages]:
                for at in range(start, end):
                    freeze(layers[at])
        return self
