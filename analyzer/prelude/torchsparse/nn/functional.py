"""torchsparse 1.4, nn/functional and backend. Which places a convolution joins is looked up in a hash table of the places; how
many pairs there are, and how many places are left behind a stride, depends on the data."""
import _vramlint
import torch
from torch.cuda.amp import custom_bwd, custom_fwd
from torch.nn import functional as _dense
from torchsparse.nn.utils import fapply, get_kernel_offsets
from torchsparse.tensor import SparseTensor, triple


def relu(input, inplace=True):
    return fapply(input, _dense.relu, inplace=inplace)


def leaky_relu(input, negative_slope=0.1, inplace=True):
    return fapply(input, _dense.leaky_relu, negative_slope=negative_slope, inplace=inplace)


def sphash(coords, offsets=None):
    assert coords.dtype == torch.int, coords.dtype
    assert coords.ndim == 2 and coords.shape[1] == 4, coords.shape
    coords = coords.contiguous()
    shape = (coords.shape[0],) if offsets is None else (offsets.shape[0], coords.shape[0])
    return torch.empty(shape, dtype=torch.int64, device=coords.device)


def sphashquery(queries, references):
    """A table has two to four entries for each place, and is there in two buffers and for each of three functions."""
    queries, references = queries.contiguous(), references.contiguous()
    places = torch.arange(references.size(0), device=queries.device, dtype=torch.long)
    table = references.size(0) * 3
    tables = [references.new_zeros(size) for size in (table, table, 3 * table, 3 * table)]
    found = references.new_zeros(queries.view(-1).shape)
    return (found - 1).view(*queries.shape)


def spcount(coords, num):
    return torch.zeros((num,), dtype=torch.int32, device=coords.device)


def spdownsample(coords, stride=2, kernel_size=2, tensor_stride=1):
    stride, kernel_size, tensor_stride = triple(stride), triple(kernel_size), triple(tensor_stride)
    steps = torch.tensor([step * old for step, old in zip(stride, tensor_stride)], dtype=torch.int, device=coords.device)
    if all([step in (1, kernel) for step, kernel in zip(stride, kernel_size)]):
        coords = coords.clone()
        coords[:, :3] = coords[:, :3] // steps * steps
    else:
        offsets = get_kernel_offsets(kernel_size, tensor_stride, device=coords.device)
        volume = offsets.size(0)
        least = torch.min(coords[:, :3], dim=0, keepdim=True).values
        around = coords[:, :3].unsqueeze(dim=1).repeat(1, volume, 1) + offsets
        coords = torch.cat([around.view(-1, 3), coords[:, 3:].repeat(1, volume).view(-1, 1)], dim=1)
        mask = coords[:, :3] % steps == 0
        mask &= coords[:, :3] >= least
        coords = coords[torch.all(mask, dim=1)]
    return torch.unique(coords[:, [3, 0, 1, 2]], dim=0)[:, [1, 2, 3, 0]]


class ConvolutionFunction(torch.autograd.Function):
    """Buffers hold the pairs of one place of the window: no more than there are places on either side."""

    @staticmethod
    @custom_fwd(cast_inputs=torch.half)
    def forward(ctx, input, weight, nbmaps, nbsizes, sizes, transposed=False):
        input, weight = input.contiguous(), weight.contiguous()
        nbmaps, nbsizes = nbmaps.int().contiguous(), nbsizes.int().contiguous()
        output = input.new_zeros((sizes[0] if transposed else sizes[1], weight.size(-1)))
        pairs = _vramlint.fewer(input.size(0), output.size(0))
        buffers = input.new_zeros((pairs, input.size(1))), input.new_zeros((pairs, weight.size(-1)))
        ctx.for_backwards = (input, weight, nbmaps, nbsizes)
        return output

    @staticmethod
    @custom_bwd
    def backward(ctx, grad_output):
        input, weight, nbmaps, nbsizes = ctx.for_backwards
        grad_input, grad_weight = torch.zeros_like(input), torch.zeros_like(weight)
        grad_output = grad_output.contiguous()
        pairs = _vramlint.fewer(input.size(0), grad_output.size(0))
        buffers = [input.new_zeros((pairs, width)) for width in (input.size(1), input.size(1), weight.size(-1))]
        return grad_input, grad_weight, None, None, None, None


