"""Numbers over the course of a training: they change no sizes."""
import math


class ParamScheduler:
    WHERE_EPSILON = 1e-6

    def __call__(self, where):
        raise NotImplementedError("Param schedulers must override __call__")


class ConstantParamScheduler(ParamScheduler):
    def __init__(self, value):
        self._value = value

    def __call__(self, where):
        return self._value


class _Between(ParamScheduler):
    def __init__(self, start_value, end_value):
        self._start_value = start_value
        self._end_value = end_value


class CosineParamScheduler(_Between):
    def __call__(self, where):
        return self._end_value + 0.5 * (self._start_value - self._end_value) * (1 + math.cos(math.pi * where))


class LinearParamScheduler(_Between):
    def __call__(self, where):
        return self._start_value * (1 - where) + self._end_value * where


class ExponentialParamScheduler(ParamScheduler):
    def __init__(self, start_value, decay):
        self._start_value = start_value
        self._decay = decay

    def __call__(self, where):
        return self._start_value * self._decay**where


class PolynomialDecayParamScheduler(ParamScheduler):
    def __init__(self, base_value, power):
        self._base_value = base_value
        self._power = power

    def __call__(self, where):
        return self._base_value * (1 - where) ** self._power


class StepParamScheduler(ParamScheduler):
    def __init__(self, num_updates, values):
        if num_updates <= 0:
            raise ValueError("Number of updates must be larger than 0")
        if not values:
            raise ValueError("Step scheduler requires at least one value")
        self._values = values

    def __call__(self, where):
        return self._values[int((where + self.WHERE_EPSILON) * len(self._values))]


class StepWithFixedGammaParamScheduler(ParamScheduler):
    def __init__(self, base_value, num_decays, gamma, num_updates):
        self.base_value, self.num_decays, self.gamma = base_value, num_decays, gamma

    def __call__(self, where):
        return self.base_value * self.gamma ** int((where + self.WHERE_EPSILON) * (self.num_decays + 1))


class MultiStepParamScheduler(ParamScheduler):
    def __init__(self, values, num_updates=None, milestones=None):
        if num_updates is None and milestones is None:
            raise ValueError("num_updates and milestones cannot both be None")
        if milestones is None:
            milestones = [num_updates * (step + 1) // len(values) for step in range(len(values) - 1)]
        elif num_updates is None:
            num_updates = milestones[-1]
            milestones = milestones[:-1]
        if len(values) != len(milestones) + 1:
            raise ValueError("MultiStep scheduler requires a list of %d miletones" % (len(values) - 1))
        self._values, self._num_updates, self._milestones = values, num_updates, milestones

    def __call__(self, where):
        passed = [mark for mark in self._milestones if mark <= int((where + self.WHERE_EPSILON) * self._num_updates)]
        return self._values[len(passed)]


class CompositeParamScheduler(ParamScheduler):
    def __init__(self, schedulers, lengths, interval_scaling):
        if len(schedulers) != len(lengths):
            raise ValueError("Schedulers and lengths must be same length")
        if len(schedulers) != len(interval_scaling):
            raise ValueError("Schedulers and interval_scaling must be same length")
        if abs(sum(lengths) - 1.0) >= 1e-3:
            raise ValueError("The sum of all values in lengths must be 1")
        self._schedulers, self._lengths, self._interval_scaling = schedulers, lengths, interval_scaling

    def __call__(self, where):
        begin, at = 0.0, 0
        while at + 1 < len(self._lengths) and begin + self._lengths[at] <= where + self.WHERE_EPSILON:
            begin, at = begin + self._lengths[at], at + 1
        if self._interval_scaling[at] == "rescaled":
            where = (where - begin) / self._lengths[at]
        return self._schedulers[at](where)
