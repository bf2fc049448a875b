"""The tower of numbers, for isinstance()."""

from abc import ABCMeta


def _is(*kinds):
    def accepts(cls):
        return issubclass(cls, kinds)

    return accepts


class Number(metaclass=ABCMeta):
    _accepts = _is(int, float, complex)


class Complex(Number):
    _accepts = _is(int, float, complex)


class Real(Complex):
    _accepts = _is(int, float)


class Rational(Real):
    _accepts = _is(int)


class Integral(Rational):
    _accepts = _is(int)
