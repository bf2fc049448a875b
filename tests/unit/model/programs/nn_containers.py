"""Containers of torch.nn: every method that a list or a dict of modules or parameters has."""
from collections import OrderedDict
import torch
from torch import nn
from surface import show


def kinds(modules):
    return [type(module).__name__ for module in modules]


def three():
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Dropout(0.1))


def named():
    return nn.Sequential(OrderedDict([("fc", nn.Linear(2, 3)), ("act", nn.ReLU())]))


def listed():
    return nn.ModuleList([nn.Linear(2, 3), nn.ReLU(), nn.Dropout(0.1)])


def after(module, change):
    change(module)
    return [kinds(module), list(module._modules)]


def without(module, index):
    del module[index]
    return [kinds(module), list(module._modules)]


def put(module, index, value):
    module[index] = value
    return [kinds(module), list(module._modules)]


def iadd(module, other):
    module += other
    return [kinds(module), list(module._modules), type(module).__name__]


def imul(module, times):
    module *= times
    return [kinds(module), list(module._modules)]


class Stage(nn.Sequential):
    def __init__(self, *layers):
        super().__init__(*layers)
        self.depth = len(layers)


class Blocks(nn.ModuleList):
    def forward(self, x):
        for block in self:
            x = block(x)
        return x
x = torch.randn(4, 2)


def keyed():
    return nn.ModuleDict({"conv": nn.Conv2d(1, 2, 3), "pool": nn.MaxPool2d(2)})


def changed(module, change):
    result = change(module)
    return [list(module), type(result).__name__]


