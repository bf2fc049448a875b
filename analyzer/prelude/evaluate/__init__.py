"""Metrics of the host: what they come to is not known before the program runs."""
import _run

__version__ = "0.4.6"


class _Numbers(dict):
    def __missing__(self, name):
        return _run.number("what a metric comes to is not known before the program runs")


class EvaluationModule:
    def __init__(self, name="", *args, **options):
        self.name = name

    def add(self, *args, **options):
        return None

    add_batch = add

    def compute(self, *args, **options):
        return _Numbers()


Metric = EvaluationModule


def load(path, *args, **options):
    return EvaluationModule(path)


def combine(evaluations, *args, **options):
    return EvaluationModule()
