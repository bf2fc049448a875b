"""state_dict and load_state_dict of modules, gradients, extra state."""
from collections import OrderedDict
import torch
from torch import nn
from surface import show


class Net(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, width), nn.BatchNorm1d(width))
        self.head = nn.Linear(width, 2, bias=False)
        self.register_buffer("scale", torch.ones(1))
        self.register_buffer("passing", torch.ones(1), persistent=False)

    def forward(self, x):
        return self.head(self.body(x))


class WithExtra(nn.Module):
    def __init__(self):
        super().__init__()
        self.count = 1
        self.linear = nn.Linear(1, 1)

    def get_extra_state(self):
        return {"count": self.count}

    def set_extra_state(self, state):
        self.count = state["count"] + 1


class Renaming(nn.Module):
    def __init__(self):
        super().__init__()
        self.new = nn.Parameter(torch.zeros(2))
        self.seen = []

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys,
                              unexpected_keys, error_msgs):
        self.seen = [prefix, strict, sorted(state_dict)]
        if prefix + "old" in state_dict:
            state_dict[prefix + "new"] = state_dict.pop(prefix + "old")
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                                      error_msgs)


class Saving(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.zeros(2))

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "more"] = torch.zeros(1)


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.zeros(2))
        self.q = nn.Linear(1, 1)

    def state_dict(self, *args, **kwargs):
        return {name: value for name, value in super().state_dict(*args, **kwargs).items() if "q" not in name}


def told(result):
    return [list(result.missing_keys), list(result.unexpected_keys)]


def loaded(change, strict=True, net=None):
    net = Net() if net is None else net
    state = net.state_dict()
    change(state)
    return told(net.load_state_dict(state, strict))


def hooked(register, hook):
    net = Net()
    handle = register(net)(hook)
    return net, handle
net = Net()
x = torch.randn(5, 3)


def with_state_hook():
    net = Net()
    net._register_state_dict_hook(lambda m, state, prefix, meta: state.pop("scale"))
    return list(net.state_dict())


def with_pre_hook():
    net, seen = Net(), []
    handle = net._register_load_state_dict_pre_hook(
        lambda state, prefix, meta, strict, missing, unexpected, errors: seen.append((prefix, strict)))
    net.load_state_dict(net.state_dict())
    handle.remove()
    net.load_state_dict(net.state_dict())
    return seen


def with_pre_hook_of_module():
    net = Net()

    def rename(module, state, prefix, *rest):
        state[prefix + "weight"] = state.pop(prefix + "kernel")

    net.head._register_load_state_dict_pre_hook(rename, with_module=True)
    state = net.state_dict()
    state["head.kernel"] = state.pop("head.weight")
    return told(net.load_state_dict(state))


def with_post_hook():
    net = Net()

    def forgive(module, incompatible):
        incompatible.missing_keys.clear()

    net.register_load_state_dict_post_hook(forgive)
    return told(net.load_state_dict({}))


def untouched():
    net, state = Net(), Net().state_dict()
    before = len(state)
    net.load_state_dict(state)
    return before == len(state)


show("state_dict", lambda: list(net.state_dict()))
show("state_dict shapes", lambda: [tuple(v.shape) for v in net.state_dict().values()])
show("state_dict prefix", lambda: list(net.state_dict(prefix="module.")))
show("state_dict prefix without dot", lambda: list(net.state_dict(prefix="m_")))
show("state_dict keep_vars", lambda: [v.requires_grad for v in net.state_dict(keep_vars=True).values()])
show("state_dict detached", lambda: [v.requires_grad for v in net.state_dict().values()])
show("state_dict destination", lambda: len(net.state_dict(destination=OrderedDict(a=1))))
show("state_dict positional", lambda: list(nn.ReLU().state_dict(OrderedDict(a=1), "p.")))
show("state_dict type", lambda: type(net.state_dict()).__name__)
show("state_dict metadata", lambda: net.state_dict()._metadata["body.1"])
show("state_dict copy", lambda: list(net.state_dict().copy())[:2])
show("state_dict of none", lambda: list(nn.Linear(1, 1, bias=False).state_dict()))
show("load same", lambda: loaded(lambda s: None))
show("load returns", lambda: type(net.load_state_dict(net.state_dict())).__name__)
show("load unpacked", lambda: [list(part) for part in net.load_state_dict(net.state_dict())])
show("load missing", lambda: loaded(lambda s: s.pop("scale")))
show("load missing not strict", lambda: loaded(lambda s: s.pop("scale"), False))
show("load unexpected", lambda: loaded(lambda s: s.update(more=torch.zeros(1))))
show("load unexpected not strict", lambda: loaded(lambda s: s.update({"more": torch.zeros(1), "body.7.w": x}), False))
show("load wrong size", lambda: told(net.load_state_dict(Net(5).state_dict())))
show("load wrong size not strict", lambda: told(net.load_state_dict(Net(5).state_dict(), strict=False)))
show("load number", lambda: told(net.load_state_dict(dict(net.state_dict(), scale=3))))
show("load list", lambda: told(net.load_state_dict([])))
show("load prefix stripped", lambda: told(net.load_state_dict(
    {k.replace("module.", ""): v for k, v in net.state_dict(prefix="module.").items()})))
show("load without counter", lambda: loaded(lambda s: s.pop("body.1.num_batches_tracked"), False))
show("load old batch norm", lambda: told(net.load_state_dict(
    OrderedDict((k, v) for k, v in net.state_dict().items() if "num_batches" not in k))))
show("load other dtype", lambda: (Net().load_state_dict(Net().double().state_dict()), net.head.weight)[1])
show("load into a child", lambda: told(net.body.load_state_dict(
    nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4)).state_dict())))
show("load scalar from one", lambda: told(nn.BatchNorm1d(2).load_state_dict(
    dict(nn.BatchNorm1d(2).state_dict(), num_batches_tracked=torch.zeros(1, dtype=torch.long)))))
show("load keeps parameters", lambda: (
    lambda w: [net.load_state_dict(net.state_dict()), net.head.weight is w][1])(net.head.weight))
show("extra state", lambda: list(WithExtra().state_dict()))
show("extra state value", lambda: WithExtra().state_dict()["_extra_state"])
show("extra state loaded", lambda: (lambda m: [told(m.load_state_dict(m.state_dict())), m.count])(WithExtra()))
show("extra state missing", lambda: told(WithExtra().load_state_dict({"linear.weight": torch.zeros(1, 1),
                                                                      "linear.bias": torch.zeros(1)}, strict=False)))
show("extra state unexpected", lambda: told(nn.Linear(1, 1).load_state_dict(
    dict(nn.Linear(1, 1).state_dict(), _extra_state=3), strict=False)))
show("own load", lambda: told(Renaming().load_state_dict({"old": torch.ones(2)})))
show("own load inside", lambda: (lambda m: [
    told(m.load_state_dict({"0.old": torch.ones(2)})), m[0].seen])(nn.Sequential(Renaming())))
show("own save", lambda: list(nn.Sequential(Saving()).state_dict()))
show("own state_dict", lambda: list(Frozen().state_dict()))
show("own state_dict inside", lambda: list(nn.Sequential(Frozen()).state_dict()))
show("state hook", with_state_hook)
show("load pre hook", with_pre_hook)
show("load pre hook of a module", with_pre_hook_of_module)
show("load post hook", with_post_hook)
show("state is not touched", untouched)
show("sequential load", lambda: told(nn.Sequential(nn.Linear(1, 2)).load_state_dict({
    "0.weight": torch.zeros(2, 1), "0.bias": torch.zeros(2)})))