show("seq", lambda: three()(x))
show("seq empty", lambda: nn.Sequential()(x))
show("seq names", lambda: list(three()._modules))
show("seq of a dict", lambda: list(named()._modules))
show("seq of a plain dict", lambda: nn.Sequential({"a": nn.ReLU()}))
show("seq of a list", lambda: nn.Sequential([nn.ReLU()]))
show("seq of a number", lambda: nn.Sequential(nn.ReLU(), 3))
show("seq len", lambda: [len(three()), len(nn.Sequential())])
show("seq index", lambda: kinds([three()[0], three()[-1], named()[1]]))
show("seq index far", lambda: three()[3])
show("seq index text", lambda: three()["0"])
show("seq attribute", lambda: kinds([named().fc, getattr(three(), "1")]))
show("seq slice", lambda: kinds(three()[1:]))
show("seq slice names", lambda: list(three()[1:]._modules))
show("seq slice of named", lambda: list(named()[:1]._modules))
show("seq slice kind", lambda: type(three()[:2]).__name__)
show("seq slice step", lambda: kinds(three()[::2]))
show("seq slice of a subclass", lambda: type(Stage(nn.ReLU(), nn.ReLU())[:1]).__name__)
show("seq set", lambda: put(three(), 1, nn.GELU()))
show("seq set negative", lambda: put(three(), -1, nn.GELU()))
show("seq set far", lambda: put(three(), 5, nn.GELU()))
show("seq delete", lambda: without(three(), 0))
show("seq delete negative", lambda: without(three(), -1))
show("seq delete slice", lambda: without(three(), slice(1, None)))
show("seq delete named", lambda: without(named(), 0))
show("seq append", lambda: after(three(), lambda m: m.append(nn.Tanh())))
show("seq append returns", lambda: type(three().append(nn.Tanh())).__name__)
show("seq append number", lambda: three().append(3))
show("seq extend", lambda: after(three(), lambda m: m.extend(nn.Sequential(nn.Tanh(), nn.ReLU()))))
show("seq insert", lambda: after(three(), lambda m: m.insert(1, nn.Tanh())))
show("seq insert end", lambda: after(three(), lambda m: m.insert(3, nn.Tanh())))
show("seq insert negative", lambda: after(three(), lambda m: m.insert(-1, nn.Tanh())))
show("seq insert far", lambda: after(three(), lambda m: m.insert(9, nn.Tanh())))
show("seq insert number", lambda: after(three(), lambda m: m.insert(0, 3)))
show("seq pop", lambda: type(three().pop(1)).__name__)
show("seq pop rest", lambda: after(three(), lambda m: m.pop(0)))
show("seq add", lambda: kinds(three() + three()))
show("seq add list", lambda: kinds(three() + [nn.ReLU()]))
show("seq iadd", lambda: iadd(three(), nn.Sequential(nn.Tanh())))
show("seq iadd list", lambda: iadd(three(), [nn.Tanh()]))
show("seq mul", lambda: kinds(three() * 2))
show("seq rmul", lambda: kinds(2 * three()))
show("seq mul is shared", lambda: (lambda m: m[0] is m[3])(three() * 2))
show("seq mul zero", lambda: kinds(three() * 0))
show("seq mul text", lambda: kinds(three() * "2"))
show("seq imul", lambda: imul(three(), 2))
show("seq iter", lambda: [type(m).__name__ for m in three()])
show("seq reversed", lambda: kinds(reversed(list(three()))))
show("seq children", lambda: kinds(three().children()))
show("seq in", lambda: (lambda m: [m[0] in m, nn.ReLU() in m])(three()))
show("seq add_module", lambda: after(three(), lambda m: m.add_module("last", nn.Tanh())))
show("seq two arguments", lambda: nn.Sequential(nn.ReLU())(x, x))
show("seq is truthy", lambda: [bool(nn.Sequential()), bool(three())])
show("seq star", lambda: kinds(nn.Sequential(*list(three().children())[:-1])))
show("seq parameters", lambda: [name for name, _ in nn.Sequential(three(), named()).named_parameters()])
show("list", lambda: kinds(listed()))
show("list forward", lambda: listed()(x))
show("list of none", lambda: len(nn.ModuleList()))
show("list of a generator", lambda: kinds(nn.ModuleList(nn.ReLU() for _ in range(2))))
show("list of a number", lambda: nn.ModuleList([3]))
show("list of nothing", lambda: nn.ModuleList([None, nn.ReLU()])[0])
show("list of a module", lambda: nn.ModuleList(nn.ReLU()))
show("list index", lambda: kinds([listed()[0], listed()[-1]]))
show("list index far", lambda: listed()[3])
show("list slice", lambda: [kinds(listed()[1:]), list(listed()[1:]._modules), type(listed()[1:]).__name__])
show("list slice negative", lambda: kinds(listed()[:-1]))
show("list slice backwards", lambda: kinds(listed()[::-1]))
show("list subclass", lambda: [type(Blocks([nn.ReLU(), nn.ReLU()])[:1]).__name__, Blocks([nn.Linear(2, 5)])(x)])
show("list set", lambda: put(listed(), 1, nn.GELU()))
show("list set negative", lambda: put(listed(), -3, nn.GELU()))
show("list set far", lambda: put(listed(), 3, nn.GELU()))
show("list set number", lambda: put(listed(), 0, 3))
show("list delete", lambda: without(listed(), 0))
show("list delete negative", lambda: without(listed(), -1))
show("list delete slice", lambda: without(listed(), slice(0, 2)))
show("list delete far", lambda: without(listed(), 7))
show("list append", lambda: after(listed(), lambda m: m.append(nn.Tanh())))
show("list append returns", lambda: len(nn.ModuleList().append(nn.ReLU()).append(nn.ReLU())))
show("list append number", lambda: nn.ModuleList().append(3))
show("list extend", lambda: after(listed(), lambda m: m.extend([nn.Tanh()])))
show("list extend returns", lambda: type(listed().extend([])).__name__)
show("list extend number", lambda: listed().extend(3))
show("list extend generator", lambda: after(listed(), lambda m: m.extend(nn.Tanh() for _ in range(2))))
show("list insert", lambda: after(listed(), lambda m: m.insert(0, nn.Tanh())))
show("list insert end", lambda: after(listed(), lambda m: m.insert(3, nn.Tanh())))
show("list pop", lambda: [type(listed().pop(0)).__name__, after(listed(), lambda m: m.pop(-1))])
show("list add", lambda: [kinds(listed() + listed()), type(listed() + [nn.ReLU()]).__name__])
show("list iadd", lambda: iadd(listed(), [nn.Tanh()]))
show("list iter", lambda: [i for i, m in enumerate(listed())])
show("list in", lambda: (lambda m: m[1] in m)(listed()))
show("list zip", lambda: [(type(a).__name__, b) for a, b in zip(listed(), "abc")])
show("list reversed", lambda: kinds(reversed(listed())))
show("list dir", lambda: ["0" in dir(listed()), "append" in dir(listed())])
show("list parameters", lambda: [name for name, _ in listed().named_parameters()])
show("dict keys", lambda: list(keyed().keys()))
show("dict iter", lambda: list(keyed()))
show("dict values", lambda: kinds(keyed().values()))
show("dict items", lambda: [(key, type(module).__name__) for key, module in keyed().items()])
show("dict get item", lambda: type(keyed()["conv"]).__name__)
show("dict missing", lambda: keyed()["norm"])
show("dict get", lambda: keyed().get("norm"))
show("dict attribute", lambda: type(keyed().conv).__name__)
show("dict in", lambda: ["conv" in keyed(), "norm" in keyed()])
show("dict len", lambda: [len(keyed()), len(nn.ModuleDict())])
show("dict of pairs", lambda: list(nn.ModuleDict([("a", nn.ReLU()), ["b", nn.Tanh()]])))
show("dict of bad pairs", lambda: list(nn.ModuleDict([("a", nn.ReLU(), 3)])))
show("dict of a number", lambda: nn.ModuleDict(3))
show("dict of an ordered dict", lambda: list(nn.ModuleDict(OrderedDict(b=nn.ReLU(), a=nn.Tanh()))))
show("dict of a dict", lambda: list(nn.ModuleDict(keyed())))
show("dict set", lambda: changed(keyed(), lambda m: m.__setitem__("norm", nn.ReLU())))
show("dict set again", lambda: changed(keyed(), lambda m: m.__setitem__("conv", nn.ReLU())))
show("dict set number", lambda: changed(keyed(), lambda m: m.__setitem__("norm", 3)))
show("dict set key", lambda: changed(keyed(), lambda m: m.__setitem__(3, nn.ReLU())))
show("dict set dot", lambda: changed(keyed(), lambda m: m.__setitem__("a.b", nn.ReLU())))
show("dict set method", lambda: changed(keyed(), lambda m: m.__setitem__("keys", nn.ReLU())))
show("dict set type", lambda: changed(keyed(), lambda m: m.__setitem__("type", nn.ReLU())))
show("dict delete", lambda: changed(keyed(), lambda m: m.__delitem__("conv")))
show("dict delete missing", lambda: changed(keyed(), lambda m: m.__delitem__("norm")))
show("dict pop", lambda: changed(keyed(), lambda m: m.pop("conv")))
show("dict pop missing", lambda: keyed().pop("norm"))
show("dict clear", lambda: changed(keyed(), lambda m: m.clear()))
show("dict update", lambda: changed(keyed(), lambda m: m.update({"norm": nn.ReLU()})))
show("dict update pairs", lambda: changed(keyed(), lambda m: m.update([("norm", nn.ReLU())])))
show("dict update module dict", lambda: changed(keyed(), lambda m: m.update(nn.ModuleDict({"z": nn.ReLU()}))))
show("dict update number", lambda: changed(keyed(), lambda m: m.update(3)))
show("dict forward", lambda: keyed()(x))
show("dict parameters", lambda: [name for name, _ in keyed().named_parameters()])
show("sequential of values", lambda: kinds(nn.Sequential(*keyed().values())))
