"""The backbone of RTMDet, which RTMPose borrows."""
from mmcv.cnn import ConvModule, DepthwiseSeparableConvModule
from mmdet.models.backbones.csp_darknet import SPPBottleneck
from mmdet.models.layers.csp_layer import NORM, CSPLayer
from torch import nn
from torch.nn.modules.batchnorm import _BatchNorm
from vramlint_openmmlab.modules import BaseModule


class CSPNeXt(BaseModule):
    # of a stage: channels before and after, blocks, whether they add what comes in, whether it pools in several windows
    arch_settings = {
        "P5": [[64, 128, 3, True, False], [128, 256, 6, True, False], [256, 512, 6, True, False],
               [512, 1024, 3, False, True]],
        "P6": [[64, 128, 3, True, False], [128, 256, 6, True, False], [256, 512, 6, True, False],
               [512, 768, 3, True, False], [768, 1024, 3, False, True]],
    }

    def __init__(self, arch="P5", deepen_factor=1.0, widen_factor=1.0, out_indices=(2, 3, 4), frozen_stages=-1,
                 use_depthwise=False, expand_ratio=0.5, arch_ovewrite=None, spp_kernel_sizes=(5, 9, 13),
                 channel_attention=True, conv_cfg=None, norm_cfg=NORM, act_cfg=dict(type="SiLU"), norm_eval=False,
                 init_cfg=None):
        super().__init__(init_cfg=init_cfg)
        settings = arch_ovewrite if arch_ovewrite else self.arch_settings[arch]
        assert set(out_indices).issubset(range(len(settings) + 1))
        if frozen_stages not in range(-1, len(settings) + 1):
            raise ValueError(f"frozen_stages must be in range(-1, {len(settings) + 1}), not {frozen_stages}")
        self.out_indices = out_indices
        self.frozen_stages = frozen_stages
        self.use_depthwise = use_depthwise
        self.norm_eval = norm_eval
        conv = DepthwiseSeparableConvModule if use_depthwise else ConvModule
        options = dict(conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        self.stem = self._stem(settings[0][0] * widen_factor, dict(padding=1, norm_cfg=norm_cfg, act_cfg=act_cfg))
        self.layers = ["stem"]
        for i, (before, after, blocks, adds, pools) in enumerate(settings):
            before, after = int(before * widen_factor), int(after * widen_factor)
            stage = [conv(before, after, 3, stride=2, padding=1, **options)]
            if pools:
                stage.append(SPPBottleneck(after, after, kernel_sizes=spp_kernel_sizes, **options))
            stage.append(CSPLayer(after, after, expand_ratio, max(round(blocks * deepen_factor), 1), adds, use_depthwise,
                                  use_cspnext_block=True, channel_attention=channel_attention, **options))
            self.add_module(f"stage{i + 1}", nn.Sequential(*stage))
            self.layers.append(f"stage{i + 1}")

    @staticmethod
    def _stem(width, options):
        half = int(width // 2)
        return nn.Sequential(ConvModule(3, half, 3, stride=2, **options), ConvModule(half, half, 3, **options),
                             ConvModule(half, int(width), 3, **options))

    def _freeze_stages(self):
        for name in self.layers[: self.frozen_stages + 1]:
            stage = getattr(self, name)
            stage.eval()
            for param in stage.parameters():
                param.requires_grad = False

    def train(self, mode=True):
        super().train(mode)
        self._freeze_stages()
        if mode and self.norm_eval:
            for module in self.modules():
                if isinstance(module, _BatchNorm):
                    module.eval()

    def forward(self, x):
        outs = []
        for i, name in enumerate(self.layers):
            x = getattr(self, name)(x)
            if i in self.out_indices:
                outs.append(x)
        return tuple(outs)
