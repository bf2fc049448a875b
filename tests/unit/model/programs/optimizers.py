"""torch.optim: what optimizers are made with, their groups and their state."""
from collections import OrderedDict

import torch
from torch import nn, optim
from surface import show


def two():
    return nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))


def made(name, *args, **kwargs):
    optimizer = getattr(optim, name)(two().parameters(), *args, **kwargs)
    group = optimizer.param_groups[0]
    return [len(group["params"])] + [f"{key}={group[key]}" for key in READ if key in group]


def added(group, **options):
    optimizer = optim.SGD(two().parameters(), lr=0.1, momentum=0.9)
    result = optimizer.add_param_group(group(optimizer) if callable(group) else group, **options)
    return [result] + [[len(g["params"]), g["lr"], g["momentum"]] for g in optimizer.param_groups]


def grouped(params, **options):
    optimizer = optim.SGD(params, **options)
    return [[len(group["params"]), group["lr"], group["weight_decay"]] for group in optimizer.param_groups]


def split(model):
    return [{"params": model[0].parameters()}, {"params": model[1].parameters(), "lr": 0.5, "weight_decay": 1e-4}]


class Plain(optim.Optimizer):
    def __init__(self, params, lr=0.1, beta=0.9):
        super().__init__(params, dict(lr=lr, beta=beta))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = 0
                    state["average"] = torch.zeros_like(p)
                state["step"] += 1
                state["average"].mul_(group["beta"])
                p.add_(state["average"], alpha=-group["lr"])
        return loss


def stepped(optimizer):
    result = optimizer.step()
    optimizer.zero_grad()
    return result


def plain():
    optimizer = Plain(two().parameters())
    optimizer.step()
    optimizer.step()
    state = optimizer.state_dict()
    return [sorted(state["state"]), state["state"][0]["step"], tuple(state["state"][2]["average"].shape)]


def loaded(change):
    optimizer, other = optim.SGD(two().parameters(), lr=0.1), optim.SGD(two().parameters(), lr=0.3, momentum=0.5)
    state = other.state_dict()
    change(state)
    optimizer.load_state_dict(state)
    return [optimizer.param_groups[0]["lr"], optimizer.param_groups[0]["momentum"],
    len(optimizer.param_groups[0]["params"])]


def loaded_groups():
    one, several = two(), two()
    optim.SGD(split(one), lr=0.1).load_state_dict(optim.SGD(several.parameters(), lr=0.1).state_dict())


def changed_rate():
    optimizer = optim.Adam(two().parameters())
    for group in optimizer.param_groups:
        group["lr"] *= 0.5
    return optimizer.param_groups[0]["lr"]


def is_same():
    model = two()
    optimizer = optim.SGD(model.parameters(), lr=1)
    return [a is b for a, b in zip(optimizer.param_groups[0]["params"], model.parameters())]


READ = ("lr", "betas", "eps", "weight_decay", "amsgrad", "momentum", "dampening", "nesterov", "alpha", "centered",
    "rho",
        "lr_decay", "initial_accumulator_value", "momentum_decay", "lambd", "t0", "etas", "step_sizes", "max_iter",
        "max_eval", "tolerance_grad", "history_size", "line_search_fn", "foreach")
