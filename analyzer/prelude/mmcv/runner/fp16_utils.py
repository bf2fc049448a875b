"""Mixed precision of 1.x: decorators that cast named arguments and set autocast where `fp16_enabled` says so."""
import functools
from collections.abc import Iterable, Mapping
from inspect import getfullargspec

import torch
from mmcv.runner.dist_utils import allreduce_grads
from torch import nn
from torch.cuda.amp import autocast


def cast_tensor_type(inputs, src_type, dst_type):
    if isinstance(inputs, torch.Tensor):
        return inputs.to(dst_type) if inputs.dtype == src_type else inputs
    if isinstance(inputs, (nn.Module, str)) or type(inputs).__name__ == "ndarray":
        return inputs
    if isinstance(inputs, Mapping):
        return type(inputs)({key: cast_tensor_type(value, src_type, dst_type) for key, value in inputs.items()})
    if isinstance(inputs, Iterable):
        return type(inputs)([cast_tensor_type(item, src_type, dst_type) for item in inputs])
    return inputs


def _decorator(apply_to, accepted, refusal, autocasting, source, target, output_back):
    def decorate(old_func):
        @functools.wraps(old_func)
        def new_func(*args, **kwargs):
            if not isinstance(args[0], accepted):
                raise TypeError(refusal)
            if not getattr(args[0], "fp16_enabled", False):
                return old_func(*args, **kwargs)
            names = getfullargspec(old_func).args
            wanted = names if apply_to is None else apply_to
            # Arguments beyond the named ones are dropped, as zip with the names drops them.
            new_args = [cast_tensor_type(value, source, target) if name in wanted else value
                        for name, value in zip(names, args)]
            new_kwargs = {name: cast_tensor_type(value, source, target) if name in wanted else value
                          for name, value in kwargs.items()}
            with autocast(enabled=autocasting):
                output = old_func(*new_args, **new_kwargs)
            return cast_tensor_type(output, target, source) if output_back else output

        return new_func

    return decorate


def auto_fp16(apply_to=None, out_fp32=False, supported_types=(nn.Module,)):
    refusal = f"@auto_fp16 can only be used to decorate the method of those classes {supported_types}"
    return _decorator(apply_to, supported_types, refusal, True, torch.float, torch.half, out_fp32)


def force_fp32(apply_to=None, out_fp16=False):
    refusal = "@force_fp32 can only be used to decorate the method of nn.Module"
    return _decorator(apply_to, nn.Module, refusal, False, torch.half, torch.float, out_fp16)


def wrap_fp16_model(model):
    for module in model.modules():
        if hasattr(module, "fp16_enabled"):
            module.fp16_enabled = True


class LossScaler:
    def __init__(self, init_scale=2**32, mode="dynamic", scale_factor=2.0, scale_window=1000):
        assert mode in ("dynamic", "static"), "mode can only be dynamic or static"
        self.cur_scale, self.mode, self.scale_factor, self.scale_window = init_scale, mode, scale_factor, scale_window

    @property
    def loss_scale(self):
        return self.cur_scale

    def has_overflow(self, params):
        return False

    def update_scale(self, overflow):
        return None

    def state_dict(self):
        return {"cur_scale": self.cur_scale, "mode": self.mode}

    def load_state_dict(self, state_dict):
        return None
