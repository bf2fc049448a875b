# Rates that rise and fall, with the momentum the other way (torch/optim/lr_scheduler.py, 1.13 to 2.4).
import math

from torch.optim.lr_scheduler import LRScheduler


def _each(optimizer, value, name):
    groups = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value] * groups
    if len(value) != groups:
        raise ValueError(f"expected {groups} values for {name}, got {len(value)}")
    return list(value)


def _set_momentum(group, value):
    if "betas" in group:
        group["betas"] = (value, *group["betas"][1:])
    else:
        group["momentum"] = value


class CyclicLR(LRScheduler):
    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular", gamma=1.0,
                 scale_fn=None, scale_mode="cycle", cycle_momentum=True, base_momentum=0.8, max_momentum=0.9,
                 last_epoch=-1, verbose=False):
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        base_lrs = _each(optimizer, base_lr, "base_lr")
        if last_epoch == -1:
            for rate, group in zip(base_lrs, optimizer.param_groups):
                group["lr"] = rate
        self.max_lrs = _each(optimizer, max_lr, "max_lr")
        down = step_size_up if step_size_down is None else step_size_down
        self.total_size = float(step_size_up + down)
        self.step_ratio = step_size_up / self.total_size
        self.mode, self.gamma = mode, gamma
        self._custom, self._custom_mode = scale_fn, scale_mode
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            if "momentum" not in optimizer.defaults:
                raise ValueError("optimizer must support momentum with `cycle_momentum` option enabled")
            self.base_momentums = _each(optimizer, base_momentum, "base_momentum")
            self.max_momentums = _each(optimizer, max_momentum, "max_momentum")
            for most, group in zip(self.max_momentums, optimizer.param_groups):
                group["momentum"] = most
        super().__init__(optimizer, last_epoch, verbose)
        self.base_lrs = base_lrs

    @property
    def scale_mode(self):
        return self._custom_mode if self._custom is not None else "iterations" if self.mode == "exp_range" else "cycle"

    def scale_fn(self, x):
        if self._custom is not None:
            return self._custom(x)
        return {"triangular": 1.0, "triangular2": 1 / 2.0 ** (x - 1)}.get(self.mode, self.gamma ** x)

    def get_lr(self):
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        height = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        height = height * self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            for low, high, group in zip(self.base_momentums, self.max_momentums, self.optimizer.param_groups):
                group["momentum"] = high - (high - low) * height
        return [low + (high - low) * height for low, high in zip(self.base_lrs, self.max_lrs)]


class OneCycleLR(LRScheduler):
    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
                 anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0,
                 final_div_factor=1e4, three_phase=False, last_epoch=-1, verbose=False):
        self.total_steps = self._total(total_steps, epochs, steps_per_epoch)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must by one of 'cos' or 'linear', instead got {anneal_strategy}")
        self.anneal_strategy = anneal_strategy
        self._phases = self._ends(pct_start, three_phase)
        if last_epoch == -1:
            for rate, group in zip(_each(optimizer, max_lr, "max_lr"), optimizer.param_groups):
                group["initial_lr"] = rate / div_factor
                group["max_lr"] = rate
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
                raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
            low, high = _each(optimizer, base_momentum, "base_momentum"), _each(optimizer, max_momentum, "max_momentum")
            for least, most, group in zip(low, high, optimizer.param_groups):
                _set_momentum(group, most)
                group["max_momentum"], group["base_momentum"] = most, least
        super().__init__(optimizer, last_epoch, verbose)

    @staticmethod
    def _total(total_steps, epochs, steps_per_epoch):
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        for name, value in (("total_steps", total_steps), ("epochs", epochs), ("steps_per_epoch", steps_per_epoch)):
            if value is not None and (total_steps is None or name == "total_steps"):
                if value <= 0 or not isinstance(value, int):
                    raise ValueError(f"Expected positive integer {name}, but got {value}")
        return epochs * steps_per_epoch if total_steps is None else total_steps

    def _ends(self, pct_start, three_phase):
        # Of each phase: its last step, and between what the rate and the momentum go.
        last, peak = self.total_steps - 1, float(pct_start * self.total_steps) - 1
        rise = ("initial_lr", "max_lr", "max_momentum", "base_momentum")
        if not three_phase:
            return [(peak, *rise), (last, "max_lr", "min_lr", "base_momentum", "max_momentum")]
        return [(peak, *rise), (float(2 * pct_start * self.total_steps) - 2, "max_lr", "initial_lr", "base_momentum",
                                "max_momentum"), (last, "initial_lr", "min_lr", "max_momentum", "max_momentum")]

    def _between(self, start, end, done):
        return end + (start - end) / 2.0 * (1 + math.cos(math.pi * done)) if self.anneal_strategy == "cos" \
            else (end - start) * done + start

    def get_lr(self):
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"Tried to step {step} times. The total number of steps is {self.total_steps}")
        rates = []
        for group in self.optimizer.param_groups:
            begin = 0
            for i, (end, *names) in enumerate(self._phases):
                if step <= end or i == len(self._phases) - 1:
                    done = (step - begin) / (end - begin)
                    rates.append(self._between(group[names[0]], group[names[1]], done))
                    if self.cycle_momentum:
                        _set_momentum(group, self._between(group[names[2]], group[names[3]], done))
                    break
                begin = end
        return rates
