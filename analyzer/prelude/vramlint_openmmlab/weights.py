"""Initialisers: they write values, which are not modelled. What a wrong argument raises is kept."""
import math


def constant_init(module, val, bias=0):
    return None


def xavier_init(module, gain=1, bias=0, distribution="normal"):
    assert distribution in ["uniform", "normal"]


def normal_init(module, mean=0, std=1, bias=0):
    return None


def trunc_normal_init(module, mean=0, std=1, a=-2, b=2, bias=0):
    return None


def uniform_init(module, a=0, b=1, bias=0):
    return None


def kaiming_init(module, a=0, mode="fan_out", nonlinearity="relu", bias=0, distribution="normal"):
    assert distribution in ["uniform", "normal"]


def caffe2_xavier_init(module, bias=0):
    return None


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    return tensor


def bias_init_with_prob(prior_prob):
    return float(-math.log((1 - prior_prob) / prior_prob))


def update_init_info(module, init_info):
    return None


class BaseInit:
    def __init__(self, *, bias=0, bias_prob=None, layer=None):
        if not isinstance(bias, (int, float)):
            raise TypeError(f"bias must be a number, but got a {type(bias)}")
        self.bias = bias if bias_prob is None else bias_init_with_prob(bias_prob)
        self.layer = [layer] if isinstance(layer, str) else layer or []

    def __call__(self, module):
        return None


class ConstantInit(BaseInit):
    def __init__(self, val, **kwargs):
        super().__init__(**kwargs)
        self.val = val


class XavierInit(BaseInit):
    def __init__(self, gain=1, distribution="normal", **kwargs):
        super().__init__(**kwargs)
        self.gain, self.distribution = gain, distribution


class NormalInit(BaseInit):
    def __init__(self, mean=0, std=1, **kwargs):
        super().__init__(**kwargs)
        self.mean, self.std = mean, std


class TruncNormalInit(BaseInit):
    def __init__(self, mean=0, std=1, a=-2, b=2, **kwargs):
        super().__init__(**kwargs)
        self.mean, self.std, self.a, self.b = mean, std, a, b


class UniformInit(BaseInit):
    def __init__(self, a=0.0, b=1.0, **kwargs):
        super().__init__(**kwargs)
        self.a, self.b = a, b


class KaimingInit(BaseInit):
    def __init__(self, a=0, mode="fan_out", nonlinearity="relu", distribution="normal", **kwargs):
        super().__init__(**kwargs)
        self.a, self.mode, self.nonlinearity, self.distribution = a, mode, nonlinearity, distribution


class Caffe2XavierInit(KaimingInit):
    def __init__(self, **kwargs):
        super().__init__(a=1, mode="fan_in", nonlinearity="leaky_relu", distribution="uniform", **kwargs)


class PretrainedInit:
    def __init__(self, checkpoint, prefix=None, map_location=None):
        self.checkpoint, self.prefix, self.map_location = checkpoint, prefix, map_location

    def __call__(self, module):
        return None


def initialize(module, init_cfg):
    if not isinstance(init_cfg, (dict, list)):
        raise TypeError(f"init_cfg must be a dict or a list of dict, but got {type(init_cfg)}")


INITS = ("BaseInit Caffe2XavierInit ConstantInit KaimingInit NormalInit PretrainedInit TruncNormalInit UniformInit XavierInit "
         "bias_init_with_prob caffe2_xavier_init constant_init initialize kaiming_init normal_init trunc_normal_init "
         "uniform_init update_init_info xavier_init")
