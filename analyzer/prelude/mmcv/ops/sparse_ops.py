"""Which places of a grid a convolution of active places reads and writes (mmcv 2.2, ops/sparse_ops.py and
csrc/pytorch/cuda/spconv_ops_cuda.cu).

How many places become active depends on the data. A tensor's `reach` says from how many it began, and how wide the window and
the stride of all convolutions since are together: then each of the first is in ceil(window / stride) windows an axis at most,
and a window holds no more than its own size of them."""
import math

import _vramlint
import torch


def get_conv_output_size(input_size, kernel_size, stride, padding, dilation):
    return [1 if kernel == -1 else (size + 2 * pad - spread * (kernel - 1) - 1) // step + 1
            for size, kernel, step, pad, spread in zip(input_size, kernel_size, stride, padding, dilation)]


def get_deconv_output_size(input_size, kernel_size, stride, padding, dilation, output_padding):
    if -1 in kernel_size:
        raise ValueError("deconv don't support kernel_size < 0")
    return [(size - 1) * step - 2 * pad + kernel + more
            for size, step, pad, kernel, more in zip(input_size, stride, padding, kernel_size, output_padding)]


def each(value, ndim):
    return value if isinstance(value, (list, tuple)) else [value] * ndim


def reached(reach, active, kernel, stride, dilation):
    first, windows, strides = reach or (active, [1] * len(kernel), [1] * len(kernel))
    windows = [window + (size - 1) * spread * step for window, size, spread, step in zip(windows, kernel, dilation, strides)]
    return first, windows, [old * new for old, new in zip(strides, stride)]


def active_places(active, reach, batch_size, grid):
    """After a convolution with strides: as many as before, where they may be so many."""
    first, windows, strides = reach
    room = batch_size * math.prod(grid)
    most = _vramlint.fewer(first * math.prod([-(-window // step) for window, step in zip(windows, strides)]), room)
    fewest = (first + math.prod(windows) - 1) // math.prod(windows)
    _vramlint.assume("how many places a sparse convolution with strides makes active depends on the data: as many as before are "
                     "taken")
    return _vramlint.between(_vramlint.fewer(fewest, room), _vramlint.fewer(active, most), most)


def get_indice_pairs(indices, batch_size, spatial_shape, ksize=3, stride=1, padding=0, dilation=1, out_padding=0, subm=False,
                     transpose=False, grid=None, reach=None):
    ndim = indices.shape[1] - 1
    ksize, stride, padding, dilation, out_padding = [each(value, ndim) for value in
                                                     (ksize, stride, padding, dilation, out_padding)]
    for spread, step in zip(dilation, stride):
        assert step == 1 or spread == 1, "don't support this."
    out_shape = spatial_shape
    if not subm and transpose:
        out_shape = get_deconv_output_size(spatial_shape, ksize, stride, padding, dilation, out_padding)
    elif not subm:
        out_shape = get_conv_output_size(spatial_shape, ksize, stride, padding, dilation)
    return _pairs(indices, int(batch_size), out_shape, ksize, stride, dilation, subm, transpose, grid, reach)


def _pairs(indices, batch_size, out_shape, ksize, stride, dilation, subm, transpose, grid, reach):
    active, volume = indices.shape[0], math.prod(ksize)

    def whole(*shape):
        return torch.empty(shape, dtype=torch.int32, device=indices.device)

    pairs, counts = whole(volume, 2, active), whole(volume)
    places = whole(batch_size * math.prod(out_shape)) if grid is None else None  # every place of the grid has a number here
    candidates = whole(volume * active + 1)
    if subm:
        return indices, pairs, counts
    found = whole(active * volume, indices.shape[1])
    if transpose:
        number = _vramlint.fewer(active * volume, batch_size * math.prod(out_shape))
        number = _vramlint.between(1, _vramlint.fewer(active, number), number)
    else:
        number = active_places(active, reached(reach, active, ksize, stride, dilation), batch_size, out_shape)
    in_order = torch.sort(candidates)
    distinct = whole(number + 1)
    return found[:number], pairs, counts
