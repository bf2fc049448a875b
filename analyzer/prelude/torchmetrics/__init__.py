"""Metrics that keep a few numbers. Those that keep all they are given, or hold a network, are not described."""

from functools import wraps

import _vramlint
import torch
from torch import nn


_told = []


class Metric(nn.Module):
    """torchmetrics 1.x, metric.py: what is accumulated is kept without its graph, and what was computed until more comes."""

    def __init__(self, *args, **options):
        super().__init__()
        if not _told:
            _told.append(True)
            _vramlint.assume("what metrics of torchmetrics keep and take on the way is not counted: a few numbers each")
        self._defaults = {}
        self._enable_grad = False
        self._update_count = 0
        self._computed = self._forward_cache = None
        self.update = self._wrap_update(self.update)
        self.compute = self._wrap_compute(self.compute)

    @property
    def update_called(self):
        return self._update_count > 0

    _update_called = update_called

    def _wrap_update(self, update):
        @wraps(update)
        def wrapped(*args, **options):
            self._computed = None
            self._update_count += 1
            with torch.set_grad_enabled(self._enable_grad):
                update(*args, **options)

        return wrapped

    def _wrap_compute(self, compute):
        @wraps(compute)
        def wrapped(*args, **options):
            if self._computed is None:
                self._computed = compute(*args, **options)
            return self._computed

        return wrapped

    def add_state(self, name, default, dist_reduce_fx=None, persistent=False):
        self._defaults[name] = default
        setattr(self, name, list(default) if isinstance(default, list) else default)

    def update(self, *args, **options):
        return None

    def compute(self):
        return _vramlint.unknown("what a metric comes to is not known before the program runs")

    def forward(self, *args, **options):
        self.update(*args, **options)
        return self.compute()

    def reset(self):
        self._update_count = 0
        self._computed = self._forward_cache = None
        for name, default in self._defaults.items():
            now = getattr(self, name)
            is_tensor = isinstance(default, torch.Tensor) and isinstance(now, torch.Tensor)
            setattr(self, name, default.detach().clone().to(now.device) if is_tensor else [])

    def clone(self, prefix=None, postfix=None):
        return self

    def plot(self, *args, **options):
        return None


class MetricCollection(nn.ModuleDict):
    def __init__(self, metrics, *additional_metrics, prefix=None, postfix=None, compute_groups=True):
        given = metrics if isinstance(metrics, dict) else None
        if given is None:
            many = [metrics] if isinstance(metrics, Metric) else list(metrics)
            given = {type(metric).__name__: metric for metric in many + list(additional_metrics)}
        super().__init__(given)

    def update(self, *args, **options):
        for metric in self.values():
            metric.update(*args, **options)

    def compute(self):
        return {name: metric.compute() for name, metric in self.items()}

    def forward(self, *args, **options):
        return {name: metric(*args, **options) for name, metric in self.items()}

    def reset(self):
        return None

    def clone(self, prefix=None, postfix=None):
        return self


def _few_numbers(name):
    return type(name, (Metric,), {})


_kinds = ("Accuracy", "F1Score", "FBetaScore", "Precision", "Recall", "Specificity", "ConfusionMatrix", "CohenKappa",
          "HammingDistance", "JaccardIndex", "MatthewsCorrCoef", "StatScores", "ExactMatch")
_others = ("MeanMetric", "MaxMetric", "MinMetric", "SumMetric", "MeanSquaredError", "MeanAbsoluteError", "R2Score",
           "MeanSquaredLogError", "MeanAbsolutePercentageError", "ExplainedVariance", "Dice",
           "PeakSignalNoiseRatio", "StructuralSimilarityIndexMeasure")
for _name in _kinds + _others + tuple(_task + _kind for _task in ("Binary", "Multiclass", "Multilabel")
                                      for _kind in _kinds):
    globals()[_name] = _few_numbers(_name)
