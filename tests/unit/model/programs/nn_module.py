"""torch.nn.Module: registering, walking, assigning, hooks, state."""
import copy
from collections import OrderedDict
import torch
from torch import nn
from surface import show


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 4)
        self.register_buffer("kept", torch.zeros(2))
        self.register_buffer("passing", torch.zeros(3), persistent=False)
        self.register_buffer("absent", None)

    def forward(self, x, scale=1.0):
        return self.linear(x) * scale


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Inner()
        self.norm = nn.BatchNorm1d(4)
        self.again = self.first
        self.gain = nn.Parameter(torch.ones(1))
        self.none = None
        self.register_parameter("empty", None)

    def forward(self, x):
        return self.norm(self.first(x)) * self.gain


class Early(nn.Module):
    def __init__(self, what):
        if what == "module":
            self.layer = nn.Linear(1, 1)
        elif what == "parameter":
            self.weight = nn.Parameter(torch.zeros(1))
        elif what == "buffer":
            self.register_buffer("b", torch.zeros(1))
        elif what == "plain":
            self.number = 3
        elif what == "tensor":
            self.t = torch.zeros(1)
        super().__init__()


def names(pairs):
    return [name for name, _ in pairs]


def log_of(add, call=None):
    log, module = [], Inner()
    handle = add(module, log)
    result = module(torch.zeros(2, 3)) if call is None else call(module)
    return log, result, handle


def assigned(name, value, module=None):
    module = Outer() if module is None else module
    setattr(module, name, value)
    return [sorted(module._parameters), sorted(module._buffers), sorted(module._modules), name in module.__dict__]


def deleted(name):
    module = Outer()
    delattr(module, name)
    return [hasattr(module, name), names(module.named_parameters()), names(module.named_children())]
outer = Outer()
x = torch.randn(2, 3)


def remove_hook():
    log, _, handle = log_of(lambda m, log: m.register_forward_hook(lambda mod, args, out: log.append(1)))
    return log, handle.remove(), handle.remove()


def hook_under_with():
    module, log = Inner(), []
    with module.register_forward_hook(lambda mod, args, out: log.append(1)):
        module(x)
    module(x)
    return log


def hook_order():
    module, log = nn.Sequential(nn.Linear(3, 3), nn.ReLU()), []
    for name, part in module.named_modules():
        part.register_forward_pre_hook(lambda mod, args, name=name: log.append("before " + name))
        part.register_forward_hook(lambda mod, args, out, name=name: log.append("after " + name))
    module(x)
    return log


def applied():
    module, seen = Outer(), []
    same = module.apply(lambda m: seen.append(type(m).__name__)) is module
    return seen, same


def modes():
    module = Outer()
    said = [module.eval() is module, module.training, module.norm.training]
    module.first.train()
    said += [module.first.linear.training, module.training, module.train(True).norm.training]
    return said


