# Other names of functions that torch has as well; what only stands here is an operator.
import _vramlint


def _same(name):
    def function(input, *args, **kwargs):
        return _vramlint.op(name, input, *args, **kwargs)
    function.__name__ = name
    return function


expit = _same("sigmoid")
erf = _same("erf")
erfc = _same("erfc")
erfinv = _same("erfinv")
exp2 = _same("exp2")
expm1 = _same("expm1")
log1p = _same("log1p")
logsumexp = _same("logsumexp")
round = _same("round")


def softmax(input, dim, dtype=None):
    return _vramlint.op("softmax", input, dim, dtype=dtype)


def log_softmax(input, dim, dtype=None):
    return _vramlint.op("log_softmax", input, dim, dtype=dtype)


def ndtr(input):
    # The normal distribution by the error function: aten/src/ATen/native/UnaryOps.cpp, special_ndtr.
    return (1 + _vramlint.op("erf", input * 0.7071067811865476)) * 0.5
