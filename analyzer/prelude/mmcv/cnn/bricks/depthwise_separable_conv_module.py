from mmcv.cnn.bricks.conv_module import ConvModule
from torch import nn


class DepthwiseSeparableConvModule(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, norm_cfg=None,
                 act_cfg=dict(type="ReLU"), dw_norm_cfg="default", dw_act_cfg="default", pw_norm_cfg="default",
                 pw_act_cfg="default", **kwargs):
        super().__init__()
        assert "groups" not in kwargs, "groups should not be specified"

        def own(cfg, common):
            return common if cfg == "default" else cfg

        self.depthwise_conv = ConvModule(in_channels, in_channels, kernel_size, stride=stride, padding=padding,
                                         dilation=dilation, groups=in_channels, norm_cfg=own(dw_norm_cfg, norm_cfg),
                                         act_cfg=own(dw_act_cfg, act_cfg), **kwargs)
        self.pointwise_conv = ConvModule(in_channels, out_channels, 1, norm_cfg=own(pw_norm_cfg, norm_cfg),
                                         act_cfg=own(pw_act_cfg, act_cfg), **kwargs)

    def forward(self, x):
        return self.pointwise_conv(self.depthwise_conv(x))
