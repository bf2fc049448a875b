"""Activations, dropouts, paddings, poolings of torch.nn."""
import torch
from torch import nn
from surface import show


def told(layer, *inputs):
    own = [f"{name} {tuple(value.shape)}" for name, value in layer.named_parameters()]
    return [own, layer(*inputs)]


def read(layer, *names):
    return [getattr(layer, name) for name in names]


def changes(layer):
    given = torch.randn(3, 4)
    return layer(given) is given
flat = torch.randn(3, 4)
g = torch.randn(3, 4, requires_grad=True)
line = torch.randn(2, 4, 9)
image = torch.randn(2, 4, 9, 9)
block = torch.randn(2, 4, 6, 6, 6)
show("relu", lambda: [nn.ReLU()(g), nn.ReLU().inplace])
show("relu in place", lambda: changes(nn.ReLU(inplace=True)))
show("relu positional", lambda: changes(nn.ReLU(True)))
show("relu not in place", lambda: changes(nn.ReLU()))
show("relu of a leaf in place", lambda: nn.ReLU(True)(g))
show("relu6", lambda: [nn.ReLU6()(g), read(nn.ReLU6(True), "min_val", "max_val", "inplace")])
show("leaky", lambda: [nn.LeakyReLU(0.2)(g), read(nn.LeakyReLU(), "negative_slope", "inplace")])
show("leaky in place", lambda: changes(nn.LeakyReLU(0.2, True)))
show("prelu", lambda: told(nn.PReLU(), g))
show("prelu channels", lambda: told(nn.PReLU(4, init=0.1), image))
show("prelu wrong", lambda: nn.PReLU(3)(image))
show("prelu attributes", lambda: read(nn.PReLU(3), "num_parameters"))
show("rrelu", lambda: [nn.RReLU()(g), nn.RReLU(0.1, 0.2).eval()(g), read(nn.RReLU(), "lower", "upper", "inplace")])
show("elu", lambda: [nn.ELU()(g), read(nn.ELU(2.0), "alpha", "inplace"), changes(nn.ELU(inplace=True))])
show("celu", lambda: [nn.CELU()(g), changes(nn.CELU(inplace=True))])
show("selu", lambda: [nn.SELU()(g), changes(nn.SELU(True))])
show("gelu", lambda: [nn.GELU()(g), nn.GELU(approximate="tanh")(g), nn.GELU("tanh").approximate])
show("gelu wrong", lambda: nn.GELU(approximate="fast")(g))
show("silu", lambda: [nn.SiLU()(g), changes(nn.SiLU(inplace=True))])
show("mish", lambda: [nn.Mish()(g), changes(nn.Mish(inplace=True))])
show("sigmoid", lambda: nn.Sigmoid()(g))
show("tanh", lambda: nn.Tanh()(g))
show("hardtanh", lambda: [nn.Hardtanh()(g), read(nn.Hardtanh(-2, 2), "min_val", "max_val"),
    changes(nn.Hardtanh(inplace=True))])
