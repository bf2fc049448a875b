# The optimizers' options, with the checks of their constructors (torch/optim, 1.13 to 2.11).
import _vramlint
from torch.optim.optimizer import Optimizer, check, required

__complete__ = True  # what is missing here is not in PyTorch either

_parts = ("adadelta", "adagrad", "adam", "adamax", "adamw", "asgd", "lbfgs", "lr_scheduler", "nadam", "optimizer", "radam",
          "rmsprop", "rprop", "sgd", "sparse_adam", "swa_utils")


def __getattr__(name):
    if name in _parts:
        return __import__("torch.optim." + name, fromlist=["*"])
    raise AttributeError("module 'torch.optim' has no attribute '" + name + "'")


def _check(lr, eps=0, weight_decay=0, betas=(), **others):
    check(lr is required or 0.0 <= lr, f"Invalid learning rate: {lr}")
    check(0.0 <= eps, f"Invalid epsilon value: {eps}")
    for i, beta in enumerate(betas):
        check(0.0 <= beta < 1.0, f"Invalid beta parameter at index {i}: {beta}")
    check(0.0 <= weight_decay, f"Invalid weight_decay value: {weight_decay}")
    for name, value in others.items():
        check(0.0 <= value, f"Invalid {name} value: {value}")


class _Stepping(Optimizer):
    def step(self, closure=None):
        return self._report(closure)


class SGD(_Stepping):
    def __init__(self, params, lr=None, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False,
                 foreach=None, differentiable=False, fused=None):
        if lr is None:
            lr = 1e-3 if _vramlint.torch_at_least(2, 2) else required
        _check(lr, momentum=momentum, weight_decay=weight_decay)
        check(not nesterov or momentum > 0 and dampening == 0,
              "Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay,
                                      nesterov=nesterov, maximize=maximize, foreach=foreach,
                                      differentiable=differentiable, fused=fused))


class _AdamLike(_Stepping):
    def __init__(self, params, lr, betas, eps, weight_decay, **options):
        _check(lr, eps, weight_decay, betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, **options))


class Adam(_AdamLike):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad=amsgrad, maximize=maximize, foreach=foreach,
                         capturable=capturable, differentiable=differentiable, fused=fused)


class AdamW(_AdamLike):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *,
                 maximize=False, foreach=None, capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad=amsgrad, maximize=maximize, foreach=foreach,
                         capturable=capturable, differentiable=differentiable, fused=fused)


class RAdam(_AdamLike):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *,
                 foreach=None, maximize=False, capturable=False, differentiable=False):
        super().__init__(params, lr, betas, eps, weight_decay, foreach=foreach, maximize=maximize,
                         capturable=capturable, differentiable=differentiable,
                         decoupled_weight_decay=decoupled_weight_decay)


class NAdam(_AdamLike):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3,
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False):
        check(0.0 <= momentum_decay, f"Invalid momentum_decay value: {momentum_decay}")
        super().__init__(params, lr, betas, eps, weight_decay, momentum_decay=momentum_decay, foreach=foreach,
                         maximize=maximize, decoupled_weight_decay=decoupled_weight_decay, capturable=capturable,
                         differentiable=differentiable)


class Adamax(_AdamLike):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False,
                 differentiable=False, capturable=False):
        super().__init__(params, lr, betas, eps, weight_decay, foreach=foreach, maximize=maximize,
                         capturable=capturable, differentiable=differentiable)


class SparseAdam(_Stepping):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        check(0.0 < lr, f"Invalid learning rate: {lr}")
        check(0.0 < eps, f"Invalid epsilon value: {eps}")
        _check(lr, eps, betas=betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))


class Adagrad(_Stepping):
    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10,
                 foreach=None, *, maximize=False, differentiable=False, fused=None):
        _check(lr, eps, weight_decay, lr_decay=lr_decay, initial_accumulator_value=initial_accumulator_value)
        super().__init__(params, dict(lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
                                      initial_accumulator_value=initial_accumulator_value, foreach=foreach,
                                      maximize=maximize, differentiable=differentiable, fused=fused))


class Adadelta(_Stepping):
    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False,
                 maximize=False, differentiable=False):
        _check(lr, eps, weight_decay)
        check(0.0 <= rho <= 1.0, f"Invalid rho value: {rho}")
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize,
                                      capturable=capturable, foreach=foreach, differentiable=differentiable))


class RMSprop(_Stepping):
    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False,
                 capturable=False, foreach=None, maximize=False, differentiable=False):
        _check(lr, eps, weight_decay, momentum=momentum, alpha=alpha)
        super().__init__(params, dict(lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered,
                                      weight_decay=weight_decay, capturable=capturable, foreach=foreach,
                                      maximize=maximize, differentiable=differentiable))


class ASGD(_Stepping):
    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
                 differentiable=False, capturable=False):
        _check(lr, weight_decay=weight_decay)
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay,
                                      foreach=foreach, maximize=maximize, differentiable=differentiable,
                                      capturable=capturable))


class Rprop(_Stepping):
    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None,
                 maximize=False, differentiable=False):
        _check(lr)
        check(0.0 < etas[0] < 1.0 < etas[1], f"Invalid eta values: {etas[0]}, {etas[1]}")
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable, capturable=capturable))


class LBFGS(Optimizer):
    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9,
                 history_size=100, line_search_fn=None):
        super().__init__(params, dict(lr=lr, max_iter=max_iter, tolerance_grad=tolerance_grad,
                                      max_eval=max_iter * 5 // 4 if max_eval is None else max_eval,
                                      tolerance_change=tolerance_change, history_size=history_size,
                                      line_search_fn=line_search_fn))
        check(len(self.param_groups) == 1, "LBFGS doesn't support per-parameter options (parameter groups)")

    def step(self, closure):
        return self._report(closure)


if _vramlint.torch_at_least(2, 5):
    class Adafactor(_Stepping):
        _kind = "torch.optim.adafactor"  # transformers has another one

        def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *,
                     foreach=None, maximize=False):
            _check(lr, weight_decay=weight_decay)
            check(beta2_decay <= 0.0, f"beta2_decay should be <= 0 but is: {beta2_decay}")
            check(eps[0] is None or 0.0 <= eps[0], f"epsilon1 should be >= 0 but is: {eps[0]}")
            check(0.0 <= eps[1], f"epsilon2 should be >= 0 but is: {eps[1]}")
            check(1.0 <= d, f"Clipping threshold d should be >= 1 but is: {d}")
            super().__init__(params, dict(lr=lr, beta2_decay=beta2_decay, eps=eps, d=d, weight_decay=weight_decay,
                                          foreach=foreach, maximize=maximize))


if _vramlint.torch_at_least(2, 9):
    class Muon(_Stepping):
        _kind = "muon"

        def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True,
                     ns_coefficients=(3.4445, -4.7750, 2.0315), eps=1e-7, ns_steps=5, adjust_lr_fn=None):
            _check(lr, weight_decay=weight_decay, momentum=momentum)
            super().__init__(params, dict(lr=lr, weight_decay=weight_decay, momentum=momentum, nesterov=nesterov,
                                          ns_coefficients=ns_coefficients, eps=eps, ns_steps=ns_steps,
                                          adjust_lr_fn=adjust_lr_fn))
            for parameter in self._parameters():
                if parameter.ndim != 2:
                    raise ValueError("Muon only supports 2D parameters whereas we found a parameter with size: "
                                     f"{parameter.size()}")
