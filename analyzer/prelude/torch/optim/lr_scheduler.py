# Learning rates over time (torch/optim/lr_scheduler.py, 1.13 to 2.4). Those of one cycle are in `_cycles`.
import math
from collections import Counter

import _vramlint
from torch.optim.optimizer import Optimizer

__complete__ = True  # what is missing here is not in PyTorch either


class LRScheduler:
    _get_lr_called_within_step = False

    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError(f"param 'initial_lr' is not specified in param_groups[{i}] when resuming an optimizer")
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self.verbose = verbose
        self._initial_step()

    def _initial_step(self):
        self.optimizer._step_count = self._step_count = 0
        self.step()

    def _rates(self):
        return [group["lr"] for group in self.optimizer.param_groups]

    def _scaled(self, factor):
        return [rate * factor for rate in self._rates()]

    def get_lr(self):
        raise NotImplementedError

    def get_last_lr(self):
        return self._last_lr

    def step(self, epoch=None):
        self._step_count += 1
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        closed = epoch is not None and hasattr(self, "_get_closed_form_lr")
        self._get_lr_called_within_step = True
        rates = self._get_closed_form_lr() if closed else self.get_lr()
        self._get_lr_called_within_step = False
        self._take(rates)

    def _take(self, rates):
        for group, rate in zip(self.optimizer.param_groups, rates):
            group["lr"] = rate
        self._last_lr = self._rates()

    def print_lr(self, is_verbose, group, lr, epoch=None):
        return None

    _left_out = ("optimizer",)

    def state_dict(self):
        return {name: value for name, value in self.__dict__.items() if name not in self._left_out}

    def load_state_dict(self, state_dict):
        if _vramlint.is_known(state_dict):
            self.__dict__.update(state_dict)


_LRScheduler = LRScheduler


class _Lambdas(LRScheduler):
    _left_out = ("optimizer", "lr_lambdas")

    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=False):
        several = isinstance(lr_lambda, (list, tuple))
        if several and len(lr_lambda) != len(optimizer.param_groups):
            raise ValueError(f"Expected {len(optimizer.param_groups)} lr_lambdas, but got {len(lr_lambda)}")
        self.lr_lambdas = list(lr_lambda) if several else [lr_lambda] * len(optimizer.param_groups)
        super().__init__(optimizer, last_epoch, verbose)

    def state_dict(self):
        return dict(super().state_dict(), lr_lambdas=[None] * len(self.lr_lambdas))

    def load_state_dict(self, state_dict):
        lambdas = self.lr_lambdas
        super().load_state_dict(state_dict)
        self.lr_lambdas = lambdas


class LambdaLR(_Lambdas):
    def get_lr(self):
        return [base * each(self.last_epoch) for each, base in zip(self.lr_lambdas, self.base_lrs)]


class MultiplicativeLR(_Lambdas):
    def get_lr(self):
        if self.last_epoch <= 0:
            return self._rates()
        return [rate * each(self.last_epoch) for each, rate in zip(self.lr_lambdas, self._rates())]


class StepLR(LRScheduler):
    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=False):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._rates()
        return self._scaled(self.gamma)

    def _get_closed_form_lr(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(LRScheduler):
    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1, verbose=False):
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch not in self.milestones:
            return self._rates()
        return self._scaled(self.gamma ** self.milestones[self.last_epoch])

    def _get_closed_form_lr(self):
        passed = sum(count for milestone, count in self.milestones.items() if milestone <= self.last_epoch)
        return [base * self.gamma ** passed for base in self.base_lrs]


class ConstantLR(LRScheduler):
    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1, verbose=False):
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0:
            return self._scaled(self.factor)
        return self._scaled(1.0 / self.factor) if self.last_epoch == self.total_iters else self._rates()

    def _get_closed_form_lr(self):
        factor = self.factor if self.last_epoch < self.total_iters else 1
        return [base * factor for base in self.base_lrs]


class LinearLR(LRScheduler):
    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1, verbose=False):
        if start_factor > 1.0 or start_factor < 0 or start_factor == 0 and _vramlint.torch_at_least(2, 0):
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0:
            return self._scaled(self.start_factor)
        if self.last_epoch > self.total_iters:
            return self._rates()
        rise = self.end_factor - self.start_factor
        return self._scaled(1.0 + rise / (self.total_iters * self.start_factor + (self.last_epoch - 1) * rise))

    def _get_closed_form_lr(self):
        done = min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * (self.start_factor + (self.end_factor - self.start_factor) * done) for base in self.base_lrs]


class ExponentialLR(LRScheduler):
    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=False):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        return self._rates() if self.last_epoch == 0 else self._scaled(self.gamma)

    def _get_closed_form_lr(self):
        return [base * self.gamma ** self.last_epoch for base in self.base_lrs]


class PolynomialLR(LRScheduler):
    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1, verbose=False):
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0 or self.last_epoch > self.total_iters:
            return self._rates()
        left = 1.0 - self.last_epoch / self.total_iters
        return self._scaled((left / (1.0 - (self.last_epoch - 1) / self.total_iters)) ** self.power)

    def _get_closed_form_lr(self):
        left = 1.0 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * left ** self.power for base in self.base_lrs]


