import torch
from mmcv.cnn import ConvModule
from mmdet.models.layers.csp_layer import NORM
from torch import nn
from vramlint_openmmlab.modules import BaseModule


class SPPBottleneck(BaseModule):
    """The map beside itself, pooled in windows of several sizes."""

    def __init__(self, in_channels, out_channels, kernel_sizes=(5, 9, 13), conv_cfg=None, norm_cfg=NORM,
                 act_cfg=dict(type="Swish"), init_cfg=None):
        super().__init__(init_cfg)
        middle = in_channels // 2
        options = dict(conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        self.conv1 = ConvModule(in_channels, middle, 1, **options)
        self.poolings = nn.ModuleList([nn.MaxPool2d(size, stride=1, padding=size // 2) for size in kernel_sizes])
        self.conv2 = ConvModule(middle * (1 + len(kernel_sizes)), out_channels, 1, **options)

    def forward(self, x):
        x = self.conv1(x)
        with torch.cuda.amp.autocast(enabled=False):
            x = torch.cat([x] + [pool(x) for pool in self.poolings], dim=1)
        return self.conv2(x)