show("hardtanh wrong", lambda: nn.Hardtanh(1, -1))
show("hardtanh old names", lambda: read(nn.Hardtanh(min_value=-3, max_value=3), "min_val", "max_val"))
show("hardswish", lambda: [nn.Hardswish()(g), changes(nn.Hardswish(inplace=True))])
show("hardsigmoid", lambda: [nn.Hardsigmoid()(g), changes(nn.Hardsigmoid(True))])
show("hardshrink", lambda: [nn.Hardshrink()(g), nn.Hardshrink(0.1).lambd])
show("softshrink", lambda: [nn.Softshrink()(g), nn.Softshrink(0.1).lambd])
show("tanhshrink", lambda: nn.Tanhshrink()(g))
show("softplus", lambda: [nn.Softplus()(g), read(nn.Softplus(2, 10), "beta", "threshold")])
show("softsign", lambda: nn.Softsign()(g))
show("logsigmoid", lambda: nn.LogSigmoid()(g))
show("threshold", lambda: [nn.Threshold(0.1, 20)(g), read(nn.Threshold(0.1, 20), "threshold", "value", "inplace")])
show("threshold one argument", lambda: nn.Threshold(0.1))
show("glu", lambda: [nn.GLU()(g), nn.GLU(dim=1).dim])
show("glu odd", lambda: nn.GLU(0)(g))
show("softmax", lambda: [nn.Softmax(dim=1)(g), nn.Softmax()(g), nn.Softmax(-1).dim])
show("softmax wrong dim", lambda: nn.Softmax(dim=4)(g))
show("softmax 2d", lambda: nn.Softmax2d()(image))
show("softmax 2d flat", lambda: nn.Softmax2d()(flat))
show("log softmax", lambda: [nn.LogSoftmax(dim=-1)(g), nn.LogSoftmax().dim])
show("softmin", lambda: nn.Softmin(dim=1)(g))
show("half", lambda: nn.Softmax(dim=-1)(flat.double()))
show("dropout", lambda: [nn.Dropout()(g), nn.Dropout(0.2).eval()(g), read(nn.Dropout(0.2, True), "p", "inplace")])
show("dropout eval is the same", lambda: changes(nn.Dropout(0.3).eval()))
show("dropout in place", lambda: changes(nn.Dropout(0.3, inplace=True)))
show("dropout wrong", lambda: nn.Dropout(1.5))
show("dropout negative", lambda: nn.Dropout(-0.1))
show("dropout 1d", lambda: [nn.Dropout1d()(line), nn.Dropout1d(0.2)(line[0])])
show("dropout 2d", lambda: [nn.Dropout2d()(image), nn.Dropout2d(0.2)(image[0])])
show("dropout 3d", lambda: nn.Dropout3d(p=0.1)(block))
show("alpha dropout", lambda: [nn.AlphaDropout()(g), nn.AlphaDropout(0.2).eval()(g)])
show("feature alpha dropout", lambda: nn.FeatureAlphaDropout()(image))
show("zero pad", lambda: [nn.ZeroPad2d(1)(image), nn.ZeroPad2d((1, 2, 0, 3))(image), nn.ZeroPad2d(2).padding])
show("zero pad negative", lambda: nn.ZeroPad2d((-1, 0, 0, -2))(image))
show("constant pad", lambda: [nn.ConstantPad1d(2, 0.5)(line), nn.ConstantPad2d((1, 2, 3, 4), 1)(image),
    nn.ConstantPad3d(1, 0)(block)])
show("constant pad attributes", lambda: read(nn.ConstantPad2d(1, 3.5), "padding", "value"))
show("constant pad no value", lambda: nn.ConstantPad2d(1))
show("reflection pad", lambda: [nn.ReflectionPad1d(2)(line), nn.ReflectionPad2d((1, 1, 2, 0))(image),
    nn.ReflectionPad3d(1)(block)])
show("reflection pad too far", lambda: nn.ReflectionPad2d(9)(image))
show("reflection pad one image", lambda: nn.ReflectionPad2d(1)(image[0]))
show("replication pad", lambda: [nn.ReplicationPad1d(2)(line), nn.ReplicationPad2d(1)(image), nn.ReplicationPad3d((1,
    1, 2, 2, 3, 3))(block)])
show("replication pad padding", lambda: nn.ReplicationPad3d(1).padding)
show("max pool 1d", lambda: [nn.MaxPool1d(3)(line), nn.MaxPool1d(2, 1, 1)(line[0])])
show("max pool 2d", lambda: [nn.MaxPool2d(3)(image), nn.MaxPool2d((3, 2), stride=(2, 1), padding=1)(image)])
show("max pool 2d ceil", lambda: nn.MaxPool2d(2, ceil_mode=True)(image))
show("max pool 2d dilated", lambda: nn.MaxPool2d(3, stride=1, dilation=2)(image))
show("max pool 2d indices", lambda: nn.MaxPool2d(3, return_indices=True)(image))
show("max pool 2d attributes", lambda: read(nn.MaxPool2d(3), "kernel_size", "stride", "padding", "dilation",
    "return_indices",
                                            "ceil_mode"))
