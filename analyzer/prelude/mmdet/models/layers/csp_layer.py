"""Stages of which one half of the channels goes past the blocks (CSPNet), with Darknet's blocks or CSPNeXt's."""
import torch
from mmcv.cnn import ConvModule, DepthwiseSeparableConvModule
from mmdet.models.layers.se_layer import ChannelAttention
from torch import nn
from vramlint_openmmlab.modules import BaseModule

NORM = dict(type="BN", momentum=0.03, eps=0.001)


class _Block(BaseModule):
    def forward(self, x):
        made = self.conv2(self.conv1(x))
        return made + x if self.add_identity else made


class DarknetBottleneck(_Block):
    def __init__(self, in_channels, out_channels, expansion=0.5, add_identity=True, use_depthwise=False, conv_cfg=None,
                 norm_cfg=NORM, act_cfg=dict(type="Swish"), init_cfg=None):
        super().__init__(init_cfg=init_cfg)
        hidden = int(out_channels * expansion)
        conv = DepthwiseSeparableConvModule if use_depthwise else ConvModule
        options = dict(conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        self.conv1 = ConvModule(in_channels, hidden, 1, **options)
        self.conv2 = conv(hidden, out_channels, 3, padding=1, **options)
        self.add_identity = add_identity and in_channels == out_channels


class CSPNeXtBlock(_Block):
    def __init__(self, in_channels, out_channels, expansion=0.5, add_identity=True, use_depthwise=False, kernel_size=5,
                 conv_cfg=None, norm_cfg=NORM, act_cfg=dict(type="SiLU"), init_cfg=None):
        super().__init__(init_cfg=init_cfg)
        hidden = int(out_channels * expansion)
        conv = DepthwiseSeparableConvModule if use_depthwise else ConvModule
        self.conv1 = conv(in_channels, hidden, 3, padding=1, norm_cfg=norm_cfg, act_cfg=act_cfg)
        self.conv2 = DepthwiseSeparableConvModule(hidden, out_channels, kernel_size, padding=kernel_size // 2,
                                                  conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        self.add_identity = add_identity and in_channels == out_channels


class CSPLayer(BaseModule):
    def __init__(self, in_channels, out_channels, expand_ratio=0.5, num_blocks=1, add_identity=True, use_depthwise=False,
                 use_cspnext_block=False, channel_attention=False, conv_cfg=None, norm_cfg=NORM,
                 act_cfg=dict(type="Swish"), init_cfg=None):
        super().__init__(init_cfg=init_cfg)
        block = CSPNeXtBlock if use_cspnext_block else DarknetBottleneck
        middle = int(out_channels * expand_ratio)
        options = dict(conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        self.channel_attention = channel_attention
        self.main_conv = ConvModule(in_channels, middle, 1, **options)
        self.short_conv = ConvModule(in_channels, middle, 1, **options)
        self.final_conv = ConvModule(2 * middle, out_channels, 1, **options)
        self.blocks = nn.Sequential(*[block(middle, middle, 1.0, add_identity, use_depthwise, **options)
                                      for _ in range(num_blocks)])
        if channel_attention:
            self.attention = ChannelAttention(2 * middle)

    def forward(self, x):
        short = self.short_conv(x)
        main = self.main_conv(x)
        main = self.blocks(main)
        final = torch.cat((main, short), dim=1)
        if self.channel_attention:
            final = self.attention(final)
        return self.final_conv(final)
