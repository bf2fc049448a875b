"""Python's complex numbers. What is not known of one are its parts."""
import math
import operator

import _run
import _vramlint


def made(real=0, imag=0):
    if _run.is_known(real) and isinstance(real, str):
        return _read(real)
    if not _vramlint.is_number(real) and not _run.is_known(real):
        return real
    if not _vramlint.is_number(imag) and not _run.is_known(imag):
        return imag
    left, right = _parts(real), _parts(imag)
    if left is None or right is None:
        raise TypeError("complex() argument must be a string or a number")
    return _new(left[0] - right[1], left[1] + right[0])


def _read(text):
    """The sign between the parts is the last that is none of an exponent."""
    text = text.strip().strip("()")
    if text[-1:] not in ("j", "J"):
        return _new(float(text), 0.0)
    text = text[:-1]
    at = max([i for i, c in enumerate(text) if c in "+-" and text[i - 1:i] not in ("e", "E")], default=0)
    imag = text[at:] + ("1" if text[at:] in ("", "+", "-") else "")
    return _new(float(text[:at] or 0), float(imag))


def _new(real, imag):
    number = object.__new__(complex_number)
    number.__dict__["real"], number.__dict__["imag"] = real * 1.0, imag * 1.0
    return number


def _parts(value):
    """None of what is no number."""
    if not _run.is_known(value):
        return value, 0.0
    if isinstance(value, complex_number):
        return value.real, value.imag
    if isinstance(value, (int, float)):
        return value * 1.0, 0.0
    if hasattr(value, "__complex__"):
        return _parts(value.__complex__())
    return None


def _of_tensor(number, tensor):
    """As wide as the tensor beside it: float64 makes complex128 (c10/core/ScalarType.h, promoteTypes)."""
    import torch

    wide = tensor.dtype in (torch.float64, torch.complex128)
    return torch.empty((), dtype=torch.complex128 if wide else torch.complex64)


def _is_tensor(value):
    return hasattr(value, "detach") and hasattr(value, "dtype")


def _operator(of_parts, of_tensors):
    def forward(self, other):
        if _is_tensor(other):
            return of_tensors(_of_tensor(self, other), other)
        theirs = _parts(other)
        return NotImplemented if theirs is None else of_parts(_parts(self), theirs)

    def backward(self, other):
        if _is_tensor(other):
            return of_tensors(other, _of_tensor(self, other))
        theirs = _parts(other)
        return NotImplemented if theirs is None else of_parts(theirs, _parts(self))

    return forward, backward


def _sum(a, b):
    return _new(a[0] + b[0], a[1] + b[1])


def _difference(a, b):
    return _new(a[0] - b[0], a[1] - b[1])


def _product(a, b):
    return _new(a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0])


def _quotient(a, b):
    size = b[0] * b[0] + b[1] * b[1]
    if _run.is_known(size) and size == 0:
        raise ZeroDivisionError("complex division by zero")
    return _new((a[0] * b[0] + a[1] * b[1]) / size, (a[1] * b[0] - a[0] * b[1]) / size)


def _power(a, b):
    if _run.is_known(b) and b[1] == 0 and b[0] == int(b[0]) and abs(b[0]) <= 100:
        result = (1.0, 0.0)
        for _ in range(int(abs(b[0]))):
            result = _parts(_product(result, a))
        return _new(*result) if b[0] >= 0 else _quotient((1.0, 0.0), result)
    size = math.hypot(*a)
    if size == 0:
        return _new(1.0 if b == (0.0, 0.0) else 0.0, 0.0)
    log, turn = math.log(size), math.atan2(a[1], a[0])
    length, angle = math.exp(b[0] * log - b[1] * turn), b[1] * log + b[0] * turn
    return _new(length * math.cos(angle), length * math.sin(angle))


class complex(complex):
    __add__, __radd__ = _operator(_sum, operator.add)
    __sub__, __rsub__ = _operator(_difference, operator.sub)
    __mul__, __rmul__ = _operator(_product, operator.mul)
    __truediv__, __rtruediv__ = _operator(_quotient, operator.truediv)
    __pow__, __rpow__ = _operator(_power, operator.pow)

    def __setattr__(self, name, value):
        raise AttributeError("readonly attribute" if name in ("real", "imag") else
                             f"'complex' object has no attribute '{name}'")

    def __neg__(self):
        return _new(-self.real, -self.imag)

    def __pos__(self):
        return self

    def __abs__(self):
        return math.hypot(self.real, self.imag)

    def __bool__(self):
        return self.real != 0 or self.imag != 0

    def __complex__(self):
        return self

    def __eq__(self, other):
        theirs = _parts(other)
        return NotImplemented if theirs is None else self.real == theirs[0] and self.imag == theirs[1]

    def __hash__(self):
        return hash((self.real, self.imag)) if self.imag else hash(self.real)

    def __repr__(self):
        real, imag = _short(self.real), _short(self.imag)
        if self.real == 0 and math.copysign(1, self.real) > 0:
            return imag + "j"
        return "(" + real + ("" if imag[0] in "+-" else "+") + imag + "j)"

    __str__ = __repr__

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __vramlint_tensor__(self):
        return _vramlint.op("empty", (), dtype=_vramlint.dtype_complex64)

    def conjugate(self):
        return _new(self.real, -self.imag)


complex_number = complex


def _short(number):
    text = repr(number)
    return text[:-2] if text.endswith(".0") else text
