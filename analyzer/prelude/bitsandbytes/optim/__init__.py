"""optim/optimizer.py, adam.py, adamw.py: states of a byte an element, and states that lie in managed memory."""
import _vramlint
from torch import optim
from torch.optim.optimizer import check


class GlobalOptimManager:
    """Which parameters keep states of 32 bits."""

    @classmethod
    def get_instance(cls):
        return cls()

    def register_parameters(self, params):
        return None

    def register_module_override(self, module, param_name, config):
        _vramlint.leave_open("which states keep 32 bits is not followed")

    def override_config(self, *args, **options):
        _vramlint.leave_open("which states keep 32 bits is not followed")


class _TwoStates(optim._Stepping):
    _decay = 0

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=None, amsgrad=False, optim_bits=32,
                 args=None, min_8bit_size=4096, percentile_clipping=100, block_wise=True, is_paged=False, **options):
        check(0.0 <= lr, f"Invalid learning rate: {lr}")
        check(0.0 <= eps, f"Invalid epsilon value: {eps}")
        decay = self._decay if weight_decay is None else weight_decay
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": decay})


class Adam8bit(_TwoStates):
    pass


class PagedAdam8bit(Adam8bit):
    pass


class AdamW8bit(_TwoStates):
    _decay = 1e-2


class PagedAdamW8bit(AdamW8bit):
    pass


class Adam(optim.Adam):
    """In one kernel, which makes nothing on the way."""

    def __new__(cls, *args, optim_bits=32, **options):
        return Adam8bit(*args, **options) if optim_bits == 8 else super().__new__(cls)

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, optim_bits=32, **options):
        super().__init__(params, lr, betas, eps, weight_decay, fused=True)


class AdamW(optim.AdamW):
    def __new__(cls, *args, optim_bits=32, **options):
        return AdamW8bit(*args, **options) if optim_bits == 8 else super().__new__(cls)

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, optim_bits=32,
                 **options):
        super().__init__(params, lr, betas, eps, weight_decay, fused=True)


Adam32bit, AdamW32bit = Adam, AdamW


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'bitsandbytes.optim' has no attribute '{name}'")
    return _vramlint.unknown(f"`bitsandbytes.optim.{name}` is not described: `--site-packages DIR` leads to the package where it "
                             "is installed")
