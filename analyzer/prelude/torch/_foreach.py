"""torch._foreach_NAME: an operator on each tensor of a list. Where the kernel takes all at once the results are the same,
and so is what is held: those of the functions without `_` stand all at the end."""
_WITH_ANOTHER = ("add", "sub", "mul", "div", "pow", "maximum", "minimum", "clamp_min", "clamp_max", "copy")
_ALONE = (
    "abs", "acos", "asin", "atan", "ceil", "cos", "cosh", "erf", "erfc", "exp", "expm1", "floor", "frac", "lgamma", "log",
    "log10", "log1p", "log2", "neg", "reciprocal", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh", "sqrt", "tan", "tanh",
    "trunc", "zero")
_OF_THREE = ("addcdiv", "addcmul")


def _each(given, count):
    """A list of numbers or tensors as it is, one for all as often as it takes."""
    return given if isinstance(given, (list, tuple)) else [given] * count


def _with_another(name):
    def function(self, other=None, *, scalar=None, scalars=None, alpha=None, **kwargs):
        for given in (scalar, scalars):
            other = given if other is None else other
        if alpha is not None:
            kwargs["alpha"] = alpha
        return [getattr(one, name)(by, **kwargs) for one, by in zip(self, _each(other, len(self)))]
    return function


def _alone(name):
    def function(self):
        return [getattr(one, name)() for one in self]
    return function


def _of_three(name):
    def function(self, tensor1, tensor2, value=1, *, scalars=None):
        values = _each(value if scalars is None else scalars, len(self))
        return [getattr(one, name)(a, b, value=by) for one, a, b, by in zip(self, tensor1, tensor2, values)]
    return function


def _lerp(name):
    def function(self, tensors1, weight=None, *, weights=None):
        by = _each(weight if weights is None else weights, len(self))
        return [getattr(one, name)(end, part) for one, end, part in zip(self, tensors1, by)]
    return function


def _norm(self, ord=2, dtype=None):
    return [one.norm(ord) for one in self]


def _max(self):
    return [one.max() for one in self]


def _in_place(function):
    def changes(*args, **kwargs):
        function(*args, **kwargs)
    return changes


functions = {"_foreach_norm": _norm, "_foreach_max": _max}
for _make, _names in ((_with_another, _WITH_ANOTHER), (_alone, _ALONE), (_of_three, _OF_THREE), (_lerp, ("lerp",))):
    for _name in _names:
        functions["_foreach_" + _name] = _make(_name)
        functions["_foreach_" + _name + "_"] = _in_place(_make(_name + "_"))