def _pairs(input, kernel_size, stride, dilation):
    """Pairs, their numbers, how many places there are on both sides, and the coordinates behind the convolution."""
    key = (input.stride, kernel_size, stride, dilation)
    coords = input.coords
    if key in input.kmaps:
        return input.kmaps[key], coords
    offsets = get_kernel_offsets(kernel_size, stride=input.stride, device=input.feats.device)
    references = sphash(coords)
    if any([step > 1 for step in stride]):
        coords = spdownsample(coords, stride, kernel_size, input.stride)
    results = sphashquery(sphash(coords, offsets), references)
    nbsizes = torch.sum(results != -1, dim=1)
    nbmaps = torch.nonzero(results != -1)
    nbmaps[:, 0] = results.view(-1)[nbmaps[:, 0] * results.size(1) + nbmaps[:, 1]]
    input.kmaps[key] = [nbmaps, nbsizes, (input.feats.shape[0], coords.shape[0])]
    return input.kmaps[key], coords


def conv3d(input, weight, kernel_size, bias=None, stride=1, dilation=1, transposed=False):
    kernel_size, stride, dilation = triple(kernel_size), triple(stride), triple(dilation)
    if kernel_size == stride == dilation == (1, 1, 1):
        feats, coords, made_stride = input.feats.matmul(weight), input.coords, input.stride
    elif transposed:
        made_stride = tuple([old // step for old, step in zip(input.stride, stride)])
        kmap, coords = input.kmaps[(made_stride, kernel_size, stride, dilation)], input.cmaps[made_stride]
        feats = ConvolutionFunction.apply(input.feats, weight, kmap[0], kmap[1], kmap[2], True)
    else:
        made_stride = tuple([old * step for old, step in zip(input.stride, stride)])
        kmap, coords = _pairs(input, kernel_size, stride, dilation)
        feats = ConvolutionFunction.apply(input.feats, weight, kmap[0], kmap[1], kmap[2], False)
    if bias is not None:
        feats += bias
    output = SparseTensor(feats, coords, made_stride)
    output.cmaps = input.cmaps
    output.cmaps.setdefault(output.stride, output.coords)
    output.kmaps = input.kmaps
    return output


def _as_many_as_before(ctx, grad_output):
    # The gradient of the features, added up row by row.
    _, _, number = ctx.for_backwards
    return grad_output.contiguous().new_zeros((number, grad_output.shape[1])), None, None


class VoxelizeFunction(torch.autograd.Function):
    @staticmethod
    @custom_fwd(cast_inputs=torch.half)
    def forward(ctx, feats, coords, counts):
        feats, coords = feats.contiguous(), coords.contiguous().int()
        ctx.for_backwards = (coords, counts, feats.shape[0])
        return feats.new_zeros((counts.shape[0], feats.shape[1]))

    @staticmethod
    @custom_bwd
    def backward(ctx, grad_output):
        return _as_many_as_before(ctx, grad_output)


spvoxelize = VoxelizeFunction.apply


class DevoxelizeFunction(torch.autograd.Function):
    @staticmethod
    @custom_fwd(cast_inputs=torch.half)
    def forward(ctx, feats, coords, weights):
        feats, coords, weights = feats.contiguous(), coords.contiguous().int(), weights.contiguous()
        ctx.for_backwards = (coords, weights, feats.shape[0])
        return feats.new_zeros((coords.shape[0], feats.shape[1]))

    @staticmethod
    @custom_bwd
    def backward(ctx, grad_output):
        return _as_many_as_before(ctx, grad_output)


spdevoxelize = DevoxelizeFunction.apply


@torch.no_grad()
def calc_ti_weights(coords, idx_query, scale=1):
    floor = torch.floor(coords / scale) * scale if scale != 1 else torch.floor(coords)
    ceiling = floor + scale
    below = [(coords[:, axis].view(-1, 1) - floor[:, axis].view(-1, 1)) for axis in range(3)]
    above = [(ceiling[:, axis].view(-1, 1) - coords[:, axis].view(-1, 1)) for axis in range(3)]
    corners = [x * y * z for x in (above[0], below[0]) for y in (above[1], below[1]) for z in (above[2], below[2])]
    weights = torch.cat(corners, dim=1).transpose(1, 0).contiguous()
    if scale != 1:
        weights /= scale**3
    weights[idx_query == -1] = 0
    weights /= torch.sum(weights, dim=0) + 1e-8
    return weights
