import math

from _vramlint import op
from torch.autograd._formulas._node import aten


def _adjoint(node, grad):
    return {0: op("torch._C._adjoint", grad, node.size(0))}


def _adjoint_of_self(node, grad):
    """These ask for their input, of whose gradient they make zeros."""
    return {0: op("torch._C._adjoint", grad, node.size(0), node.input(0))}


def _adaptive_mean(node, grad):
    size, output, wanted = node.size(0), tuple(grad.shape), node.arg(1)
    pooled = range(len(output) - (len(wanted) if isinstance(wanted, tuple) else 1), len(output))
    if any(output[dim] != 1 for dim in pooled):
        return _adjoint_of_self(node, grad)
    return {0: grad.expand(size) / math.prod([size[dim] for dim in pooled])}


def _max_pool(node, grad, of_indices=None):
    return {0: op("torch._C._pick_adjoint", grad, node.input(0), node.output(1))}


def _norm(weight, bias):
    def formula(node, grad):
        has_weight = node.is_tensor(weight)
        made = op("torch._C._norm_backward", grad, node.input(0), node.input(weight) if has_weight else None)
        found = {0: made[0]}
        if has_weight:
            found[weight] = made[1]
        if node.is_tensor(bias):
            found[bias] = made[2]
        return found
    return formula


