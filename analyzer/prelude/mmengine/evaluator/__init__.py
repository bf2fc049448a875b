from vramlint_openmmlab.homes import Inert, stand_ins

__all__, __getattr__ = stand_ins(__name__, "BaseMetric Evaluator DumpResults", Inert)


def get_metric_value(indicator, metrics):
    return metrics[indicator]
