"""Metrics that keep a few numbers. Those that keep all they are given, or hold a network, are not described."""

import _vramlint
from torch import nn


_told = []


class Metric(nn.Module):
    def __init__(self, *args, **options):
        super().__init__()
        if not _told:
            _told.append(True)
            _vramlint.assume("what metrics of torchmetrics keep and take on the way is not counted: a few numbers each")

    def add_state(self, name, default, dist_reduce_fx=None, persistent=False):
        setattr(self, name, default)

    def update(self, *args, **options):
        return None

    def compute(self):
        return _vramlint.unknown("what a metric comes to is not known before the program runs")

    def forward(self, *args, **options):
        self.update(*args, **options)
        return self.compute()

    def reset(self):
        return None

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