def _group_norm(node, grad):
    """The composite that autograd takes where gradients are recorded; what the statistics depend on is left out."""
    x, groups = node.input(0), node.args[1]
    size = tuple(x.shape)
    samples, channels, positions = size[0], size[1], max(1, x.numel() // max(1, size[0] * size[1]))
    parts = (samples, groups, channels // groups, positions)
    x, grad = x.reshape(parts), grad.reshape(parts)
    weight = node.input(2).reshape(1, groups, channels // groups, 1) if node.is_tensor(2) else None
    mean = x.detach().new_zeros((samples, groups, 1, 1))
    scale = x.detach().new_zeros((samples, groups, 1, 1))
    by_x = (grad * x).sum(3).unsqueeze(-1)
    by_one = grad.sum(3).unsqueeze(-1)
    each = scale if weight is None else scale * weight
    slope = (by_x if weight is None else by_x * weight).sum(2).unsqueeze(-2)
    shift = (by_one if weight is None else by_one * weight).sum(2).unsqueeze(-2)
    slope = (shift * mean - slope) * scale
    shift = -slope * mean - shift * scale
    made = {0: (each * grad + slope * x + shift).reshape(size)}
    if node.needs(2):
        made[2] = ((by_x - by_one * mean) * scale).sum(0).reshape(channels)
    if node.needs(3):
        made[3] = by_one.sum(0).reshape(channels)
    return made


def _softmax(node, grad):
    return {0: aten("_softmax_backward_data", grad, node.output(), node.args[1], grad.dtype)}


def _log_softmax(node, grad):
    return {0: aten("_log_softmax_backward_data", grad, node.output(), node.args[1], grad.dtype)}


def _nll(node, grad, scores):
    weight = node.input(2) if node.is_tensor(2) else None
    total = grad.new_zeros(()).detach()
    return aten("nll_loss_backward", grad, scores, node.input(1), weight, node.arg(3, 1), node.arg(4, -100), total)


def _nll_loss(node, grad):
    return {0: _nll(node, grad, node.input(0))}


def _cross_entropy(node, grad):
    """What stands between log_softmax and nll_loss is made again: of scores of a few classes."""
    dim = 1 if len(node.size(0)) > 1 else 0
    scores = node.input(0).log_softmax(dim)
    made = _nll(node, grad, scores)
    return {0: aten("_log_softmax_backward_data", made, scores, dim, made.dtype)}


def _mse(node, grad):
    made = {}
    if node.needs(0):
        made[0] = aten("mse_loss_backward", grad, node.input(0), node.input(1), node.arg(2, 1))
    if node.needs(1):
        made[1] = aten("mse_loss_backward", grad, node.input(1), node.input(0), node.arg(2, 1))
    return made


def _scaled(node, value, reduction):
    return value if node.arg(reduction, 1) != 1 else value / node.input(0).numel()


def _l1(node, grad):
    made = {}
    if node.needs(0):
        made[0] = _scaled(node, (node.input(0) - node.input(1)).sgn() * grad, 2)
    if node.needs(1):
        made[1] = _scaled(node, (node.input(1) - node.input(0)).sgn() * grad, 2)
    return made


def _with_logits(node, grad):
    return {0: _scaled(node, (node.input(0).sigmoid() - node.input(1)) * grad, 4)}


def _cross_entropy_of_two(node, grad):
    x = node.input(0)
    return {0: _scaled(node, grad * (x - node.input(1)) / (x * (1 - x)).clamp(min=1e-12), 3)}


def _geometry(node):
    """stride, padding, dilation, groups of a convolution with a batch."""
    padding, dilation, kernel = node.args[4], node.args[5], node.size(1)[2:]
    if padding == "valid":
        padding = (0,) * len(kernel)
    elif padding == "same":
        padding = tuple(d * (k - 1) // 2 for d, k in zip(dilation, kernel))
    return node.args[3], padding, dilation, node.args[6]


def _weights(name, wide, narrow, stride, padding, dilation, size):
    """The gradient of a weight: one convolved with the other, samples in place of channels, stride and dilation in
    exchange (torch/csrc/autograd/FunctionsManual.cpp, aten/src/ATen/native/Convolution.cpp)."""
    made = op(name, wide.transpose(0, 1), narrow.transpose(0, 1), None, dilation, padding, stride)
    for dim in range(2, len(size)):
        if made.shape[dim] != size[dim]:
            made = made.narrow(dim, 0, size[dim])
    return made.transpose(0, 1)


def _convolution(dims):
    def formula(node, grad):
        stride, padding, dilation, groups = _geometry(node)
        made = {}
        if node.needs(0):
            kernel, size, output = node.size(1)[2:], node.size(0)[2:], tuple(grad.shape[2:])
            extra = tuple(n - ((o - 1) * s - 2 * p + d * (k - 1) + 1)
                          for n, o, s, p, d, k in zip(size, output, stride, padding, dilation, kernel))
            made[0] = op(f"torch._C._gradient_conv_transpose{dims}d", grad, node.input(1), None, stride, padding, extra,
                         groups, dilation)
        if node.needs(1):
            made[1] = _weights(f"conv{dims}d", node.input(0), grad, stride, padding, dilation, node.size(1))
        if node.needs(2):
            made[2] = grad.sum([0] + list(range(2, dims + 2)))
        return made
    return formula


def _transposed_convolution(dims):
    def formula(node, grad):
        _, _, _, stride, padding, _, groups, dilation = node.args[:8]
        made = {}
        if node.needs(0):
            made[0] = op(f"torch._C._gradient_conv{dims}d", grad, node.input(1), None, stride, padding, dilation, groups)
        if node.needs(1):
            made[1] = _weights(f"conv{dims}d", grad, node.input(0), stride, padding, dilation, node.size(1))
        if node.needs(2):
            made[2] = grad.sum([0] + list(range(2, dims + 2)))
        return made
    return formula


def refuses_convolution(node, is_transposed):
    """Those without a batch, weights by groups, and a padding that is uneven."""
    kernel = node.size(1)[2:]
    if len(node.size(0)) != len(kernel) + 2 or (node.needs(1) and node.args[6] != 1):
        return True
    return not is_transposed and node.args[4] == "same" and any(
        d * (k - 1) % 2 for d, k in zip(node.args[5], kernel))


layers = {
    "conv1d": _convolution(1), "conv2d": _convolution(2), "conv3d": _convolution(3),
    "conv_transpose1d": _transposed_convolution(1), "conv_transpose2d": _transposed_convolution(2),
    "conv_transpose3d": _transposed_convolution(3),
    "batch_norm": _norm(1, 2), "instance_norm": _norm(1, 2), "layer_norm": _norm(2, 3), "group_norm": _group_norm,
    "avg_pool1d": _adjoint_of_self, "avg_pool2d": _adjoint_of_self, "avg_pool3d": _adjoint_of_self,
    "adaptive_avg_pool1d": _adaptive_mean, "adaptive_avg_pool2d": _adaptive_mean,
    "adaptive_avg_pool3d": _adaptive_mean,
    "max_pool1d_with_indices": _max_pool, "max_pool2d_with_indices": _max_pool, "max_pool3d_with_indices": _max_pool,
    "upsample_nearest1d": _adjoint, "upsample_nearest2d": _adjoint, "upsample_nearest3d": _adjoint,
    "upsample_linear1d": _adjoint, "upsample_bilinear2d": _adjoint, "upsample_bicubic2d": _adjoint,
    "upsample_trilinear3d": _adjoint, "pixel_shuffle": _adjoint, "pixel_unshuffle": _adjoint,
    "constant_pad_nd": _adjoint, "reflection_pad1d": _adjoint, "reflection_pad2d": _adjoint,
    "replication_pad1d": _adjoint, "replication_pad2d": _adjoint,
    "dropout": _adjoint, "feature_dropout": _adjoint, "embedding": _adjoint,
    "softmax": _softmax, "log_softmax": _log_softmax,
    "cross_entropy_loss": _cross_entropy, "nll_loss_nd": _nll_loss, "mse_loss": _mse,
    "l1_loss": _l1, "binary_cross_entropy_with_logits": _with_logits, "binary_cross_entropy": _cross_entropy_of_two,
    "_adjoint": _adjoint,
}