show("early module", lambda: Early("module"))
show("early parameter", lambda: Early("parameter"))
show("early buffer", lambda: Early("buffer"))
show("early plain", lambda: Early("plain").number)
show("early tensor", lambda: Early("tensor").t)
show("named_parameters", lambda: names(outer.named_parameters()))
show("named_parameters prefix", lambda: names(outer.named_parameters("net")))
show("named_parameters prefix keyword", lambda: names(outer.named_parameters(prefix="net", recurse=False)))
show("parameters", lambda: [tuple(p.shape) for p in outer.parameters()])
show("parameters own", lambda: [tuple(p.shape) for p in outer.parameters(recurse=False)])
show("parameters positional", lambda: len(list(outer.parameters(False))))
show("parameters twice", lambda: len(list(nn.ModuleList([outer, outer]).parameters())))
show("parameters is a generator", lambda: type(outer.parameters()).__name__)
show("named_buffers", lambda: names(outer.named_buffers()))
show("named_buffers own", lambda: names(outer.first.named_buffers(prefix="p", recurse=False)))
show("buffers", lambda: [tuple(b.shape) for b in outer.buffers()])
show("named_modules", lambda: names(outer.named_modules()))
show("named_modules prefix", lambda: names(outer.named_modules(prefix="a.b")))
show("named_modules duplicates", lambda: names(outer.named_modules(remove_duplicate=False)))
show("named_modules memo", lambda: names(outer.named_modules({outer.first})))
show("modules", lambda: [type(m).__name__ for m in outer.modules()])
show("named_children", lambda: names(outer.named_children()))
show("children", lambda: len(list(outer.children())))
show("get_submodule", lambda: outer.get_submodule("first.linear"))
show("get_submodule empty", lambda: outer.get_submodule("") is outer)
show("get_submodule missing", lambda: outer.get_submodule("first.conv"))
show("get_submodule of a tensor", lambda: outer.get_submodule("gain"))
show("get_parameter", lambda: outer.get_parameter("first.linear.weight"))
show("get_parameter missing", lambda: outer.get_parameter("first.linear.gain"))
show("get_parameter of a buffer", lambda: outer.get_parameter("first.kept"))
show("get_buffer", lambda: outer.get_buffer("first.kept"))
show("get_buffer own", lambda: Inner().get_buffer("passing"))
show("get_buffer missing", lambda: outer.get_buffer("first.gone"))
show("get_buffer of a parameter", lambda: outer.get_buffer("gain"))
show("getattr missing", lambda: outer.missing)
show("hasattr", lambda: [hasattr(outer, n) for n in ("first", "gain", "missing", "none", "empty", "training")])
show("none attributes", lambda: [outer.none is None, outer.empty is None, outer.first.absent is None])
show("dir", lambda: [n in dir(outer) for n in ("first", "gain", "none", "forward", "eval", "missing", "training")])
show("dir sorted", lambda: dir(outer) == sorted(dir(outer)))
show("assign tensor over parameter", lambda: assigned("gain", torch.zeros(1)))
show("assign number over parameter", lambda: assigned("gain", 1.0))
show("assign none over parameter", lambda: assigned("gain", None))
show("assign parameter over none", lambda: assigned("empty", nn.Parameter(torch.zeros(1))))
show("assign parameter over plain", lambda: assigned("none", nn.Parameter(torch.zeros(1))))
show("assign parameter over module", lambda: assigned("norm", nn.Parameter(torch.zeros(1))))
show("assign tensor over module", lambda: assigned("norm", torch.zeros(1)))
show("assign number over module", lambda: assigned("norm", 3))
show("assign none over module", lambda: assigned("norm", None))
show("assign module over none", lambda: assigned("norm", nn.ReLU()))
show("assign module over plain", lambda: assigned("none", nn.ReLU()))
show("assign function over module", lambda: assigned("norm", lambda y: y))
show("assign tensor over buffer", lambda: assigned("kept", torch.ones(5), Inner()))
show("assign none over buffer", lambda: assigned("kept", None, Inner()))
show("assign number over buffer", lambda: assigned("kept", 3, Inner()))
show("assign parameter over buffer", lambda: assigned("kept", nn.Parameter(torch.ones(1)), Inner()))
show("assign module over buffer", lambda: assigned("kept", nn.ReLU(), Inner()))
show("assign tensor over absent buffer", lambda: assigned("absent", torch.ones(1), Inner()))
show("assign tensor plain", lambda: assigned("fresh", torch.ones(1)))
show("assign list of modules", lambda: assigned("several", [nn.ReLU()]))
show("delete parameter", lambda: deleted("gain"))
show("delete module", lambda: deleted("norm"))
show("delete plain", lambda: deleted("none"))
show("delete missing", lambda: deleted("missing"))
show("register_buffer twice", lambda: Inner().register_buffer("kept", torch.ones(7)))
show("register_buffer taken", lambda: Inner().register_buffer("linear", torch.ones(7)))
show("register_buffer dot", lambda: Inner().register_buffer("a.b", torch.ones(7)))
show("register_buffer empty", lambda: Inner().register_buffer("", torch.ones(7)))
show("register_buffer number", lambda: Inner().register_buffer("n", 3))
show("register_buffer name", lambda: Inner().register_buffer(3, torch.ones(1)))
show("register_buffer of a method", lambda: Inner().register_buffer("forward", torch.ones(1)))
show("register_parameter tensor", lambda: Inner().register_parameter("p", torch.ones(7)))
show("register_parameter dot", lambda: Inner().register_parameter("a.p", None))
show("register_parameter empty", lambda: Inner().register_parameter("", None))
show("register_parameter taken", lambda: Inner().register_parameter("kept", None))
show("register_parameter again", lambda: Outer().register_parameter("gain", nn.Parameter(torch.ones(7))))
show("register_parameter not leaf", lambda: Inner().register_parameter("p", outer.gain * 2))
show("add_module", lambda: Inner().add_module("act", nn.ReLU()))
show("add_module none", lambda: Inner().add_module("act", None))
show("add_module tensor", lambda: Inner().add_module("act", torch.zeros(1)))
show("add_module taken", lambda: Inner().add_module("kept", nn.ReLU()))
show("add_module again", lambda: Inner().add_module("linear", nn.ReLU()))
show("add_module dot", lambda: Inner().add_module("a.b", nn.ReLU()))
show("add_module empty", lambda: Inner().add_module("", nn.ReLU()))
show("add_module name", lambda: Inner().add_module(3, nn.ReLU()))
show("register_module", lambda: names([(n, m) for n, m in Outer().named_children()]))
show("forward missing", lambda: nn.Module()(x))
show("constructor argument", lambda: nn.Module(3))
show("forward with a keyword", lambda: Inner()(x, scale=2.0))
show("forward by keyword", lambda: Inner()(x=x))
show("forward wrong keyword", lambda: Inner()(x, size=2.0))
show("forward hook", lambda: log_of(lambda m, log: m.register_forward_hook(
    lambda mod, args, out: log.append((type(mod).__name__, len(args), tuple(out.shape)))))[0])
