"""torch.nn.utils and torch.nn.init: names, shapes and errors."""
import math

import torch
from torch import nn
from torch.nn import init, utils
from torch.nn.utils import parametrizations, parametrize, prune, stateless
from surface import show


def named(module):
    return [[f"{name} {tuple(p.shape)}" for name, p in module.named_parameters()], [name for name,
    _ in module.named_buffers()]]


def filled(function, *args, size=(4, 3), **kwargs):
    tensor = torch.empty(size)
    result = function(tensor, *args, **kwargs)
    return [tuple(result.shape), result is tensor]


def of_parameter(function):
    weight = nn.Linear(3, 4).weight
    return [type(function(weight)).__name__, weight.requires_grad]


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).transpose(-1, -2)

    def right_inverse(self, x):
        return x.triu()


class Split(nn.Module):
    def forward(self, a, b):
        return a + b

    def right_inverse(self, x):
        return x / 2, x / 2


def parametrized():
    layer = nn.Linear(3, 3)
    result = parametrize.register_parametrization(layer, "weight", Symmetric())
    said = [result is layer, named(layer), parametrize.is_parametrized(layer), parametrize.is_parametrized(layer,
    "bias")]
    said += [tuple(layer.weight.shape), isinstance(layer, nn.Linear), layer(flat), list(layer.state_dict())]
    layer.weight = torch.zeros(3, 3)
    parametrize.remove_parametrizations(layer, "weight")
    return said + [named(layer), parametrize.is_parametrized(layer)]


def parametrized_twice():
    layer = nn.Linear(3, 3)
    parametrize.register_parametrization(layer, "weight", Symmetric())
    parametrize.register_parametrization(layer, "weight", Symmetric())
    return [len(layer.parametrizations.weight), named(layer), layer.parametrizations["weight"].original]


def parametrized_parts():
    layer = nn.Linear(3, 3)
    parametrize.register_parametrization(layer, "weight", Split())
    with parametrize.cached():
        result = layer(flat)
    return [named(layer), result]


def pruned(function, *args, **kwargs):
    layer = nn.Linear(4, 6)
    result = function(layer, *args, **kwargs)
    said = [result is layer, named(layer), tuple(layer.weight.shape), prune.is_pruned(layer), layer(torch.zeros(2,
    4))]
    prune.remove(layer, "weight")
    return said + [named(layer), prune.is_pruned(layer)]


def normed(function, layer, undo, *inputs, **options):
    result = function(layer, **options)
    said = [result is layer, named(layer), layer(*inputs)]
    undo(layer)
    return said + [named(layer)]


def with_gradients():
    parameters = [nn.Parameter(torch.zeros(3)), nn.Parameter(torch.zeros(2, 2))]
    for parameter in parameters:
        parameter.grad = torch.ones_like(parameter)
    return parameters


def vector():
    layer = nn.Linear(2, 3)
    flat_values = utils.parameters_to_vector(layer.parameters())
    return [flat_values, utils.vector_to_parameters(torch.zeros(9), layer.parameters()), layer.weight]


def called():
    layer = nn.Linear(3, 2)
    return stateless.functional_call(layer, {"weight": torch.zeros(2, 3)}, (flat,))


flat = torch.zeros(2, 3)
image = torch.zeros(2, 3, 8, 8)
show("uniform", lambda: filled(init.uniform_, -1.0, 1.0))
show("normal", lambda: filled(init.normal_, mean=0.0, std=0.02))
show("trunc normal", lambda: filled(init.trunc_normal_, std=0.02, a=-2, b=2))
show("constant", lambda: filled(init.constant_, 0.5))
show("ones", lambda: [filled(init.ones_), filled(init.zeros_)])
show("eye", lambda: filled(init.eye_))
show("eye wrong", lambda: filled(init.eye_, size=(2, 3, 4)))
show("dirac", lambda: filled(init.dirac_, size=(4, 4, 3)))
show("dirac groups", lambda: filled(init.dirac_, 2, size=(4, 2, 3, 3)))
show("dirac wrong", lambda: filled(init.dirac_, size=(4, 4)))
show("dirac wrong groups", lambda: filled(init.dirac_, groups=3, size=(4, 4, 3)))
show("xavier uniform", lambda: filled(init.xavier_uniform_, gain=init.calculate_gain("relu")))
show("xavier normal", lambda: filled(init.xavier_normal_, size=(4, 3, 3, 3)))
show("xavier vector", lambda: filled(init.xavier_uniform_, size=(4,)))
show("kaiming uniform", lambda: filled(init.kaiming_uniform_, a=math.sqrt(5)))
show("kaiming normal", lambda: filled(init.kaiming_normal_, mode="fan_out", nonlinearity="relu"))
show("kaiming mode", lambda: filled(init.kaiming_normal_, mode="fan_both"))
show("kaiming nonlinearity", lambda: filled(init.kaiming_normal_, nonlinearity="softmax"))
show("kaiming vector", lambda: filled(init.kaiming_uniform_, size=(4,)))
show("kaiming scalar", lambda: filled(init.kaiming_normal_, size=()))
show("orthogonal", lambda: filled(init.orthogonal_, gain=2))
show("orthogonal vector", lambda: filled(init.orthogonal_, size=(4,)))
show("sparse", lambda: filled(init.sparse_, sparsity=0.1))
show("sparse wrong", lambda: filled(init.sparse_, 0.1, size=(2, 3, 4)))
show("deprecated", lambda: [filled(getattr(init, name)) for name in ("uniform", "normal", "xavier_normal",
    "kaiming_uniform",
                                                                     "orthogonal", "eye", "xavier_uniform")])