model = two()
show("sgd", lambda: made("SGD", 0.1))
show("sgd positional", lambda: made("SGD", 0.1, 0.9, 0, 1e-4, True))
show("sgd keywords", lambda: made("SGD", lr=0.1, momentum=0.9, weight_decay=5e-4, nesterov=True))
show("sgd no rate", lambda: made("SGD"))
show("sgd negative rate", lambda: made("SGD", lr=-1))
show("sgd negative momentum", lambda: made("SGD", lr=1, momentum=-0.1))
show("sgd negative decay", lambda: made("SGD", lr=1, weight_decay=-0.1))
show("sgd nesterov", lambda: made("SGD", lr=1, nesterov=True))
show("sgd wrong keyword", lambda: made("SGD", lr=1, betas=(0.9, 0.99)))
show("adam", lambda: made("Adam"))
show("adam positional", lambda: made("Adam", 1e-4, (0.5, 0.99), 1e-6, 0.01, True))
show("adam betas", lambda: made("Adam", betas=(1.0, 0.9)))
show("adam second beta", lambda: made("Adam", betas=(0.9, 1.5)))
show("adam eps", lambda: made("Adam", eps=-1))
show("adam decay", lambda: made("Adam", weight_decay=-1))
show("adam foreach", lambda: made("Adam", foreach=True, maximize=True))
show("adam wrong keyword", lambda: made("Adam", momentum=0.9))
show("adamw", lambda: made("AdamW"))
show("adamw keywords", lambda: made("AdamW", lr=6e-5, betas=[0.9, 0.999], weight_decay=0.01))
show("radam", lambda: made("RAdam"))
show("nadam", lambda: made("NAdam"))
show("nadam momentum decay", lambda: made("NAdam", momentum_decay=-1))
show("adamax", lambda: made("Adamax"))
show("adagrad", lambda: made("Adagrad"))
show("adagrad lr_decay", lambda: made("Adagrad", lr_decay=-1))
show("adadelta", lambda: made("Adadelta"))
show("adadelta rho", lambda: made("Adadelta", rho=1.5))
show("rmsprop", lambda: made("RMSprop"))
show("rmsprop options", lambda: made("RMSprop", 1e-3, 0.9, 1e-6, 0.1, 0.9, True))
show("rmsprop alpha", lambda: made("RMSprop", alpha=-1))
show("asgd", lambda: made("ASGD"))
show("rprop", lambda: made("Rprop"))
show("rprop etas", lambda: made("Rprop", etas=(1.5, 0.5)))
show("sparse adam", lambda: made("SparseAdam"))
show("lbfgs", lambda: made("LBFGS"))
show("lbfgs options", lambda: made("LBFGS", 0.5, max_iter=4, history_size=10, line_search_fn="strong_wolfe"))
show("lbfgs groups", lambda: optim.LBFGS(split(two())))
show("lbfgs without closure", lambda: optim.LBFGS(two().parameters()).step())
show("no parameters", lambda: optim.SGD([], lr=1))
show("an empty generator", lambda: optim.SGD(nn.ReLU().parameters(), lr=1))
show("a tensor", lambda: optim.SGD(torch.zeros(1, requires_grad=True), lr=1))
show("a list of numbers", lambda: optim.SGD([1, 2], lr=1))
show("not a leaf", lambda: optim.SGD([model[0].weight * 2], lr=1))
show("a plain tensor", lambda: len(optim.SGD([torch.zeros(1)], lr=1).param_groups))
show("twice in two groups", lambda: optim.SGD([{"params": model.parameters()}, {"params": model[0].weight}], lr=1))
show("groups", lambda: grouped(split(two()), lr=0.1))
show("groups without default", lambda: grouped(split(two())))
show("groups with own rates", lambda: grouped([dict(group, lr=i) for i, group in enumerate(split(two()))]))
show("group of one", lambda: grouped([{"params": model[0].weight}, {"params": [model[0].bias]}], lr=0.1))
show("group of a set", lambda: grouped([{"params": {model[0].weight}}], lr=0.1))
show("group without params", lambda: grouped([{"lr": 0.1}]))
show("named", lambda: grouped([{"params": [p for n, p in model.named_parameters() if "bias" not in n],
    "weight_decay": 0.1},
                               {"params": [p for n, p in model.named_parameters() if "bias" in n]}], lr=0.1))
show("filter", lambda: len(optim.Adam(filter(lambda p: p.requires_grad,
    model.parameters())).param_groups[0]["params"]))
show("group order", lambda: list(optim.SGD(two().parameters(), 0.1).param_groups[0])[:3])
show("group names", lambda: optim.SGD([dict(split(two())[0], name="backbone")], 0.1).param_groups[0]["name"])
show("group is the given", lambda: (lambda g: optim.SGD([g],
    0.1).param_groups[0] is g)({"params": [model[0].weight]}))
show("add group", lambda: added({"params": [torch.zeros(1, requires_grad=True)], "lr": 0.7}))
show("add group of a tensor", lambda: added({"params": torch.zeros(1, requires_grad=True)}))
show("add group again", lambda: added(lambda o: {"params": o.param_groups[0]["params"]}))
show("defaults", lambda: [optim.SGD(two().parameters(), 0.1).defaults[key] for key in ("lr", "momentum", "nesterov")])
show("zero_grad", lambda: optim.SGD(two().parameters(), 0.1).zero_grad())
show("zero_grad none", lambda: optim.SGD(two().parameters(), 0.1).zero_grad(set_to_none=True))
show("step", lambda: stepped(optim.SGD(two().parameters(), 0.1)))
show("state", lambda: len(optim.Adam(two().parameters()).state))
show("state_dict", lambda: list(optim.Adam(two().parameters()).state_dict()))
show("state_dict params", lambda: [g["params"] for g in optim.SGD(split(two()), lr=0.1).state_dict()["param_groups"]])
show("state_dict rate", lambda: optim.SGD(two().parameters(), 0.1).state_dict()["param_groups"][0]["lr"])
show("load", lambda: loaded(lambda state: None))
show("load changed", lambda: loaded(lambda state: state["param_groups"][0].update(lr=7)))
show("load other groups", loaded_groups)
show("load fewer", lambda: loaded(lambda state: state["param_groups"][0]["params"].pop()))
show("own optimizer", plain)
show("own closure", lambda: Plain(two().parameters()).step(lambda: 3))
show("own defaults", lambda: Plain(two().parameters(), 0.3).defaults)
show("base step", lambda: optim.Optimizer(two().parameters(), {}).step())
show("changed rate", changed_rate)
show("same parameters", is_same)
show("classes", lambda: [issubclass(getattr(optim, name), optim.Optimizer) for name in ("SGD", "AdamW", "LBFGS",
    "SparseAdam")])
