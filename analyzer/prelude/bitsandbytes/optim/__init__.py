"""optim/optimizer.py: states of a byte an element with a scale a block, or of 32 bits; paged ones lie in managed memory.
The update is one kernel, which makes nothing on the way."""
import torch
from torch.optim.optimizer import Optimizer, check

BLOCK, PAGE = 256, 100000


class GlobalOptimManager:
    """Which parameters are treated otherwise than their optimizer says."""

    _instance = None

    @classmethod
    def get_instance(cls):
        if cls._instance is None:
            cls._instance = cls()
            cls._instance.initialize()
        return cls._instance

    def initialize(self):
        self.pid2config, self.module_weight_config_triple = {}, []

    def register_parameters(self, params):
        return None

    def override_config(self, parameters, key=None, value=None, key_value_dict=None):
        if isinstance(parameters, torch.Tensor):
            parameters = [parameters]
        said = {key: value} if key_value_dict is None else key_value_dict
        for parameter in parameters:
            self.pid2config.setdefault(id(parameter), {}).update(said)

    def register_module_override(self, module, param_name, config):
        self.module_weight_config_triple.append((module, param_name, config))

    def of(self, parameter):
        said = dict(self.pid2config.get(id(parameter), {}))
        for module, name, config in self.module_weight_config_triple:
            if getattr(module, name, None) is parameter:
                said.update(config)
        return said


class Optimizer8bit(Optimizer):
    _states = 2

    def __init__(self, params, defaults, optim_bits=32, is_paged=False, min_8bit_size=4096):
        check(0.0 <= defaults["lr"], f"Invalid learning rate: {defaults['lr']}")
        check(0.0 <= defaults.get("eps", 0.0), f"Invalid epsilon value: {defaults.get('eps')}")
        self.optim_bits, self.is_paged, self.min_8bit_size, self._tables = optim_bits, is_paged, min_8bit_size, {}
        super().__init__(params, defaults)

    def _table(self, at, device):
        if at not in self._tables:
            self._tables[at] = torch.empty(256, device=device)
        return self._tables[at]

    def get_state_buffer(self, p, dtype=torch.float32):
        if self.is_paged and p.numel() >= PAGE:
            return torch.empty(p.shape, dtype=dtype, device="cpu")
        return torch.zeros_like(p, dtype=dtype)

    def init_state(self, p):
        said = GlobalOptimManager.get_instance().of(p)
        has_bytes = said.get("optim_bits", self.optim_bits) == 8 and p.numel() >= said.get("min_8bit_size", self.min_8bit_size)
        state = self.state[p]
        if has_bytes:
            for at in range(1, self._states + 1):
                state[f"qmap{at}"] = self._table(at, p.device)
        for at in range(1, self._states + 1):
            state[f"state{at}"] = self.get_state_buffer(p, torch.uint8 if has_bytes else torch.float32)
        if has_bytes:
            for at in range(1, self._states + 1):
                state[f"absmax{at}"] = torch.zeros(-(-p.numel() // BLOCK), device=p.device)

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for p in self._parameters():
            if p.grad is None:
                continue
            if not self.state[p]:
                self.init_state(p)
        return loss


class _Adam(Optimizer8bit):
    _bits, _paged, _decay = 0, False, 0

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=None, amsgrad=False, optim_bits=32,
                 args=None, min_8bit_size=4096, percentile_clipping=100, block_wise=True, is_paged=False, **options):
        if amsgrad:
            raise ValueError(f"{type(self).__name__} does not support amsgrad=True")
        decay = self._decay if weight_decay is None else weight_decay
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": decay},
                         self._bits or optim_bits, self._paged or is_paged, min_8bit_size)


class _Lion(Optimizer8bit):
    _bits, _paged, _states = 0, False, 1

    def __init__(self, params, lr=1e-4, betas=(0.9, 0.99), weight_decay=0, optim_bits=32, args=None, min_8bit_size=4096,
                 percentile_clipping=100, block_wise=True, is_paged=False):
        super().__init__(params, {"lr": lr, "betas": betas, "weight_decay": weight_decay}, self._bits or optim_bits,
                         self._paged or is_paged, min_8bit_size)


class _SGD(Optimizer8bit):
    _bits, _paged, _states = 0, False, 1

    def __init__(self, params, lr, momentum=0, dampening=0, weight_decay=0, nesterov=False, optim_bits=32, args=None,
                 min_8bit_size=4096, percentile_clipping=100, block_wise=True):
        if momentum == 0:
            raise NotImplementedError("SGD without momentum is not supported!")
        super().__init__(params, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay}, self._bits or optim_bits,
                         self._paged, min_8bit_size)


class _RMSprop(Optimizer8bit):
    _bits, _paged, _states = 0, False, 1

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, optim_bits=32,
                 args=None, min_8bit_size=4096, percentile_clipping=100, block_wise=True):
        if centered:
            raise NotImplementedError("Centered RMSprop is not supported!")
        super().__init__(params, {"lr": lr, "eps": eps, "weight_decay": weight_decay}, self._bits or optim_bits, self._paged,
                         min_8bit_size)


class _Adagrad(Optimizer8bit):
    _bits, _paged, _states = 0, False, 1

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, optim_bits=32,
                 args=None, min_8bit_size=4096, percentile_clipping=100, block_wise=True):
        super().__init__(params, {"lr": lr, "eps": eps, "weight_decay": weight_decay}, self._bits or optim_bits, self._paged,
                         min_8bit_size)


def _family(name, base, pages=False, **facts):
    """`Adam`, `Adam8bit`, `Adam32bit`; and `PagedAdam`, where there are paged ones."""
    kinds = [("", 0), ("8bit", 8), ("32bit", 32)]
    for prefix, is_paged in [("", False), ("Paged", True)][:2 if pages else 1]:
        for ending, bits in kinds:
            whole = prefix + name + ending
            globals()[whole] = type(whole, (base,), {"__module__": __name__, "_bits": bits, "_paged": is_paged, **facts})


_family("Adam", _Adam, True)
_family("AdamW", _Adam, True, _decay=1e-2)
_family("LAMB", _Adam)
_family("Lion", _Lion, True)
_family("SGD", _SGD)
_family("RMSprop", _RMSprop)
_family("Adagrad", _Adagrad)


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'bitsandbytes.optim' has no attribute '{name}'")
    import _vramlint
    return _vramlint.unknown(f"`bitsandbytes.optim.{name}` is not described")
