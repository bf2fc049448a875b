from mmcv.cnn._frozen import freeze, still_norms
from torch import nn
from torch.utils import checkpoint as cp


def conv3x3(in_planes, out_planes, stride=1, dilation=1):
    return nn.Conv2d(in_planes, out_planes, kernel_size=3, stride=stride, padding=dilation, dilation=dilation, bias=False)


class BasicBlock(nn.Module):
    expansion = 1

    def __init__(self, inplanes, planes, stride=1, dilation=1, downsample=None, style="pytorch", with_cp=False):
        super().__init__()
        assert style in ["pytorch", "caffe"]
        assert not with_cp
        self.conv1 = conv3x3(inplanes, planes, stride, dilation)
        self.bn1 = nn.BatchNorm2d(planes)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = conv3x3(planes, planes)
        self.bn2 = nn.BatchNorm2d(planes)
        self.downsample = downsample
        self.stride = stride
        self.dilation = dilation

    def forward(self, x):
        residual = x
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        if self.downsample is not None:
            residual = self.downsample(x)
        out += residual
        return self.relu(out)


class Bottleneck(nn.Module):
    expansion = 4

    def __init__(self, inplanes, planes, stride=1, dilation=1, downsample=None, style="pytorch", with_cp=False):
        super().__init__()
        assert style in ["pytorch", "caffe"]
        first, second = (1, stride) if style == "pytorch" else (stride, 1)
        self.conv1 = nn.Conv2d(inplanes, planes, kernel_size=1, stride=first, bias=False)
        self.conv2 = nn.Conv2d(planes, planes, kernel_size=3, stride=second, padding=dilation, dilation=dilation, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.bn2 = nn.BatchNorm2d(planes)
        self.conv3 = nn.Conv2d(planes, planes * self.expansion, kernel_size=1, bias=False)
        self.bn3 = nn.BatchNorm2d(planes * self.expansion)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = downsample
        self.stride = stride
        self.dilation = dilation
        self.with_cp = with_cp

    def _inner(self, x):
        residual = x
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out = self.bn3(self.conv3(out))
        if self.downsample is not None:
            residual = self.downsample(x)
        out += residual
        return out

    def forward(self, x):
        out = cp.checkpoint(self._inner, x) if self.with_cp and x.requires_grad else self._inner(x)
        return self.relu(out)


def make_res_layer(block, inplanes, planes, blocks, stride=1, dilation=1, style="pytorch", with_cp=False):
    width = planes * block.expansion
    downsample = None
    if stride != 1 or inplanes != width:
        downsample = nn.Sequential(nn.Conv2d(inplanes, width, kernel_size=1, stride=stride, bias=False), nn.BatchNorm2d(width))
    layers = [block(inplanes, planes, stride, dilation, downsample, style=style, with_cp=with_cp)]
    layers += [block(width, planes, 1, dilation, style=style, with_cp=with_cp) for _ in range(1, blocks)]
    return nn.Sequential(*layers)


class ResNet(nn.Module):
    arch_settings = {18: (BasicBlock, (2, 2, 2, 2)), 34: (BasicBlock, (3, 4, 6, 3)), 50: (Bottleneck, (3, 4, 6, 3)),
                     101: (Bottleneck, (3, 4, 23, 3)), 152: (Bottleneck, (3, 8, 36, 3))}

    def __init__(self, depth, num_stages=4, strides=(1, 2, 2, 2), dilations=(1, 1, 1, 1), out_indices=(0, 1, 2, 3),
                 style="pytorch", frozen_stages=-1, bn_eval=True, bn_frozen=False, with_cp=False):
        super().__init__()
        if depth not in self.arch_settings:
            raise KeyError(f"invalid depth {depth} for resnet")
        assert num_stages >= 1 and num_stages <= 4
        block, counts = self.arch_settings[depth]
        counts = counts[:num_stages]
        assert len(strides) == len(dilations) == num_stages
        assert max(out_indices) < num_stages
        self.out_indices = out_indices
        self.style = style
        self.frozen_stages = frozen_stages
        self.bn_eval = bn_eval
        self.bn_frozen = bn_frozen
        self.with_cp = with_cp
        self.inplanes = 64
        self.conv1 = nn.Conv2d(3, 64, kernel_size=7, stride=2, padding=3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(kernel_size=3, stride=2, padding=1)
        self.res_layers = []
        for i, count in enumerate(counts):
            planes = 64 * 2 ** i
            layer = make_res_layer(block, self.inplanes, planes, count, stride=strides[i], dilation=dilations[i], style=style,
                                   with_cp=with_cp)
            self.inplanes = planes * block.expansion
            self.add_module(f"layer{i + 1}", layer)
            self.res_layers.append(f"layer{i + 1}")
        self.feat_dim = block.expansion * 64 * 2 ** (len(counts) - 1)

    def init_weights(self, pretrained=None):
        if pretrained is not None and not isinstance(pretrained, str):
            raise TypeError("pretrained must be a str or None")

    def forward(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        outs = []
        for i, name in enumerate(self.res_layers):
            x = getattr(self, name)(x)
            if i in self.out_indices:
                outs.append(x)
        return outs[0] if len(outs) == 1 else tuple(outs)

    def train(self, mode=True):
        super().train(mode)
        if self.bn_eval:
            still_norms(self)
        if mode and self.frozen_stages >= 0:
            for param in self.conv1.parameters():
                param.requires_grad = False
            freeze(self.bn1)
            for i in range(1, self.frozen_stages + 1):
                freeze(getattr(self, f"layer{i}"))
        return self