class CosineAnnealingLR(LRScheduler):
    def __init__(self, optimizer, T_max, eta_min=0, last_epoch=-1, verbose=False):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch, verbose)

    def _wave(self, epoch):
        return 1 + math.cos(math.pi * epoch / self.T_max)

    def get_lr(self):
        if self.last_epoch == 0:
            return self._rates()
        if self._step_count == 1 and self.last_epoch > 0:
            return self._get_closed_form_lr()
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:
            turn = (1 - math.cos(math.pi / self.T_max)) / 2
            return [rate + (base - self.eta_min) * turn for base, rate in zip(self.base_lrs, self._rates())]
        factor = self._wave(self.last_epoch) / self._wave(self.last_epoch - 1)
        return [factor * (rate - self.eta_min) + self.eta_min for rate in self._rates()]

    def _get_closed_form_lr(self):
        return [self.eta_min + (base - self.eta_min) * self._wave(self.last_epoch) / 2 for base in self.base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0, last_epoch=-1, verbose=False):
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        self.T_0 = self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur = last_epoch
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        wave = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (base - self.eta_min) * wave for base in self.base_lrs]

    def step(self, epoch=None):
        self._step_count += 1
        if epoch is None and self.last_epoch >= 0:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        else:
            epoch = 0 if epoch is None else epoch
            if epoch < 0:
                raise ValueError(f"Expected non-negative epoch, but got {epoch}")
            self._restart_at(epoch)
        self.last_epoch = math.floor(epoch)
        self._take(self.get_lr())

    def _restart_at(self, epoch):
        self.T_i, self.T_cur = self.T_0, epoch
        while self.T_cur >= self.T_i:
            self.T_cur -= self.T_i
            self.T_i *= self.T_mult


def _together(optimizer, schedulers):
    for scheduler in schedulers:
        if scheduler.optimizer is not optimizer:
            raise ValueError("schedulers expects all schedulers to belong to the same optimizer")


class SequentialLR(LRScheduler):
    _left_out = ("optimizer", "_schedulers")

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1, verbose=False):
        if len(schedulers) < 1 and _vramlint.torch_at_least(2, 2):
            raise ValueError("SequentialLR expects at least one scheduler to be chained, but got no scheduler.")
        _together(optimizer, schedulers)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(f"{len(schedulers)} schedulers take {len(schedulers) - 1} milestones, but got "
                             f"{len(milestones)}")
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        for scheduler in schedulers:
            scheduler.last_epoch -= 1
        schedulers[0]._initial_step()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self):
        self.last_epoch += 1
        at = sum(1 for milestone in self._milestones if milestone <= self.last_epoch)
        scheduler = self._schedulers[at]
        if at > 0 and self._milestones[at - 1] == self.last_epoch:
            scheduler.step(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(LRScheduler):
    _left_out = ("optimizer", "_schedulers")

    def __init__(self, schedulers, optimizer=None):
        schedulers = list(schedulers)
        optimizer = schedulers[0].optimizer if optimizer is None else optimizer
        _together(optimizer, schedulers)
        self._schedulers = schedulers
        self.optimizer = optimizer
        self._last_lr = self._rates()

    def step(self):
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self._rates()


class ReduceLROnPlateau(LRScheduler if _vramlint.torch_at_least(2, 2) else object):
    def __init__(self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel", cooldown=0,
                 min_lr=0, eps=1e-8, verbose=False):
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold mode {threshold_mode} is unknown!")
        several = isinstance(min_lr, (list, tuple))
        if several and len(min_lr) != len(optimizer.param_groups):
            raise ValueError(f"expected {len(optimizer.param_groups)} min_lrs, got {len(min_lr)}")
        self.optimizer = optimizer
        self.min_lrs = list(min_lr) if several else [min_lr] * len(optimizer.param_groups)
        self.mode, self.factor, self.patience = mode, factor, patience
        self.threshold, self.threshold_mode, self.cooldown, self.eps = threshold, threshold_mode, cooldown, eps
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.last_epoch = 0
        self._last_lr = [group["lr"] for group in optimizer.param_groups]
        self._reset()

    def _reset(self):
        self.best = self.mode_worse
        self.num_bad_epochs = self.cooldown_counter = 0

    def is_better(self, a, best):
        step = self.threshold * abs(best) if self.threshold_mode == "rel" and abs(best) != math.inf else self.threshold
        return a < best - step if self.mode == "min" else a > best + step

    def step(self, metrics, epoch=None):
        current = float(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if not _vramlint.is_known(current):
            return  # no rate is known from here on, and none is asked for
        if self.is_better(current, self.best):
            self.best, self.num_bad_epochs = current, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr(self.last_epoch)
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    def _reduce_lr(self, epoch):
        for group, least in zip(self.optimizer.param_groups, self.min_lrs):
            rate = max(group["lr"] * self.factor, least)
            if group["lr"] - rate > self.eps:
                group["lr"] = rate

    @property
    def in_cooldown(self):
        return self.cooldown_counter > 0

    def get_last_lr(self):
        return self._last_lr

    def state_dict(self):
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        if _vramlint.is_known(state_dict):
            self.__dict__.update(state_dict)


from torch.optim._cycles import CyclicLR, OneCycleLR
