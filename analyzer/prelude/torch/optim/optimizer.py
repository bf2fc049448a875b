# Optimizers hold parameters and report their step; what a step costs is known elsewhere.
import functools
from collections import OrderedDict, defaultdict

import _vramlint
from torch._tensor import Tensor
from torch.utils import hooks as _hooks


class _RequiredParameter:
    def __repr__(self):
        return "<required parameter>"


required = _RequiredParameter()


def check(ok, text):
    if _vramlint.is_known(ok) and not ok:
        raise ValueError(text)


def _wrong_kind(text):
    return TypeError(text) if _vramlint.torch_at_least(2, 0) else AssertionError(text)


def _kind(cls):
    """Its name, or that of the optimizer of torch's that it is derived from."""
    known = [base for base in cls.__mro__ if base.__module__ == "torch.optim" and base.__name__[0] != "_"]
    found = known[0] if known else cls
    return found.__dict__.get("_kind", found.__name__.lower())


def _note_steps(cls):
    """A program's own step() is noted when it runs, once a class, as profile_hook_step is put around it in torch."""
    owner = [base for base in cls.__mro__ if "step" in base.__dict__][0]
    step = owner.__dict__["step"]
    if owner.__module__.startswith("torch.optim") or getattr(step, "hooked", False):
        return

    @functools.wraps(step)
    def noted(self, *args, **options):
        _vramlint.program_steps(True)
        try:
            return step(self, *args, **options)
        finally:
            _vramlint.program_steps(False)

    noted.hooked = True
    owner.step = noted


class Optimizer:
    def __init__(self, params, defaults):
        _note_steps(type(self))
        self.defaults = defaults
        self.state = defaultdict(dict)
        self.param_groups = []
        self._pre_hooks, self._post_hooks = OrderedDict(), OrderedDict()
        if isinstance(params, Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
                            "torch.Tensor")
        params = list(params)
        if len(params) == 0:
            raise ValueError("optimizer got an empty parameter list")
        for group in params if isinstance(params[0], dict) else [{"params": params}]:
            self.add_param_group(group)
        self._number = _vramlint.new_optimizer(_kind(type(self)), self.param_groups[0])

    def add_param_group(self, param_group):
        if not isinstance(param_group, dict):
            raise _wrong_kind(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError("parameters of an optimizer are given in a list: the order of a set changes between runs")
        param_group["params"] = [params] if isinstance(params, Tensor) else list(params)
        for parameter in param_group["params"]:
            if _vramlint.is_known(parameter) and not isinstance(parameter, Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is "
                                f"{type(parameter).__name__}")
            if not parameter.is_leaf and not self.defaults.get("differentiable"):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, value in self.defaults.items():
            if _vramlint.is_known(value) and value is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            param_group.setdefault(name, value)
        held = set(self._parameters())
        if any([parameter in held for parameter in param_group["params"]]):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none=None):
        _vramlint.zero_grad(self._parameters(), set_to_none)

    def _parameters(self):
        return [parameter for group in self.param_groups for parameter in group["params"]]

    def _report(self, closure=None):
        for hook in list(self._pre_hooks.values()):
            hook(self, () if closure is None else (closure,), {})
        loss = None
        if closure is not None:
            before = _vramlint.set_grad_enabled(True)
            loss = closure()
            _vramlint.set_grad_enabled(before)
        _vramlint.optimizer_step(self._number, self._parameters())
        for hook in list(self._post_hooks.values()):
            hook(self, () if closure is None else (closure,), {})
        return loss

    def step(self, closure):
        raise NotImplementedError

    def register_step_pre_hook(self, hook):
        return _hooks.put(self._pre_hooks, hook)

    def register_step_post_hook(self, hook):
        return _hooks.put(self._post_hooks, hook)

    def profile_hook_step(self, func):
        return func

    # ---- state

    def state_dict(self):
        numbers = {parameter: number for number, parameter in enumerate(self._parameters())}
        state = {numbers[key] if isinstance(key, Tensor) else key: value for key, value in self.state.items()}
        groups = []
        for group in self.param_groups:
            packed = {name: value for name, value in group.items() if name != "params"}
            packed["params"] = [numbers[parameter] for parameter in group["params"]]
            groups.append(packed)
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        if not _vramlint.is_known(state_dict) or not _vramlint.is_known(state_dict["param_groups"]):
            return
        saved = state_dict["param_groups"]
        if len(saved) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any([len(old["params"]) != len(group["params"]) for old, group in zip(saved, self.param_groups)]):
            raise ValueError("a parameter group of the loaded state dict has another size than the optimizer's")
        for old, group in zip(saved, self.param_groups):
            group.update((name, value) for name, value in old.items() if name != "params")
        parameters = self._parameters()
        for key, value in state_dict["state"].items():
            self.state[parameters[key] if isinstance(key, int) else key] = value

    def __repr__(self):
        return f"{type(self).__name__} ({len(self.param_groups)} groups)"
