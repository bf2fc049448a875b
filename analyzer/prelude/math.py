"""The functions that others make up; the rest is given natively."""


def perm(n, k=None):
    result = 1
    for factor in range(n, n if k is None or k > n else n - k, -1) if k is not None else range(2, n + 1):
        result *= factor
    return 0 if k is not None and k > n else result


def dist(p, q):
    return sqrt(sum((a - b) ** 2 for a, b in zip(p, q)))


def fsum(values):
    """Neumaier's sum: what each addition drops is kept and added in the end."""
    total = dropped = 0.0
    for value in values:
        after = total + value
        dropped += (total - after) + value if fabs(total) >= fabs(value) else (value - after) + total
        total = after
    return total + dropped


def modf(x):
    whole = float(trunc(x))
    return x - whole, whole


def frexp(x):
    if x == 0 or isinf(x) or isnan(x):
        return float(x), 0
    exponent = 0
    while fabs(x) >= 1:
        x, exponent = x / 2, exponent + 1
    while fabs(x) < 0.5:
        x, exponent = x * 2, exponent - 1
    return float(x), exponent


def ldexp(x, i):
    return x * 2.0**i


def exp2(x):
    return pow(2.0, x)


def remainder(x, y):
    return x - y * round(x / y)


def asinh(x):
    return copysign(log1p(fabs(x) + x * x / (1 + sqrt(x * x + 1))), x)


def acosh(x):
    return log(x + sqrt(x * x - 1))


def atanh(x):
    return 0.5 * log1p(2 * x / (1 - x))


def ulp(x):
    return ldexp(1.0, max(frexp(x)[1], -1021) - 53)


def nextafter(x, y):
    if x == y:
        return float(y)
    step = ulp(x)
    return x + step if y > x else x - step
