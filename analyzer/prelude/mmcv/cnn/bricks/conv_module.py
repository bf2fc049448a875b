import warnings

import torch
from mmcv._line import old
from mmcv.cnn.bricks.activation import build_activation_layer
from mmcv.cnn.bricks.conv import build_conv_layer
from mmcv.cnn.bricks.norm import build_norm_layer
from mmcv.cnn.bricks.padding import build_padding_layer
from torch import nn
from vramlint_openmmlab.bases import _BatchNorm, _InstanceNorm

_without_inplace = ("Tanh", "PReLU", "Sigmoid", "HSigmoid", "Swish", "GELU")


def efficient_conv_bn_eval_forward(bn, conv, x):
    bias = conv.bias if conv.bias is not None else torch.zeros_like(bn.running_var)
    bn_weight = bn.weight if bn.weight is not None else torch.ones_like(bn.running_var)
    bn_bias = bn.bias if bn.bias is not None else torch.zeros_like(bn.running_var)
    factor = torch.rsqrt(bn.running_var + bn.eps).reshape([-1] + [1] * (len(conv.weight.shape) - 1))
    factor = bn_weight.view_as(factor) * factor
    weight = conv.weight * factor
    return conv._conv_forward(x, weight, bn_bias + factor.flatten() * (bias - bn.running_mean))


class ConvModule(nn.Module):
    _abbr_ = "conv_block"

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias="auto",
                 conv_cfg=None, norm_cfg=None, act_cfg=dict(type="ReLU"), inplace=True, with_spectral_norm=False,
                 padding_mode="zeros", order=("conv", "norm", "act"), efficient_conv_bn_eval=False):
        super().__init__()
        assert conv_cfg is None or isinstance(conv_cfg, dict)
        assert norm_cfg is None or isinstance(norm_cfg, dict)
        assert act_cfg is None or isinstance(act_cfg, dict)
        assert isinstance(order, tuple) and len(order) == 3
        assert set(order) == {"conv", "norm", "act"}
        # Past Module.__setattr__, which looks for parameters and modules: there are many of these blocks.
        self.__dict__.update(
            conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg, inplace=inplace, with_spectral_norm=with_spectral_norm,
            with_explicit_padding=padding_mode not in ["zeros", "circular"], order=order, with_norm=norm_cfg is not None,
            with_activation=act_cfg is not None, with_bias=norm_cfg is None if bias == "auto" else bias)
        if self.with_explicit_padding:
            self.padding_layer = build_padding_layer(dict(type=padding_mode), padding)
        self.conv = build_conv_layer(conv_cfg, in_channels, out_channels, kernel_size, stride=stride,
                                     padding=0 if self.with_explicit_padding else padding, dilation=dilation, groups=groups,
                                     bias=self.with_bias)
        self._show_conv(padding)
        if with_spectral_norm:
            self.conv = nn.utils.spectral_norm(self.conv)
        self._add_norm(out_channels if order.index("norm") > order.index("conv") else in_channels)
        if self.with_activation:
            self._add_activation()
        self.init_weights()
        if not old:
            self.turn_on_efficient_conv_bn_eval(efficient_conv_bn_eval)
        elif efficient_conv_bn_eval:
            raise TypeError("__init__() got an unexpected keyword argument 'efficient_conv_bn_eval'")

    def _show_conv(self, padding):
        conv = self.conv
        self.__dict__.update(
            in_channels=conv.in_channels, out_channels=conv.out_channels, kernel_size=conv.kernel_size, stride=conv.stride,
            padding=padding, dilation=conv.dilation, transposed=conv.transposed, output_padding=conv.output_padding,
            groups=conv.groups)

    def _add_norm(self, channels):
        if not self.with_norm:
            self.norm_name = None
            return
        self.norm_name, norm = build_norm_layer(self.norm_cfg, channels)
        self.add_module(self.norm_name, norm)
        if self.with_bias and isinstance(norm, (_BatchNorm, _InstanceNorm)):
            warnings.warn("Unnecessary conv bias before batch/instance norm")

    def _add_activation(self):
        options = self.act_cfg.copy()
        if options["type"] not in _without_inplace:
            options.setdefault("inplace", self.inplace)
        self.activate = build_activation_layer(options)

    @property
    def norm(self):
        return getattr(self, self.norm_name) if self.norm_name else None

    def init_weights(self):
        return None

    def forward(self, x, activate=True, norm=True):
        merged = False
        for at, layer in enumerate(self.order):
            if layer == "conv":
                if self.with_explicit_padding:
                    x = self.padding_layer(x)
                merged = norm and self._merges_norm(at)
                x = self.efficient_conv_bn_eval_forward(self.norm, self.conv, x) if merged else self.conv(x)
            elif layer == "norm" and norm and self.with_norm and not merged:
                x = self.norm(x)
            elif layer == "act" and activate and self.with_activation:
                x = self.activate(x)
        return x

    def _merges_norm(self, at):
        if old or self.efficient_conv_bn_eval_forward is None or not self.with_norm or self.norm.training:
            return False
        return at + 1 < len(self.order) and self.order[at + 1] == "norm"

    def turn_on_efficient_conv_bn_eval(self, efficient_conv_bn_eval=True):
        fits = efficient_conv_bn_eval and isinstance(self.norm, _BatchNorm) and self.norm.track_running_stats
        self.efficient_conv_bn_eval_forward = efficient_conv_bn_eval_forward if fits else None

    @staticmethod
    def create_from_conv_bn(conv, bn, efficient_conv_bn_eval=True):
        made = ConvModule.__new__(ConvModule)
        super(ConvModule, made).__init__()
        made.conv_cfg = made.norm_cfg = made.act_cfg = None
        made.inplace = made.with_spectral_norm = made.with_explicit_padding = made.with_activation = False
        made.order = ("conv", "norm", "act")
        made.with_norm = True
        made.with_bias = conv.bias is not None
        made.conv = conv
        made._show_conv(conv.padding)
        made.norm_name = "bn"
        made.add_module("bn", bn)
        made.turn_on_efficient_conv_bn_eval(efficient_conv_bn_eval)
        return made