show("deprecated constant", lambda: filled(init.constant, 1.0))
show("gain", lambda: [round(init.calculate_gain(name), 6) for name in ("linear", "conv2d", "sigmoid", "tanh", "relu",
    "selu",
                                                                       "leaky_relu")])
show("gain slope", lambda: round(init.calculate_gain("leaky_relu", 0.2), 6))
show("gain slope wrong", lambda: init.calculate_gain("leaky_relu", "steep"))
show("gain unknown", lambda: init.calculate_gain("gelu"))
show("fans", lambda: [init._calculate_fan_in_and_fan_out(torch.empty(*size)) for size in ((4, 3), (4, 3, 5), (4, 3,
    2, 2))])
show("correct fan", lambda: [init._calculate_correct_fan(torch.empty(4, 3), mode) for mode in ("fan_in", "FAN_OUT")])
show("correct fan wrong", lambda: init._calculate_correct_fan(torch.empty(4, 3), "fan"))
show("of a parameter", lambda: of_parameter(init.xavier_uniform_))
show("clip value", lambda: utils.clip_grad_value_(with_gradients(), 0.5))
show("clip value of one", lambda: utils.clip_grad_value_(with_gradients()[0], clip_value=0.5))
show("vector", vector)
show("vector wrong", lambda: utils.vector_to_parameters([1.0], nn.Linear(2, 3).parameters()))
show("weight norm", lambda: normed(utils.weight_norm, nn.Linear(3, 4), utils.remove_weight_norm, flat))
show("weight norm conv", lambda: normed(utils.weight_norm, nn.Conv2d(3, 4, 3), utils.remove_weight_norm, image,
    dim=1))
show("weight norm whole", lambda: named(utils.weight_norm(nn.Linear(3, 4), dim=None)))
show("weight norm name", lambda: named(utils.weight_norm(nn.Linear(3, 4), "bias")))
show("weight norm twice", lambda: utils.weight_norm(utils.weight_norm(nn.Linear(3, 4))))
show("weight norm not there", lambda: utils.remove_weight_norm(nn.Linear(3, 4)))
show("spectral norm", lambda: normed(utils.spectral_norm, nn.Linear(3, 4), utils.remove_spectral_norm, flat))
show("spectral norm transposed", lambda: named(utils.spectral_norm(nn.ConvTranspose2d(3, 4, 3))))
show("spectral norm twice", lambda: utils.spectral_norm(utils.spectral_norm(nn.Linear(3, 4))))
show("spectral norm iterations", lambda: utils.spectral_norm(nn.Linear(3, 4), n_power_iterations=0))
show("spectral norm not there", lambda: utils.remove_spectral_norm(nn.Linear(3, 4)))
show("spectral norm state", lambda: list(utils.spectral_norm(nn.Linear(3, 4)).state_dict()))
show("spectral parametrization", lambda: named(parametrizations.spectral_norm(nn.Linear(3, 4))))
show("spectral parametrization forward", lambda: parametrizations.spectral_norm(nn.Conv2d(3, 4, 3))(image))
show("orthogonal parametrization", lambda: [tuple(parametrizations.orthogonal(nn.Linear(3, 3)).weight.shape)])
show("parametrized", parametrized)
show("parametrized twice", parametrized_twice)
show("parametrized parts", parametrized_parts)
show("parametrized missing", lambda: parametrize.register_parametrization(nn.Linear(3, 3), "gain", Symmetric()))
show("parametrized not there", lambda: parametrize.remove_parametrizations(nn.Linear(3, 3), "weight"))
show("prune random", lambda: pruned(prune.random_unstructured, "weight", 0.3))
show("prune small", lambda: pruned(prune.l1_unstructured, name="weight", amount=2))
show("prune structured", lambda: pruned(prune.ln_structured, "weight", amount=0.5, n=2, dim=0))
show("prune random structured", lambda: pruned(prune.random_structured, "weight", 1, 0))
show("prune identity", lambda: pruned(prune.identity, "weight"))
show("prune own mask", lambda: pruned(prune.custom_from_mask, "weight", torch.ones(6, 4)))
show("prune wrong amount", lambda: prune.random_unstructured(nn.Linear(4, 6), "weight", 1.5))
show("prune not there", lambda: prune.remove(nn.Linear(4, 6), "weight"))
show("prune whole", lambda: (lambda m: [prune.global_unstructured(
    [(m[0], "weight"), (m[1], "weight")], pruning_method=prune.L1Unstructured, amount=0.2), named(m)])(
        nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))))
show("fused", lambda: named(utils.fuse_conv_bn_eval(nn.Conv2d(3, 4, 3, bias=False).eval(), nn.BatchNorm2d(4).eval())))
show("fused training", lambda: utils.fuse_conv_bn_eval(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4)))
show("fused weights", lambda: utils.fuse_conv_bn_weights(torch.zeros(4, 3, 1, 1), None, torch.zeros(4),
    torch.ones(4), 1e-5,
                                                         torch.ones(4), torch.zeros(4)))
show("skip init", lambda: named(utils.skip_init(nn.Linear, 3, 4, bias=False)))
show("skip init wrong", lambda: utils.skip_init(int))
show("functional call", called)
show("default list", lambda: nn.modules.utils._list_with_default([None, 3], [2, 4, 5, 6]))
show("default list short", lambda: nn.modules.utils._list_with_default([None, 3], [2, 4]))
show("prefix", lambda: (lambda s: [nn.modules.utils.consume_prefix_in_state_dict_if_present(s, "module."), list(s)])(
    {"module.a": 1, "b": 2, "module.c.d": 3}))
show("pairs", lambda: [nn.modules.utils._pair(3), nn.modules.utils._triple([1, 2, 3]), nn.modules.utils._single(2),
                       nn.modules.utils._quadruple((1, 2)), nn.modules.utils._ntuple(2)("ab")])
