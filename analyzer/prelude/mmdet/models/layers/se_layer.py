import torch
from torch import nn
from vramlint_openmmlab.modules import BaseModule


class ChannelAttention(BaseModule):
    def __init__(self, channels, init_cfg=None):
        super().__init__(init_cfg=init_cfg)
        self.global_avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Conv2d(channels, channels, 1)
        self.act = nn.Hardsigmoid(inplace=True)

    def forward(self, x):
        with torch.cuda.amp.autocast(enabled=False):
            pooled = self.global_avgpool(x)
        weights = self.fc(pooled)
        weights = self.act(weights)
        return x * weights
