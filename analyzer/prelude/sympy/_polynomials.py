# An expression is the list of its coefficients, the lowest power first. Only sums, products and whole powers are known.
import _vramlint


class Expr:
    def __init__(self, coefficients):
        coefficients = list(coefficients)
        while len(coefficients) > 1 and coefficients[-1] == 0:
            coefficients.pop()
        self.coefficients = coefficients

    def _with(self, other):
        return other.coefficients if isinstance(other, Expr) else [other]

    def __add__(self, other):
        other = self._with(other)
        count = max(len(self.coefficients), len(other))
        left = self.coefficients + [0] * (count - len(self.coefficients))
        right = other + [0] * (count - len(other))
        return Expr([a + b for a, b in zip(left, right)])

    __radd__ = __add__

    def __neg__(self):
        return Expr([-cell for cell in self.coefficients])

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        other = self._with(other)
        result = [0] * (len(self.coefficients) + len(other) - 1)
        for i, a in enumerate(self.coefficients):
            for j, b in enumerate(other):
                result[i + j] = result[i + j] + a * b
        return Expr(result)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return Expr([cell / other for cell in self.coefficients])

    def __pow__(self, count):
        result = Expr([1])
        for _ in range(count):
            result = result * self
        return result

    def evalf(self, n=15, **options):
        return self.coefficients[0] if len(self.coefficients) == 1 else self

    def subs(self, *given, **options):
        pairs = given[0] if isinstance(given[0], (list, dict)) else [given]
        for value in pairs.values() if isinstance(pairs, dict) else [pair[1] for pair in pairs]:
            if isinstance(value, Expr):
                result = Expr([0])
                for cell in self.coefficients[::-1]:
                    result = result * value + cell
                return result
            return _Number(_value(self.coefficients, value))

    def diff(self, *symbols):
        return Expr([cell * i for i, cell in enumerate(self.coefficients)][1:] or [0])

    def expand(self, *args, **options):
        return self

    simplify = expand

    def __float__(self):
        return float(self.coefficients[0])


class Symbol(Expr):
    def __init__(self, name, **assumptions):
        super().__init__([0, 1])
        self.name = name


def symbols(names, **assumptions):
    found = [Symbol(name) for name in names.replace(",", " ").split()]
    return found[0] if len(found) == 1 else tuple(found)


def Integer(value):
    return int(value)


def Float(value, *args):
    return float(value)


def Rational(top, bottom=1):
    return top / bottom


def _recurrence(n, x, step, first=1):
    x = x if isinstance(x, Expr) else Expr([x])
    before, value = Expr([1]), first * x
    if n == 0:
        return before
    for k in range(1, n):
        before, value = value, step(k, x, value, before)
    return value


def legendre(n, x):
    return _recurrence(n, x, lambda k, x, value, before: ((2 * k + 1) * x * value - k * before) / (k + 1))


def chebyshevt(n, x):
    return _recurrence(n, x, lambda k, x, value, before: 2 * x * value - before)


def chebyshevu(n, x):
    return _recurrence(n, x, lambda k, x, value, before: 2 * x * value - before, 2)


class _Number(float):
    def evalf(self, n=15, **options):
        return float(self)


def _value(coefficients, x):
    result = 0.0
    for cell in coefficients[::-1]:
        result = result * x + cell
    return result


def _real_roots(coefficients):
    # Between two neighbouring roots of the derivative lies one root at most: it is found by halving.
    degree = len(coefficients) - 1
    if degree < 1:
        return []
    if degree == 1:
        return [-coefficients[0] / coefficients[1]]
    bound = 1 + max([abs(cell / coefficients[-1]) for cell in coefficients[:-1]])
    ends = [-bound] + _real_roots([cell * i for i, cell in enumerate(coefficients)][1:]) + [bound]
    found = []
    for low, high in zip(ends[:-1], ends[1:]):
        below = _value(coefficients, low) < 0
        if below == (_value(coefficients, high) < 0):
            continue
        for _ in range(60):
            middle = (low + high) / 2
            if (_value(coefficients, middle) < 0) == below:
                low = middle
            else:
                high = middle
        found.append((low + high) / 2)
    return found


def diff(f, *symbols):
    return f.diff(*symbols) if isinstance(f, Expr) else 0


def lambdify(args, expr, *options, **keywords):
    return lambda value: _value(expr.coefficients, value) if isinstance(expr, Expr) else expr


class Poly:
    def __init__(self, expression, *symbols, **options):
        self.coefficients = expression.coefficients if isinstance(expression, Expr) else [expression]

    def all_coeffs(self):
        return self.coefficients[::-1]

    def coeffs(self):
        return [cell for cell in self.coefficients[::-1] if cell != 0]

    def degree(self):
        return len(self.coefficients) - 1

    def all_roots(self, **options):
        found = _real_roots(self.coefficients)
        if len(found) != self.degree():
            return _vramlint.unknown("roots of a polynomial that are not all real and different are not computed")
        return [_Number(root) for root in found]

    real_roots = nroots = all_roots
