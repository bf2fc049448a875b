# Initialisers write values, not shapes: each checks what torch checks and gives the tensor back.
import math


def _given(tensor, *args, **kwargs):
    return tensor


uniform_ = normal_ = trunc_normal_ = constant_ = ones_ = zeros_ = eye_ = dirac_ = orthogonal_ = sparse_ = _given


def _calculate_fan_in_and_fan_out(tensor):
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = 1
    for size in tensor.shape[2:]:
        field *= size
    return tensor.size(1) * field, tensor.size(0) * field


def _calculate_correct_fan(tensor, mode):
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return fan_in if mode == "fan_in" else fan_out


def _needs_fans(tensor, *args, **kwargs):
    _calculate_fan_in_and_fan_out(tensor)
    return tensor


xavier_uniform_ = xavier_normal_ = kaiming_uniform_ = kaiming_normal_ = _needs_fans
xavier_uniform = xavier_normal = kaiming_uniform = kaiming_normal = _needs_fans
uniform = normal = constant = orthogonal = _given


def calculate_gain(nonlinearity, param=None):
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        return math.sqrt(2.0 / (1 + slope ** 2))
    if nonlinearity == "selu":
        return 3.0 / 4
    return 1


def _no_grad_uniform_(tensor, a, b):
    return tensor


def _no_grad_normal_(tensor, mean, std):
    return tensor


def _no_grad_fill_(tensor, value):
    return tensor


def _no_grad_zero_(tensor):
    return tensor


def _no_grad_trunc_normal_(tensor, mean, std, a, b):
    return tensor
