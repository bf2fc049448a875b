# named_modules(), parameters() and their relatives: what is met once, what changes under way, who walks in a way of
# its own; state_dict() of modules with hooks among plain ones; what a module has not.
import abc
import re
import types

import torch
from torch import nn


class Own(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(2, 3)

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        yield prefix + "<own>", self
        yield from super().named_modules(memo, prefix, remove_duplicate)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.again = self.first
        self.own = Own()
        self.empty = None
        self.block = nn.Sequential(nn.BatchNorm1d(4), nn.Sequential(nn.Linear(4, 4)), self.own.inner)
        self.scale = nn.Parameter(torch.ones(2))
        self.tied = nn.Linear(3, 4)
        self.tied.weight = self.first.weight
        self.register_buffer("kept", torch.zeros(1))
        self.register_buffer("left", torch.zeros(1), persistent=False)


net = Net()
print([name for name, _ in net.named_modules()])
print([name for name, _ in net.named_modules(prefix="net", remove_duplicate=False)])
print([type(module).__name__ for module in net.modules()])
print([name for name, _ in net.named_parameters()])
print([name for name, _ in net.named_parameters("p", recurse=False)])
print([name for name, _ in net.named_buffers()])
print(len(list(net.parameters())), len(list(net.parameters(recurse=False))), len(list(net.buffers())))
print([name for name, _ in net._named_members(lambda module: module._buffers.items(), prefix="b")])
print(isinstance(net.parameters(), types.GeneratorType), isinstance(net.named_modules(), types.GeneratorType))

memo = {net.block}
print([name for name, _ in net.named_modules(memo)], len(memo))

# Who gets a module may give it children; who adds to the one that is being walked through may not.
seen = []
for name, module in net.named_modules():
    seen.append(name)
    if name == "block.1.0":
        module.add_module("late", nn.Dropout())
    if name == "first":
        net.own.inner.register_parameter("more", nn.Parameter(torch.ones(1)))
print(seen)
try:
    for name, module in net.named_modules():
        if name == "first":
            net.sudden = nn.Identity()
except RuntimeError:
    print("changed while it was walked through")

walk = net.parameters()
print(tuple(next(walk).shape), tuple(next(walk).shape), sum(1 for _ in walk), next(walk, "end"))

net.block[1]._register_state_dict_hook(lambda module, state, prefix, _: state.update({prefix + "noted": torch.ones(1)}))
print(list(net.state_dict()))
print(net.state_dict()["first.weight"].requires_grad, net.state_dict(keep_vars=True)["first.weight"].requires_grad)
print(sorted(net.state_dict()._metadata)[:4], net.state_dict()._metadata["block.0"])
print(list(net.own.state_dict(prefix="mine.")))

print(hasattr(net, "nothing"), getattr(net, "nothing", 7), hasattr(net, "scale"), hasattr(net.first, "weight"))
try:
    net.first.wait
except AttributeError as error:
    print(error)


class Shape(abc.ABC):
    @classmethod
    def __subclasshook__(cls, other):
        return True if hasattr(other, "corners") else NotImplemented


class Round(abc.ABC):
    pass


class Square:
    corners = 4


class Disc:
    pass


Round.register(Disc)
print(isinstance(Square(), Shape), isinstance(Disc(), Shape), isinstance(Disc(), Round), isinstance(Square(), Round))
print(issubclass(Disc, Round), isinstance(3, (Shape, Round)), issubclass(Round, Round))

pattern = re.compile(r"(?P<kind>lora)_(\w)\.")
print(pattern.groups, pattern.groupindex, bool(pattern.match("lora_A.x")), pattern.fullmatch("lora_A.x"))
print(pattern.search("q.lora_B.w").group("kind", 2), pattern.search("q.lora_B.w", 3), pattern.findall("lora_A.lora_B."))
print(re.search("b+", "aabbb").span(), re.sub(r"(\d)", r"<\1>", "a1b2"), re.match("a", "b"))