show("max pool 2d padding wrong", lambda: nn.MaxPool2d(2, padding=2)(image))
show("max pool 2d too big", lambda: nn.MaxPool2d(10)(image))
show("max pool 2d one image", lambda: nn.MaxPool2d(3)(image[0]))
show("max pool 3d", lambda: nn.MaxPool3d((1, 2, 2))(block))
show("avg pool 1d", lambda: nn.AvgPool1d(3, 2)(line))
show("avg pool 2d", lambda: [nn.AvgPool2d(3)(image), nn.AvgPool2d((2, 3), (1, 2), (1, 0))(image)])
show("avg pool 2d options", lambda: nn.AvgPool2d(3, ceil_mode=True, count_include_pad=False,
    divisor_override=5)(image))
show("avg pool 2d attributes", lambda: read(nn.AvgPool2d(3), "kernel_size", "stride", "padding", "ceil_mode",
                                            "count_include_pad", "divisor_override"))
show("avg pool 1d attributes", lambda: read(nn.AvgPool1d(3), "kernel_size", "stride", "padding"))
show("avg pool 3d", lambda: nn.AvgPool3d(2)(block))
show("avg pool 2d padding wrong", lambda: nn.AvgPool2d(2, padding=2)(image))
show("adaptive avg", lambda: [nn.AdaptiveAvgPool1d(3)(line), nn.AdaptiveAvgPool2d(1)(image), nn.AdaptiveAvgPool3d((2,
    3, 4))(block)])
show("adaptive avg none", lambda: nn.AdaptiveAvgPool2d((None, 3))(image))
show("adaptive avg attributes", lambda: read(nn.AdaptiveAvgPool2d((1, 1)), "output_size"))
show("adaptive avg one image", lambda: nn.AdaptiveAvgPool2d(2)(image[0]))
show("adaptive avg wrong", lambda: nn.AdaptiveAvgPool2d((1, 2, 3))(image))
show("adaptive max", lambda: [nn.AdaptiveMaxPool1d(3)(line), nn.AdaptiveMaxPool2d((2, 3))(image),
    nn.AdaptiveMaxPool3d(2)(block)])
show("adaptive max indices", lambda: nn.AdaptiveMaxPool2d(2, return_indices=True)(image))
show("unpool", lambda: nn.MaxUnpool2d(3)(*nn.MaxPool2d(3, return_indices=True)(image)))
show("unpool size", lambda: nn.MaxUnpool2d(2)(*nn.MaxPool2d(2, return_indices=True)(image), output_size=image.size()))
show("unpool 1d", lambda: nn.MaxUnpool1d(3)(*nn.MaxPool1d(3, return_indices=True)(line)))
show("unpool 3d", lambda: nn.MaxUnpool3d(2)(*nn.MaxPool3d(2, return_indices=True)(block)))
show("unpool attributes", lambda: read(nn.MaxUnpool2d(3), "kernel_size", "stride", "padding"))
show("lp pool", lambda: [nn.LPPool1d(2, 3)(line), nn.LPPool2d(1.2, (3, 2), stride=2)(image)])
show("lp pool attributes", lambda: read(nn.LPPool2d(2, 3), "norm_type", "kernel_size", "stride", "ceil_mode"))
show("fractional", lambda: nn.FractionalMaxPool2d(2, output_size=(4, 5))(image))
show("fractional ratio", lambda: nn.FractionalMaxPool2d(2, output_ratio=0.5, return_indices=True)(image))
show("fractional both", lambda: nn.FractionalMaxPool2d(2, output_size=3, output_ratio=0.5))
show("fractional neither", lambda: nn.FractionalMaxPool2d(2))
show("fractional ratio wrong", lambda: nn.FractionalMaxPool2d(2, output_ratio=1.5))
show("fractional 3d", lambda: nn.FractionalMaxPool3d(2, output_size=3)(block))
show("fractional attributes", lambda: read(nn.FractionalMaxPool2d(2, output_size=3), "kernel_size", "output_size",
    "output_ratio"))
