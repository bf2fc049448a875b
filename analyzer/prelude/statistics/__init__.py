"""Means and spreads of numbers."""

from math import exp, log, sqrt


class StatisticsError(ValueError):
    pass


def _at_least(data, n, what):
    values = list(data)
    if len(values) < n:
        raise StatisticsError(f"{what} needs {n} or more values")
    return values


def _quotient(total, n):
    return total // n if isinstance(total, int) and total % n == 0 else total / n


def mean(data):
    values = _at_least(data, 1, "a mean")
    return _quotient(sum(values), len(values))


def fmean(data, weights=None):
    values = _at_least(data, 1, "a mean")
    if weights is None:
        return float(sum(values)) / len(values)
    return float(sum(value * weight for value, weight in zip(values, weights))) / sum(weights)


def geometric_mean(data):
    values = _at_least(data, 1, "a mean")
    return exp(sum(log(value) for value in values) / len(values))


def harmonic_mean(data, weights=None):
    values = _at_least(data, 1, "a mean")
    weights = [1] * len(values) if weights is None else weights
    return sum(weights) / sum(weight / value for value, weight in zip(values, weights))


def median_low(data):
    values = sorted(_at_least(data, 1, "a median"))
    return values[(len(values) - 1) // 2]


def median_high(data):
    values = sorted(_at_least(data, 1, "a median"))
    return values[len(values) // 2]


def median(data):
    values = sorted(_at_least(data, 1, "a median"))
    half = len(values) // 2
    return values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2


def multimode(data):
    counts = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    most = max(counts.values(), default=0)
    return [value for value, count in counts.items() if count == most]


def mode(data):
    return multimode(_at_least(data, 1, "a mode"))[0]


def _squares(values, center):
    center = mean(values) if center is None else center
    return sum((value - center) ** 2 for value in values)


def variance(data, xbar=None):
    values = _at_least(data, 2, "a variance")
    return _quotient(_squares(values, xbar), len(values) - 1)


def pvariance(data, mu=None):
    values = _at_least(data, 1, "a variance")
    return _quotient(_squares(values, mu), len(values))


def stdev(data, xbar=None):
    return sqrt(variance(data, xbar))


def pstdev(data, mu=None):
    return sqrt(pvariance(data, mu))
