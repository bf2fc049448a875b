import torch
from torch import nn
from torch.nn import functional as F


def conv_ws_2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, eps=1e-5):
    channels = weight.size(0)
    flat = weight.view(channels, -1)
    mean = flat.mean(dim=1, keepdim=True).view(channels, 1, 1, 1)
    std = flat.std(dim=1, keepdim=True).view(channels, 1, 1, 1)
    weight = (weight - mean) / (std + eps)
    return F.conv2d(input, weight, bias, stride, padding, dilation, groups)


class ConvWS2d(nn.Conv2d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, eps=1e-5):
        super().__init__(in_channels, out_channels, kernel_size, stride=stride, padding=padding, dilation=dilation,
                         groups=groups, bias=bias)
        self.eps = eps

    def forward(self, x):
        return conv_ws_2d(x, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups, self.eps)


class ConvAWS2d(nn.Conv2d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__(in_channels, out_channels, kernel_size, stride=stride, padding=padding, dilation=dilation,
                         groups=groups, bias=bias)
        self.register_buffer("weight_gamma", torch.ones(self.out_channels, 1, 1, 1))
        self.register_buffer("weight_beta", torch.zeros(self.out_channels, 1, 1, 1))

    def _get_weight(self, weight):
        flat = weight.view(weight.size(0), -1)
        mean = flat.mean(dim=1).view(-1, 1, 1, 1)
        std = torch.sqrt(flat.var(dim=1) + 1e-5).view(-1, 1, 1, 1)
        return self.weight_gamma * ((weight - mean) / std) + self.weight_beta

    def forward(self, x):
        return F.conv2d(x, self._get_weight(self.weight), self.bias, self.stride, self.padding, self.dilation, self.groups)