show("forward hook result", lambda: log_of(lambda m, log: m.register_forward_hook(lambda mod, args, out: out[:1]))[1])
show("forward pre hook", lambda: log_of(lambda m, log: m.register_forward_pre_hook(
    lambda mod, args: log.append(len(args))))[0])
show("forward pre hook result", lambda: log_of(lambda m, log: m.register_forward_pre_hook(
    lambda mod, args: args[0][:1]))[1])
show("forward pre hook tuple", lambda: log_of(lambda m, log: m.register_forward_pre_hook(
    lambda mod, args: (args[0][:1],)))[1])
show("two hooks", lambda: log_of(lambda m, log: [m.register_forward_hook(lambda mod, args, out: log.append(1)),
                                                 m.register_forward_hook(lambda mod, args, out: log.append(2))])[0])
show("hook removed", remove_hook)
show("hook under with", hook_under_with)
show("hook order", hook_order)
show("apply", applied)
show("modes", modes)
show("requires_grad_", lambda: [p.requires_grad for p in Outer().requires_grad_(False).parameters()])
show("requires_grad_ returns", lambda: type(Inner().requires_grad_()).__name__)
show("half", lambda: [str(v.dtype) for v in Outer().half().state_dict().values()])
show("double", lambda: [str(v.dtype) for v in Outer().double().state_dict().values()])
show("bfloat16", lambda: [str(v.dtype) for v in Outer().bfloat16().buffers()])
show("float", lambda: [str(v.dtype) for v in Outer().half().float().parameters()])
show("to dtype", lambda: [str(v.dtype) for v in Outer().to(torch.float64).buffers()])
show("to dtype keyword", lambda: Inner().to(dtype=torch.half).linear.weight)
show("to device and dtype", lambda: Inner().to("cpu", torch.half).linear.weight)
show("to device", lambda: Inner().to(torch.device("cpu")).linear.weight)
show("to tensor", lambda: Inner().to(torch.zeros(1, dtype=torch.double)).linear.weight)
show("to options", lambda: Inner().to("cpu", non_blocking=True).linear.weight)
show("to int", lambda: Inner().to(torch.int64))
show("to nothing", lambda: Inner().to())
show("type", lambda: Inner().type(torch.float64).linear.bias)
show("type name", lambda: Inner().type("torch.DoubleTensor").linear.bias)
show("type class", lambda: Inner().type(torch.HalfTensor).kept)
show("cast keeps parameters", lambda: (lambda m: m.linear.weight is m.half().linear.weight)(Inner()))
show("cast keeps class", lambda: type(Inner().half().linear.weight).__name__)
show("_apply", lambda: Inner()._apply(lambda t: t.double()).linear.weight)
show("_apply returns", lambda: type(Inner()._apply(lambda t: t)).__name__)
show("cpu", lambda: type(Inner().cpu()).__name__)
show("share_memory", lambda: type(Inner().share_memory()).__name__)
show("to_empty", lambda: Inner().to_empty(device="cpu").linear.weight)
show("deepcopy", lambda: names(copy.deepcopy(outer).named_parameters()))
show("deepcopy is another", lambda: copy.deepcopy(outer).gain is outer.gain)
show("deepcopy shares inside", lambda: (lambda m: m.again is m.first)(copy.deepcopy(outer)))
show("deepcopy keeps class", lambda: type(copy.deepcopy(outer).gain).__name__)
show("copy", lambda: copy.copy(outer).gain is outer.gain)
show("get_name", lambda: outer._get_name())
show("extra_repr", lambda: outer.extra_repr())
show("version", lambda: [nn.Module._version, nn.BatchNorm2d._version, nn.Module.dump_patches])
