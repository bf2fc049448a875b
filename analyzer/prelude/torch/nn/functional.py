# Functions of torch.nn.functional that are more than one operator: argument handling as its documentation describes.
import math

import _vramlint
from torch._tensor import Tensor
from torch.nn.modules.utils import _ntuple, _pair, _single, _triple
from vramlint_autocast import one_operator
from vramlint_targets import classes_for, numbers_for

__complete__ = True  # what is missing here is not in PyTorch either

_op = _vramlint.op


class _Reduction:
    @staticmethod
    def get_enum(reduction):
        if reduction not in ("none", "mean", "sum", "elementwise_mean"):
            raise ValueError(f"{reduction} is not a valid value for reduction")
        return {"none": 0, "mean": 1, "elementwise_mean": 1, "sum": 2}[reduction]

    @staticmethod
    def legacy_get_string(size_average, reduce, emit_warning=True):
        if reduce is False:
            return "none"
        return "sum" if size_average is False else "mean"

    @staticmethod
    def legacy_get_enum(size_average, reduce, emit_warning=True):
        return _Reduction.get_enum(_Reduction.legacy_get_string(size_average, reduce))


_reduction = _Reduction.get_enum


# ---- convolution and linear

def _same(input, weight, stride, padding, dilation, rank):
    if padding == "valid":
        return input, (0,) * rank
    widths = []
    for size, step in zip(weight.shape[2:], _ntuple(rank)(dilation)):
        widths.append(step * (size - 1))
    if all(width % 2 == 0 for width in widths):
        return input, tuple(width // 2 for width in widths)
    extra = []
    for width in reversed(widths):
        extra += [0, width % 2]
    return _op("constant_pad_nd", input, extra), tuple(width // 2 for width in widths)


def _named(rank, input, weight, stride, padding, dilation):
    if padding == "same" and any(step != 1 for step in _ntuple(rank)(stride)):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    return _same(input, weight, stride, padding, dilation, rank)


def _twice(number):
    numbers = _ntuple(1)(number)
    return tuple(numbers) * 2 if len(numbers) == 1 else numbers


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    if weight.dim() == 4 and not _vramlint.torch_at_least(1, 11):  # as many dimensions as the weight has, up to 1.10
        return conv2d(input, weight, bias, _twice(stride), _twice(padding), _twice(dilation), groups)
    if isinstance(padding, str):
        input, padding = _named(1, input, weight, stride, padding, dilation)
    return _op("conv1d", input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    if isinstance(padding, str):
        input, padding = _named(2, input, weight, stride, padding, dilation)
    return _op("conv2d", input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    if isinstance(padding, str):
        input, padding = _named(3, input, weight, stride, padding, dilation)
    return _op("conv3d", input, weight, bias, stride, padding, dilation, groups)


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _op("conv_transpose1d", input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _op("conv_transpose2d", input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _op("conv_transpose3d", input, weight, bias, stride, padding, output_padding, groups, dilation)


def linear(input, weight, bias=None):
    return _op("linear", input, weight, bias)


# ---- normalisation

def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    if training:
        count = input.numel() // max(input.size(1), 1)
        if count == 1:
            raise ValueError("Expected more than 1 value per channel when training, got input size "
                             f"torch.Size({list(input.shape)})")
    return _op("batch_norm", input, weight, bias, running_mean, running_var, training, momentum, eps, True)


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1,
                  eps=1e-5):
    if use_input_stats:
        count = 1
        for size in input.shape[2:]:
            count = count * size
        if count == 1:
            raise ValueError("Expected more than 1 spatial element when training, got input size "
                             f"torch.Size({list(input.shape)})")
    return _op("instance_norm", input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, True)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    return _op("layer_norm", input, normalized_shape, weight, bias, eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    return _op("group_norm", input, num_groups, weight, bias, eps)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    if input.dim() < 3:
        raise ValueError(f"Expected 3D or higher dimensionality input (got {input.dim()} dimensions)")
    squares, around = input.mul(input), (size // 2, (size - 1) // 2)
    if input.dim() == 3:
        squares = avg_pool2d(pad(squares.unsqueeze(1), (0, 0) + around), (size, 1), stride=1).squeeze(1)
    else:
        squares = squares.view(input.size(0), 1, input.size(1), input.size(2), -1)
        squares = avg_pool3d(pad(squares, (0, 0, 0, 0) + around), (size, 1, 1), stride=1).squeeze(1).view(input.shape)
    return input / squares.mul(alpha).add(k).pow(beta)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    if isinstance(normalized_shape, int):
        normalized_shape = (normalized_shape,)
    return _op("rms_norm", input, normalized_shape, weight, eps)


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    denom = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
    return input / denom


# ---- activations

def _in_place(name):
    def function(input, inplace=False):
        return _op(name + "_" if inplace else name, input)
    function.__name__ = name
    return function


relu = _in_place("relu")
relu6 = _in_place("relu6")
silu = _in_place("silu")
mish = _in_place("mish")
selu = _in_place("selu")
hardswish = _in_place("hardswish")
hardsigmoid = _in_place("hardsigmoid")


def relu6(input, inplace=False):
    return hardtanh(input, 0.0, 6.0, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    return _op("hardtanh_" if inplace else "hardtanh", input, min_val, max_val)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    return _op("leaky_relu_" if inplace else "leaky_relu", input, negative_slope)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    return _op("rrelu_" if inplace else "rrelu", input, lower, upper, training)


def elu(input, alpha=1.0, inplace=False):
    return _op("elu_" if inplace else "elu", input, alpha)


def celu(input, alpha=1.0, inplace=False):
    return _op("celu_" if inplace else "celu", input, alpha)


def threshold(input, threshold, value, inplace=False):
    return _op("threshold_" if inplace else "threshold", input, threshold, value)


def gelu(input, approximate="none"):
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    return _op("gelu", input, approximate=approximate)


def leaky_relu_(input, negative_slope=0.01):
    return leaky_relu(input, negative_slope, True)


def elu_(input, alpha=1.0):
    return elu(input, alpha, True)


def celu_(input, alpha=1.0):
    return celu(input, alpha, True)


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    return hardtanh(input, min_val, max_val, True)


def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    return rrelu(input, lower, upper, training, True)


def threshold_(input, threshold, value):
    return _op("threshold_", input, threshold, value)


def selu_(input):
    return selu(input, True)


def softsign(input):
    return input / (input.abs() + 1)


def tanhshrink(input):
    return input - input.tanh()


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    noise = -_op("empty_like", logits).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    chosen = _op("zeros_like", logits).scatter_(dim, index, 1.0)
    return chosen - soft.detach() + soft


def prelu(input, weight):
    return _op("prelu", input, weight)


def softplus(input, beta=1, threshold=20):
    return _op("softplus", input, beta, threshold)


def sigmoid(input):
    return _op("sigmoid", input)


def tanh(input):
    return _op("tanh", input)


def logsigmoid(input):
    return _op("log_sigmoid", input)


def glu(input, dim=-1):
    return _op("glu", input, dim)


def _softmax_dim(rank):
    return 0 if rank in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    return _op("softmax", input, _softmax_dim(input.dim()) if dim is None else dim, dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    return _op("log_softmax", input, _softmax_dim(input.dim()) if dim is None else dim, dtype=dtype)


def softmin(input, dim=None, dtype=None):
    return softmax(-input, dim, dtype=dtype)


# ---- dropout

def _dropout(name, input, p, training, inplace):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if training is False:
        return input
    return _op(name + "_" if inplace else name, input, p, training)


def dropout(input, p=0.5, training=True, inplace=False):
    return _dropout("dropout", input, p, training, inplace)


def dropout1d(input, p=0.5, training=True, inplace=False):
    return _dropout("feature_dropout", input, p, training, inplace)


def dropout2d(input, p=0.5, training=True, inplace=False):
    return _dropout("feature_dropout", input, p, training, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    return _dropout("feature_dropout", input, p, training, inplace)


def _alpha_dropout(input, p, training, inplace, shape):
    # ATen/native/Dropout.cpp, 1.13: noise and an offset of the same size.
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0.0:
        return input
    noise = input.new_empty(shape).bernoulli_(1 - p)
    alpha = 1.7580993408473766
    a = 1.0 / math.sqrt((alpha * alpha * p + 1) * (1 - p)) if p < 1.0 else 0.0
    offset = noise.add(-1).mul_(alpha * a).add_(alpha * a * p)
    noise.mul_(a)
    return (input.mul_(noise) if inplace else input * noise).add_(offset)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    return _alpha_dropout(input, p, training, inplace, input.shape)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    if input.dim() < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    return _alpha_dropout(input, p, training, inplace, tuple(input.shape[:2]) + (1,) * (input.dim() - 2))


# ---- pooling

def _max_pool(rank, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices):
    spread = _ntuple(rank)
    stride = kernel_size if stride is None else stride
    name = f"max_pool{rank}d_with_indices"
    if not _vramlint.has_op(name):
        name = f"max_pool{rank}d"
    result = _op(name, input, spread(kernel_size), spread(stride), spread(padding), spread(dilation), ceil_mode)
    if return_indices:
        return result
    return result[0] if isinstance(result, tuple) else result


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    unsqueezed = input.unsqueeze(-2)
    result = _max_pool(2, unsqueezed, (1, _single(kernel_size)[0]),
                       None if stride is None else (1, _single(stride)[0]), (0, _single(padding)[0]),
                       (1, _single(dilation)[0]), ceil_mode, return_indices)
    if return_indices:
        return result[0].squeeze(-2), result[1].squeeze(-2)
    return result.squeeze(-2)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _max_pool(3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def _avg_pool(rank, input, kernel_size, stride, padding, *rest):
    spread = _ntuple(rank)
    stride = kernel_size if stride is None else stride
    return _op(f"avg_pool{rank}d", input, spread(kernel_size), spread(stride), spread(padding), *rest)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    return _avg_pool(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad)


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return _avg_pool(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return _avg_pool(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def _full_size(output_size, input, rank):
    # None in an adaptive pooling's size keeps the input's.
    if not isinstance(output_size, (list, tuple)):
        output_size = (output_size,) * rank
    if len(output_size) != rank:
        raise RuntimeError(f"adaptive_pool{rank}d: internal error: output_size must be {rank}")
    sizes = input.shape[input.dim() - rank:]
    return [sizes[i] if size is None else size for i, size in enumerate(output_size)]


def adaptive_avg_pool1d(input, output_size):
    return _op("adaptive_avg_pool1d", input, _full_size(output_size, input, 1))


def adaptive_avg_pool2d(input, output_size):
    return _op("adaptive_avg_pool2d", input, _full_size(output_size, input, 2))


def adaptive_avg_pool3d(input, output_size):
    return _op("adaptive_avg_pool3d", input, _full_size(output_size, input, 3))


def _adaptive_max(rank, input, output_size, return_indices):
    result = _op(f"adaptive_max_pool{rank}d", input, _full_size(output_size, input, rank))
    return result if return_indices else result[0]


def adaptive_max_pool1d(input, output_size, return_indices=False):
    return _adaptive_max(1, input, output_size, return_indices)


def adaptive_max_pool2d(input, output_size, return_indices=False):
    return _adaptive_max(2, input, output_size, return_indices)


def adaptive_max_pool3d(input, output_size, return_indices=False):
    return _adaptive_max(3, input, output_size, return_indices)


def _with_indices(function):
    def pooled(*args, **kwargs):
        return function(*args, return_indices=True, **kwargs)
    return pooled


max_pool1d_with_indices = _with_indices(max_pool1d)
max_pool2d_with_indices = _with_indices(max_pool2d)
max_pool3d_with_indices = _with_indices(max_pool3d)
adaptive_max_pool1d_with_indices = _with_indices(adaptive_max_pool1d)
adaptive_max_pool2d_with_indices = _with_indices(adaptive_max_pool2d)
adaptive_max_pool3d_with_indices = _with_indices(adaptive_max_pool3d)


def _lp_pool(rank, input, norm_type, kernel_size, stride, ceil_mode):
    spread = _ntuple(rank)
    window = 1
    for size in spread(kernel_size):
        window = window * size
    mean = _avg_pool(rank, input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    return (_op("sign", mean) * relu(mean.abs())).mul(window).pow(1.0 / norm_type)


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    return _lp_pool(1, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    return _lp_pool(2, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    return _lp_pool(3, input, norm_type, kernel_size, stride, ceil_mode)


def _unpooled_size(rank, input, kernel_size, stride, padding, output_size):
    spread = _ntuple(rank)
    if output_size is not None:
        return list(output_size)[-rank:]
    kernel, padding = spread(kernel_size), spread(padding)
    stride = spread(kernel_size if stride is None else stride)
    return [(input.size(i - rank) - 1) * stride[i] - 2 * padding[i] + kernel[i] for i in range(rank)]


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    size = _unpooled_size(1, input, kernel_size, stride, padding, output_size)
    return _op("max_unpool2d", input.unsqueeze(-1), indices.unsqueeze(-1), size + [1]).squeeze(-1)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _op("max_unpool2d", input, indices, _unpooled_size(2, input, kernel_size, stride, padding, output_size))


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    size = _unpooled_size(3, input, kernel_size, stride, padding, output_size)
    return _op("max_unpool3d", input, indices, size, _triple(kernel_size if stride is None else stride), _triple(padding))


def _fractional(rank, input, kernel_size, output_size, output_ratio, return_indices, samples):
    spread = _ntuple(rank)
    if output_size is None:
        ratios = spread(output_ratio)
        output_size = [int(input.size(i - rank) * ratios[i]) for i in range(rank)]
    if samples is None:
        samples = _op("empty", (input.size(0), input.size(1), rank), dtype=input.dtype, device=input.device)
    result = _op(f"fractional_max_pool{rank}d", input, spread(kernel_size), spread(output_size), samples)
    return (result[0], result[1]) if return_indices else result[0]


def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                          _random_samples=None):
    return _fractional(2, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                          _random_samples=None):
    return _fractional(3, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


# ---- resampling, padding, rearranging

_RESAMPLING = {("nearest", 3): "upsample_nearest1d", ("nearest", 4): "upsample_nearest2d",
               ("nearest", 5): "upsample_nearest3d", ("linear", 3): "upsample_linear1d",
               ("bilinear", 4): "upsample_bilinear2d", ("trilinear", 5): "upsample_trilinear3d",
               ("bicubic", 4): "upsample_bicubic2d", ("nearest-exact", 4): "_upsample_nearest_exact2d"}


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None,
                antialias=False):
    rank = input.dim() - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    if mode in ("nearest", "area", "nearest-exact") and align_corners is not None:
        raise ValueError("align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | "
                         "trilinear")
    if size is not None:
        wanted = list(size) if isinstance(size, (list, tuple)) else [size] * rank
        if len(wanted) != rank:
            raise ValueError(f"Input and output must have the same number of spatial dimensions, but got input with "
                             f"spatial dimensions of {list(input.shape[2:])} and output size of {size}.")
    else:
        factors = list(scale_factor) if isinstance(scale_factor, (list, tuple)) else [scale_factor] * rank
        if len(factors) != rank:
            raise ValueError(f"an input with {rank} spatial dimensions takes as many factors, but got {scale_factor}")
        wanted = [int(math.floor(float(input.size(i + 2)) * factors[i])) for i in range(rank)]
    wanted = [int(w) for w in wanted]
    if antialias and not (mode in ("bilinear", "bicubic") and rank == 2):
        raise ValueError("Anti-alias option is only supported for bilinear and bicubic modes")
    if mode == "area":
        return [adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d][rank - 1](input, wanted)
    if (mode, input.dim()) not in _RESAMPLING:
        raise NotImplementedError(f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {input.dim()}D) for the "
                                  f"modes: nearest | linear | bilinear | bicubic | trilinear | area (got {mode})")
    name = _RESAMPLING[(mode, input.dim())]
    if mode in ("nearest", "nearest-exact"):
        return _op(name, input, wanted)
    return _op(name, input, wanted, bool(align_corners))


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    return interpolate(input, size, scale_factor, mode, align_corners)


def pad(input, pad, mode="constant", value=None):
    pad = list(pad)
    if mode == "constant":
        if not input.requires_grad and [True for width in pad if not _vramlint.is_known(width) and _vramlint.is_whole(width)]:
            return _padded_by_data(input, pad, 0.0 if value is None else value)
        return _op("constant_pad_nd", input, pad, 0.0 if value is None else value)
    rank = len(pad) // 2
    kinds = {"reflect": "reflection", "replicate": "replication"}
    if input.dim() not in (rank + 1, rank + 2):
        raise NotImplementedError(f"padding of {rank} dimensions with mode {mode} takes one or two dimensions more")
    if mode == "circular":
        return _circular(input, pad, rank)
    if mode not in kinds:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    return _op(f"{kinds[mode]}_pad{rank}d", input, pad)


def _padded_by_data(input, pad, value):
    # By as much as only the data tells: a tensor of its own, and what is in it is copied.
    sizes = list(input.shape)
    for i in range(len(pad) // 2):
        dim = input.dim() - 1 - i
        sizes[dim] = sizes[dim] + pad[2 * i] + pad[2 * i + 1]
    return input.new_full(sizes, value)


def _circular(input, pad, rank):
    for i in range(rank):
        before, after = pad[2 * i], pad[2 * i + 1]
        dim = input.dim() - 1 - i
        size = input.size(dim)
        parts = []
        if before:
            parts.append(input.narrow(dim, size - before, before))
        parts.append(input)
        if after:
            parts.append(input.narrow(dim, 0, after))
        input = _op("cat", parts, dim)
    return input


def channel_shuffle(input, groups):
    if input.dim() < 3 or groups <= 0 or input.size(1) % groups != 0:
        raise RuntimeError("Number of channels must be divisible by groups. Got "
                           f"{tuple(input.shape)} and {groups} groups.")
    parts = input.view(input.size(0), groups, input.size(1) // groups, -1)
    return parts.permute(0, 2, 1, 3).contiguous().reshape(input.shape)


native_channel_shuffle = channel_shuffle


def upsample_nearest(input, size=None, scale_factor=None):
    return interpolate(input, size, scale_factor, "nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    return interpolate(input, size, scale_factor, "bilinear", True)


def conv_tbc(input, weight, bias, pad=0):
    return conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=pad).permute(2, 0, 1)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    return _op("im2col", input, _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    return _op("col2im", input, _pair(output_size), _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    modes = {"bilinear": 0, "nearest": 1, "bicubic": 2}
    paddings = {"zeros": 0, "border": 1, "reflection": 2}
    if mode not in modes:
        raise ValueError(f"nn.functional.grid_sample(): expected mode to be one of {list(modes)}, but got: '{mode}'")
    if padding_mode not in paddings:
        raise ValueError(f"nn.functional.grid_sample(): expected padding_mode to be one of {list(paddings)}, but got: "
                         f"'{padding_mode}'")
    return _op("grid_sampler", input, grid, modes[mode], paddings[padding_mode], bool(align_corners))


def affine_grid(theta, size, align_corners=None):
    rank = len(size) - 2
    if rank not in (2, 3):
        raise NotImplementedError("affine_grid only supports 4D and 5D sizes")
    if theta.dim() != 3 or tuple(theta.shape[-2:]) != (rank, rank + 1):
        raise ValueError(f"Expected a batch of {rank}D affine matrices of shape Nx{rank}x{rank + 1} for size {size}. "
                         f"Got {theta.shape}.")
    return _op("affine_grid_generator", theta, size, bool(align_corners))


def one_hot(tensor, num_classes=-1):
    if num_classes < 0:
        num_classes = _vramlint.most_distinct(tensor)
        if num_classes is None:
            return _vramlint.unknown("one_hot without num_classes makes as many columns as the data holds classes")
    shape = tuple(tensor.shape) + (num_classes,)
    result = _op("zeros", shape, dtype=_vramlint.dtype_int64, device=tensor.device)
    index = tensor.unsqueeze(-1)
    return result.scatter_(-1, index, 1)


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    if not _vramlint.is_known(padding_idx):  # whose gradient is left out: nothing is as large
        padding_idx = None
    if padding_idx is not None:
        assert not padding_idx >= weight.size(0) and not padding_idx < -weight.size(0), \
            "Padding_idx must be within num_embeddings"
        padding_idx = padding_idx + weight.size(0) if padding_idx < 0 else padding_idx
    return _op("embedding", weight, input, -1 if padding_idx is None else padding_idx, scale_grad_by_freq, sparse)


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean", sparse=False,
                  per_sample_weights=None, include_last_offset=False, padding_idx=None):
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError("if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed "
                             "length sequences.")
        offsets = _op("arange", 0, input.numel(), input.size(1), dtype=input.dtype, device=input.device)
        input = input.reshape(-1)
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)
    elif input.dim() != 1 or offsets is None:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError("embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for "
                                  f"mode='sum' (got mode='{mode}').")
    modes = {"sum": 0, "mean": 1, "max": 2}
    if mode not in modes:
        raise ValueError("mode has to be one of sum, mean or max")
    return _op("embedding_bag", weight, input, offsets, scale_grad_by_freq, modes[mode], sparse, per_sample_weights,
               include_last_offset)[0]


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    if _vramlint.has_op("cosine_similarity"):
        return _op("cosine_similarity", x1, x2, dim, eps)
    product = (x1 * x2).sum(dim)
    return product / (x1.norm(2, dim) * x2.norm(2, dim)).clamp_min(eps)


# ---- losses

def _expanded(input, target):
    if tuple(target.shape) != tuple(input.shape):
        import torch
        input, target = torch.broadcast_tensors(input, target)
    return input, target


def _said(size_average, reduce, reduction):
    # The old way to say it stands before the new.
    old = size_average is not None or reduce is not None
    return _Reduction.legacy_get_enum(size_average, reduce) if old else _reduction(reduction)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    input, target = _expanded(input, numbers_for(input, target))
    return _op("mse_loss", input, target, _said(size_average, reduce, reduction))


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    input, target = _expanded(input, numbers_for(input, target))
    return _op("l1_loss", input, target, _said(size_average, reduce, reduction))


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    if beta < 0.0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    input, target = _expanded(input, numbers_for(input, target))
    if beta == 0.0:
        return _op("l1_loss", input, target, _said(size_average, reduce, reduction))
    return _op("smooth_l1_loss", input, target, _said(size_average, reduce, reduction), beta)


def huber_loss(input, target, reduction="mean", delta=1.0):
    if delta <= 0.0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    input, target = _expanded(input, target)
    return _op("huber_loss", input, target, _reduction(reduction), delta)


def _differs(left, right):
    # Of a size that depends on the data nothing is said.
    return _vramlint.is_known(left) and _vramlint.is_known(right) and left != right


def _sizes_differ(left, right):
    left, right = tuple(left.shape), tuple(right.shape)
    return len(left) != len(right) or any([_differs(a, b) for a, b in zip(left, right)])


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    target = numbers_for(input, target)
    if _sizes_differ(target, input):
        raise ValueError(f"Using a target size (torch.Size({list(target.shape)})) that is different to the input size "
                         f"(torch.Size({list(input.shape)})) is deprecated. Please ensure they have the same size.")
    if _vramlint.is_known(target) and not target.is_floating_point():
        raise RuntimeError(f"Found dtype {target.dtype} but expected {input.dtype}")
    return _op("binary_cross_entropy", input, target, weight, _said(size_average, reduce, reduction))


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean",
                                     pos_weight=None):
    target = numbers_for(input, target)
    if _sizes_differ(target, input):
        raise ValueError(f"Target size (torch.Size({list(target.shape)})) must be the same as input size "
                         f"(torch.Size({list(input.shape)}))")
    if _vramlint.is_known(target) and not target.is_floating_point():
        raise RuntimeError(f"result type {input.dtype} can't be cast to the desired output type {target.dtype}")
    reduction = _said(size_average, reduce, reduction)
    return _op("binary_cross_entropy_with_logits", input, target, weight, pos_weight, reduction)


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
                  label_smoothing=0.0):
    target = classes_for(input, target)
    _check_classes(input, target, weight)
    if _vramlint.autocast_mode()[0]:
        # The composition itself is on no list of autocast, its parts are; log_softmax is told its type
        # (aten/src/ATen/native/LossNLL.cpp), as measured with 2.11. The recording of 1.13 emulates the casts.
        if label_smoothing == 0.0 and not target.is_floating_point():
            told = input.dtype if _vramlint.torch_at_least(2, 0) else None
            logits = log_softmax(input, 0 if input.dim() == 1 else 1, dtype=told)
            return nll_loss(logits, target, weight, None, ignore_index, None, reduction)
        input = input.float()
    reduction = _said(size_average, reduce, reduction)
    return _op("cross_entropy_loss", input, target, weight, reduction, ignore_index, label_smoothing)


def _check_classes(input, target, weight):
    if not (_vramlint.is_known(input) and _vramlint.is_known(target)):
        return
    if input.dim() > 1 and target.dim() > 0 and _differs(input.size(0), target.size(0)):
        raise ValueError(f"Expected input batch_size ({input.size(0)}) to match target batch_size ({target.size(0)}).")
    if weight is None or not _vramlint.is_known(weight):
        return
    classes = input.size(0 if input.dim() == 1 else 1)
    if weight.dim() != 1 or _vramlint.is_known(classes) and weight.size(0) != classes:
        raise RuntimeError(f"weight tensor should be defined either for all {classes} classes or no classes but got "
                           f"weight tensor of shape: {list(weight.shape)}")


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    target = classes_for(input, target)
    _check_classes(input, target, weight)
    return _op("nll_loss_nd", input, target, weight, _said(size_average, reduce, reduction), ignore_index)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    if reduction == "batchmean":
        return _op("kl_div", input, target, 2, log_target=log_target) / input.size(0)
    return _op("kl_div", input, target, _said(size_average, reduce, reduction), log_target=log_target)


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return (x1 - x2 + eps).norm(p, -1, keepdim)


def _reduced(loss, reduction, size_average=None, reduce=None):
    if size_average is not None or reduce is not None:
        reduction = _Reduction.legacy_get_string(size_average, reduce)
    _reduction(reduction)
    return loss if reduction == "none" else loss.sum() if reduction == "sum" else loss.mean()


@one_operator
def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    # Intermediates of one expression of C++ outlive those of Python (aten/src/ATen/native/Loss.cpp; seen in 1.13).
    difference = input1 - input2
    product = -target * difference
    loss = product + margin
    del difference
    loss = loss.clamp_min_(0)
    del product
    return _reduced(loss, reduction, size_average, reduce)


@one_operator
def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    import torch
    zeros, beyond = _op("zeros_like", input), (margin - input).clamp_min_(0)
    far, near = torch.where(target != 1, beyond, zeros), torch.where(target != -1, input, zeros)
    return _reduced(far + near, reduction, size_average, reduce)


@one_operator
def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    import torch
    dim = target.dim()
    product = (input1 * input2).sum(dim)
    first = (input1 * input1).sum(dim) + 1e-12
    second = (input2 * input2).sum(dim) + 1e-12
    cosine = product / (first * second).sqrt_()
    zeros = _op("zeros_like", cosine)
    alike, other = 1 - cosine, (cosine - margin).clamp_min_(0)
    loss = torch.where(target == 1, alike, zeros) + torch.where(target == -1, other, zeros)
    return _reduced(loss, reduction, size_average, reduce)


@one_operator
def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None, reduce=None,
                        reduction="mean"):
    near, far = pairwise_distance(anchor, positive, p, eps), pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = _op("minimum", far, pairwise_distance(positive, negative, p, eps))
    return _reduced((margin + near - far).clamp_min(0), reduction, size_average, reduce)


@one_operator
def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss += stirling.masked_fill(target <= 1, 0)
    return _reduced(loss, reduction, size_average, reduce)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    import torch
    if tuple(var.shape) != tuple(input.shape):
        if tuple(input.shape[:-1]) == tuple(var.shape):
            var = var.unsqueeze(-1)
        elif tuple(input.shape[:-1]) != tuple(var.shape[:-1]) or var.size(-1) != 1:
            raise ValueError("var is of incorrect size")
    _reduction(reduction)
    var = var.clone()
    with torch.no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    return _reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    loss = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    loss = loss if weight is None else loss * weight
    return _reduced(loss.sum(dim=input.dim() - 1) / input.size(-1), reduction, size_average, reduce)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    return _op("soft_margin_loss", input, target, _said(size_average, reduce, reduction))


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    return _op("multi_margin_loss", input, target, p, margin, weight, _said(size_average, reduce, reduction))


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    return _op("multilabel_margin_loss", input, target, _said(size_average, reduce, reduction))


def triplet_margin_with_distance_loss(anchor, positive, negative, distance_function=None, margin=1.0, swap=False,
                                      reduction="mean"):
    distance = pairwise_distance if distance_function is None else distance_function
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = _op("minimum", far, distance(positive, negative))
    return _reduced((margin + near - far).clamp_min(0), reduction)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    return _op("ctc_loss", log_probs, targets, input_lengths, target_lengths, blank, _reduction(reduction), zero_infinity)


# ---- attention

def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v,
                                 add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True,
                                 key_padding_mask=None, need_weights=True, attn_mask=None, use_separate_proj_weight=False,
                                 q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None,
                                 average_attn_weights=True, is_causal=False):
    batched = query.dim() == 3
    if not batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    length, batch, width = query.shape
    assert not _differs(width, embed_dim_to_check), \
        f"was expecting embedding dimension of {embed_dim_to_check}, but got {width}"
    head = width // num_heads
    if use_separate_proj_weight:
        weights = (q_proj_weight, k_proj_weight, v_proj_weight)
        biases = in_proj_bias.chunk(3) if in_proj_bias is not None else (None, None, None)
        q, k, v = [linear(x, w, b) for x, w, b in zip((query, key, value), weights, biases)]
    else:
        q, k, v = _in_projection_packed(query, key, value, in_proj_weight, in_proj_bias)
    if bias_k is not None:
        k = _op("cat", [k, bias_k.repeat(1, batch, 1)])
        v = _op("cat", [v, bias_v.repeat(1, batch, 1)])
        attn_mask, key_padding_mask = _wider(attn_mask), _wider(key_padding_mask)
    q = q.contiguous().view(length, batch * num_heads, head).transpose(0, 1)
    k = k.contiguous().view(k.shape[0], batch * num_heads, head).transpose(0, 1)
    v = v.contiguous().view(v.shape[0], batch * num_heads, head).transpose(0, 1)
    if add_zero_attn:
        zeros = (batch * num_heads, 1, head)
        k = _op("cat", [k, _op("zeros", zeros, dtype=k.dtype, device=k.device)], 1)
        v = _op("cat", [v, _op("zeros", zeros, dtype=v.dtype, device=v.device)], 1)
        attn_mask, key_padding_mask = _wider(attn_mask), _wider(key_padding_mask)
    source = k.size(1)
    attn_mask = _joined_mask(attn_mask, key_padding_mask, batch, num_heads, source, q)
    p = dropout_p if training else 0.0
    if not need_weights and _vramlint.torch_at_least(2, 0):
        output, weights = _attended(q, k, v, attn_mask, p, is_causal, batch, num_heads), None
    else:
        weights = _attention_weights(q, k, attn_mask, head)
        if p > 0.0:
            weights = dropout(weights, p=p)
        output = _op("bmm", weights, v).transpose(0, 1)
    output = linear(output.contiguous().view(length * batch, width), out_proj_weight, out_proj_bias)
    output = output.view(length, batch, output.size(1))
    if need_weights:
        weights = weights.view(batch, num_heads, length, source)
        if average_attn_weights:
            weights = weights.mean(dim=1) if _vramlint.torch_at_least(2, 0) else weights.sum(dim=1) / num_heads
    else:
        weights = None
    if not batched:
        output = output.squeeze(1)
        weights = None if weights is None else weights.squeeze(0)
    return output, weights


def _wider(mask):
    # One more key that is never masked.
    return None if mask is None else pad(mask, (0, 1))


def _attended(q, k, v, mask, p, is_causal, batch, heads):
    # torch 2.0 and later: without weights to return, scaled_dot_product_attention (torch/nn/functional.py).
    if mask is not None:
        mask = mask.unsqueeze(0) if mask.size(0) == 1 and mask.dim() == 3 else mask.view(batch, heads, -1, k.size(1))
    q, k, v = [x.view(batch, heads, x.size(1), x.size(2)) for x in (q, k, v)]
    output = scaled_dot_product_attention(q, k, v, mask, p, is_causal)
    return output.permute(2, 0, 1, 3)


def _attention_weights(q, k, mask, head):
    scaled = q / math.sqrt(head)
    if mask is not None:
        weights = _op("baddbmm", mask, scaled, k.transpose(-2, -1))
    else:
        weights = _op("bmm", scaled, k.transpose(-2, -1))
    return softmax(weights, dim=-1)


def _joined_mask(mask, padding, batch, heads, source, q):
    if mask is not None and mask.dim() == 2:
        mask = mask.unsqueeze(0)
    if padding is not None:
        assert tuple(padding.shape) == (batch, source), \
            f"expecting key_padding_mask shape of {(batch, source)}, but got {padding.shape}"
        padding = padding.view(batch, 1, 1, source).expand(-1, heads, -1, -1).reshape(batch * heads, 1, source)
        if mask is None:
            mask = padding
        elif mask.dtype is _vramlint.dtype_bool:
            mask = mask.logical_or(padding)
        else:
            mask = mask.masked_fill(padding, float("-inf"))
    if mask is not None and mask.dtype is _vramlint.dtype_bool:
        mask = _op("zeros_like", mask, dtype=q.dtype).masked_fill_(mask, float("-inf"))
    return mask


def _in_projection_packed(q, k, v, w, b):
    width = q.size(-1)
    if k is v:
        if q is k:
            # One projection for all three, made contiguous part by part.
            projected = linear(q, w, b)
            projected = projected.unflatten(-1, (3, width)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous() \
                if _packs() else projected.chunk(3, dim=-1)
            return projected[0], projected[1], projected[2]
        w_q, w_kv = w.split([width, 2 * width])
        b_q, b_kv = (None, None) if b is None else b.split([width, 2 * width])
        return (linear(q, w_q, b_q),) + tuple(linear(k, w_kv, b_kv).chunk(2, dim=-1))
    ws = w.chunk(3)
    bs = (None, None, None) if b is None else b.chunk(3)
    return linear(q, ws[0], bs[0]), linear(k, ws[1], bs[1]), linear(v, ws[2], bs[2])


def _packs():
    # torch 2.0 and later make the packed projection contiguous at once; 1.13 leaves three views.
    return _vramlint.torch_at_least(2, 0)


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, **more):
    # `enable_gqa` is there since 2.5.
    if more.keys() - {"enable_gqa"} or more and not _vramlint.torch_at_least(2, 5):
        name = next(iter(more))
        raise TypeError(f"scaled_dot_product_attention() got an unexpected keyword argument '{name}'")
    from torch.backends import cuda
    if cuda._attention.kernels != 0b1111:
        more["kernels"] = cuda._attention.kernels
    return _op("scaled_dot_product_attention", query, key, value, attn_mask, dropout_p, is_causal, scale=scale, **more)


def _in_projection(q, k, v, w_q, w_k, w_v, b_q=None, b_k=None, b_v=None):
    return linear(q, w_q, b_q), linear(k, w_k, b_k), linear(v, w_v, b_v)


# ---- what copies of torch's own functions ask for

def has_torch_function(tensors):
    return False


def has_torch_function_unary(tensor):
    return False


def has_torch_function_variadic(*tensors):
    return False


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    return public_api(*args, **kwargs)


def boolean_dispatch(arg_name, arg_index, default, if_true, if_false, module_name, func_name):
    def dispatched(*args, **kwargs):
        given = kwargs.get(arg_name, args[arg_index] if arg_index < len(args) else default)
        return (if_true if given else if_false)(*args, **kwargs)
    return dispatched


BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = list
if not _vramlint.torch_at_least(2, 0):
    del lp_pool3d, rms_norm, scaled_dot_product_attention
    __absent__ = ("scaled_dot_product_attention",)
elif not _vramlint.torch_at_least(2, 4):
    del rms_norm
if _vramlint.torch_at_least(2, 10):
    from torch._later import grouped_mm
