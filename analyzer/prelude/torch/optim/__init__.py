# Optimizers hold parameters and report their step; what a step costs is known elsewhere.
import _vramlint
from torch.optim import lr_scheduler


class Optimizer:
    def __init__(self, params, defaults=None, **options):
        params = list(params)
        if len(params) == 0:
            raise ValueError("optimizer got an empty parameter list")
        groups = params if isinstance(params[0], dict) else [{"params": params}]
        self.defaults = dict(defaults or {}, **options)
        self.state = {}
        self.param_groups = []
        for group in groups:
            self.add_param_group(dict(self.defaults, **group))
        self._number = _vramlint.new_optimizer(type(self).__name__.lower(), self.param_groups[0])

    def add_param_group(self, group):
        values = group["params"]
        group["params"] = list(values) if not hasattr(values, "requires_grad") else [values]
        self.param_groups.append(group)

    def zero_grad(self, set_to_none=None):
        _vramlint.zero_grad(self._parameters(), set_to_none)

    def _parameters(self):
        return [parameter for group in self.param_groups for parameter in group["params"]]

    def step(self, closure=None):
        loss = None if closure is None else closure()
        _vramlint.optimizer_step(self._number, self._parameters())
        return loss

    def state_dict(self):
        return {"state": {}, "param_groups": self.param_groups}

    def load_state_dict(self, state):
        return None


class _WithRate(Optimizer):
    def __init__(self, params, lr=1e-3, **options):
        super().__init__(params, {"lr": lr}, **options)


class SGD(_WithRate):
    pass


class Adam(_WithRate):
    pass


class AdamW(_WithRate):
    pass


class RAdam(_WithRate):
    pass


class NAdam(_WithRate):
    pass


class Adamax(_WithRate):
    pass


class Adagrad(_WithRate):
    pass


class Adadelta(_WithRate):
    pass


class RMSprop(_WithRate):
    pass


class LBFGS(_WithRate):
    pass
