"""Layers that learn their width from the first input."""
import torch
from torch import nn, optim
from surface import show


def later(layer, *inputs):
    told = [type(layer).__name__, sorted(name for name, _ in layer.named_parameters()),
    layer.has_uninitialized_params()]
    result = layer(*inputs)
    told += [type(layer).__name__, [(name, tuple(p.shape)) for name, p in layer.named_parameters()]]
    return told + [[(name, tuple(b.shape)) for name, b in layer.named_buffers()], result]


def in_model():
    model = nn.Sequential(nn.LazyConv2d(8, 3), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(), nn.LazyLinear(10))
    model(image)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    return [[tuple(p.shape) for p in optimizer.param_groups[0]["params"]], list(model.state_dict()),
    model[0].in_channels]


def kept():
    layer = nn.LazyLinear(4)
    weight = layer.weight
    layer(flat)
    return [layer.weight is weight, tuple(weight.shape), layer.in_features]


flat = torch.zeros(3, 5)
line = torch.zeros(2, 4, 9)
image = torch.zeros(2, 4, 9, 9)
block = torch.zeros(2, 4, 5, 6, 7)
show("linear", lambda: later(nn.LazyLinear(4), flat))
show("linear no bias", lambda: later(nn.LazyLinear(4, bias=False), image))
show("linear is a linear", lambda: isinstance(nn.LazyLinear(4), nn.Linear))
show("linear attributes", lambda: [nn.LazyLinear(4).in_features, nn.LazyLinear(4).out_features])
show("conv1d", lambda: later(nn.LazyConv1d(6, 3), line))
show("conv2d", lambda: later(nn.LazyConv2d(6, 3, stride=2, padding=1, bias=False), image))
show("conv2d groups", lambda: later(nn.LazyConv2d(8, 3, groups=4), image))
show("conv2d one image", lambda: later(nn.LazyConv2d(8, 3), image[0]))
show("conv2d wrong rank", lambda: later(nn.LazyConv2d(8, 3), flat))
show("conv3d", lambda: later(nn.LazyConv3d(6, (1, 2, 3)), block))
show("transposed", lambda: later(nn.LazyConvTranspose2d(6, 4, 2, 1), image))
show("transposed 1d", lambda: later(nn.LazyConvTranspose1d(6, 3), line))
show("batch norm", lambda: later(nn.LazyBatchNorm2d(), image))
show("batch norm 1d", lambda: later(nn.LazyBatchNorm1d(eps=1e-3), line))
show("instance norm", lambda: later(nn.LazyInstanceNorm2d(affine=True), image))
show("in a model", in_model)
show("kept", kept)
