"""ParameterList, ParameterDict and Parameter itself."""
from collections import OrderedDict
import torch
from torch import nn
from surface import show


def two():
    return nn.ParameterList([nn.Parameter(torch.zeros(i + 1)) for i in range(2)])


def keyed():
    return nn.ParameterDict({"left": nn.Parameter(torch.zeros(1)), "right": nn.Parameter(torch.zeros(2, 3))})


def shapes(values):
    return [tuple(value.shape) for value in values]


def names(module):
    return [name for name, _ in module.named_parameters()]


def after(module, change):
    result = change(module)
    return [names(module), len(module), type(result).__name__]


def put(module, key, value):
    module[key] = value
    return [names(module), type(module[key]).__name__]


def iadd(module, other):
    module += other
    return names(module)


def ior(module, other):
    module |= other
    return [names(module), type(module).__name__]


show("list", lambda: [names(two()), shapes(two())])
show("list none", lambda: len(nn.ParameterList()))
show("list of tensors", lambda: [type(p).__name__ for p in nn.ParameterList([torch.zeros(1), torch.zeros(2)])])
show("list of numbers", lambda: names(nn.ParameterList([1, 2.0])))
show("list of a generator", lambda: names(nn.ParameterList(nn.Parameter(torch.zeros(1)) for _ in range(3))))
show("list of a tensor", lambda: nn.ParameterList(torch.zeros(1)))
show("list index", lambda: [two()[0], two()[-1]])
show("list far", lambda: two()[2])
show("list slice", lambda: [names(two()[1:]), type(two()[1:]).__name__])
show("list set", lambda: put(two(), 1, nn.Parameter(torch.zeros(5))))
show("list set tensor", lambda: put(two(), 1, torch.zeros(5)))
show("list set negative", lambda: put(two(), -1, nn.Parameter(torch.zeros(5))))
show("list set far", lambda: put(two(), 7, nn.Parameter(torch.zeros(5))))
show("list append", lambda: after(two(), lambda m: m.append(nn.Parameter(torch.zeros(7)))))
show("list append tensor", lambda: after(two(), lambda m: m.append(torch.zeros(7))))
show("list extend", lambda: after(two(), lambda m: m.extend([nn.Parameter(torch.zeros(7))])))
show("list extend itself", lambda: after(two(), lambda m: m.extend(two())))
show("list extend number", lambda: two().extend(3))
show("list iadd", lambda: iadd(two(), [nn.Parameter(torch.zeros(7))]))
show("list iter", lambda: [p.requires_grad for p in two()])
show("list in loop", lambda: sum(p.numel() for p in two()))
show("list enumerate", lambda: [i for i, _ in enumerate(two())])
show("list call", lambda: two()(1))
show("list state", lambda: list(two().state_dict()))
show("list modules", lambda: len(list(two().children())))
show("dict", lambda: [names(keyed()), shapes(keyed().values())])
show("dict keys", lambda: list(keyed().keys()))
show("dict iter", lambda: list(keyed()))
show("dict reversed", lambda: list(reversed(keyed())))
show("dict items", lambda: [(key, tuple(value.shape)) for key, value in keyed().items()])
show("dict get item", lambda: keyed()["right"])
show("dict missing", lambda: keyed()["gone"])
show("dict order", lambda: list(nn.ParameterDict({"b": torch.zeros(1), "a": torch.zeros(1)})))
show("dict attribute", lambda: keyed().right)
show("dict in", lambda: ["left" in keyed(), "gone" in keyed()])
show("dict len", lambda: [len(keyed()), len(nn.ParameterDict())])
show("dict get", lambda: [keyed().get("right"), keyed().get("gone"), keyed().get("gone", 3)])
show("dict set", lambda: put(keyed(), "up", nn.Parameter(torch.zeros(5))))
show("dict set tensor", lambda: put(keyed(), "up", torch.zeros(5)))
show("dict set number", lambda: put(keyed(), "up", 3))
show("dict set none", lambda: put(keyed(), "up", None))
show("dict set key", lambda: put(keyed(), 3, nn.Parameter(torch.zeros(5))))
show("dict delete", lambda: after(keyed(), lambda m: m.__delitem__("left")))
show("dict delete missing", lambda: after(keyed(), lambda m: m.__delitem__("gone")))
show("dict pop", lambda: [keyed().pop("right"), after(keyed(), lambda m: m.pop("left"))])
show("dict popitem", lambda: [key_and_value for key_and_value in keyed().popitem()])
show("dict clear", lambda: after(keyed(), lambda m: m.clear()))
show("dict copy", lambda: [names(keyed().copy()), type(keyed().copy()).__name__])
show("dict setdefault", lambda: after(keyed(), lambda m: m.setdefault("left", torch.zeros(9))))
show("dict setdefault new", lambda: after(keyed(), lambda m: m.setdefault("up", torch.zeros(9))))
show("dict fromkeys", lambda: list(keyed().fromkeys(["a", "b"], torch.zeros(2))))
show("dict update", lambda: after(keyed(), lambda m: m.update({"up": nn.Parameter(torch.zeros(1))})))
show("dict update pairs", lambda: after(keyed(), lambda m: m.update([("up", nn.Parameter(torch.zeros(1)))])))
show("dict update dict", lambda: after(keyed(), lambda m: m.update(keyed())))
show("dict update bad", lambda: keyed().update([("up", nn.Parameter(torch.zeros(1)), 3)]))
show("dict update number", lambda: keyed().update(3))
show("dict or", lambda: names(keyed() | {"up": nn.Parameter(torch.zeros(1))}))
show("dict or dict", lambda: names(keyed() | nn.ParameterDict({"up": nn.Parameter(torch.zeros(1))})))
show("dict ior", lambda: ior(keyed(), nn.ParameterDict({"up": nn.Parameter(torch.zeros(1))})))
show("dict of pairs", lambda: list(nn.ParameterDict([("b", nn.Parameter(torch.zeros(1)))])))
show("dict of ordered", lambda: list(nn.ParameterDict(OrderedDict(b=torch.zeros(1), a=torch.zeros(1)))))
show("dict call", lambda: keyed()(1))
show("dict state", lambda: list(keyed().state_dict()))
show("parameter", lambda: nn.Parameter(torch.zeros(2, 3)))
show("parameter frozen", lambda: nn.Parameter(torch.zeros(2), requires_grad=False))
show("parameter positional", lambda: nn.Parameter(torch.zeros(2), False))
show("parameter of nothing", lambda: nn.Parameter())
show("parameter of integers frozen", lambda: nn.Parameter(torch.zeros(2, dtype=torch.long), requires_grad=False))
show("parameter data keyword", lambda: nn.Parameter(data=torch.zeros(3)))
show("parameter is a tensor", lambda: [
    isinstance(nn.Parameter(torch.zeros(1)), kind) for kind in (torch.Tensor, nn.Parameter)])
show("tensor is no parameter", lambda: isinstance(torch.zeros(1), nn.Parameter))
show("parameter result", lambda: type(nn.Parameter(torch.zeros(1)) * 2).__name__)
show("parameter data", lambda: type(nn.Parameter(torch.zeros(1)).data).__name__)
show("parameter detach", lambda: type(nn.Parameter(torch.zeros(1)).detach()).__name__)
show("parameter leaf", lambda: [nn.Parameter(torch.zeros(1)).is_leaf, nn.Parameter(torch.zeros(1)).grad])
show("parameter of a parameter", lambda: nn.Parameter(nn.Parameter(torch.zeros(4))))
show("parameter of a product", lambda: nn.Parameter(nn.Parameter(torch.zeros(4)) * 2).is_leaf)
show("parameter half", lambda: type(nn.Parameter(torch.zeros(1)).half()).__name__)
