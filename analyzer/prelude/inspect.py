"""What can be asked about functions and classes."""

from _inspect import isbuiltin, isclass, isfunction, isgeneratorfunction, ismethod, ismodule, parameters as _parameters
from collections import namedtuple

from vramlint_frames import Frame as _Frame, FrameInfo, currentframe, frame_at as _frame_at, stack


class _Empty:
    pass


class _Kind(int):
    def __new__(cls, number, name):
        made = int.__new__(cls, number)
        made.name = name
        return made

    def __str__(self):
        return self.name


_kinds = {
    name: _Kind(number, name)
    for number, name in enumerate(
        ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY", "VAR_KEYWORD")
    )
}


class Parameter:
    empty = _Empty
    POSITIONAL_ONLY = _kinds["POSITIONAL_ONLY"]
    POSITIONAL_OR_KEYWORD = _kinds["POSITIONAL_OR_KEYWORD"]
    VAR_POSITIONAL = _kinds["VAR_POSITIONAL"]
    KEYWORD_ONLY = _kinds["KEYWORD_ONLY"]
    VAR_KEYWORD = _kinds["VAR_KEYWORD"]

    def __init__(self, name, kind, default=_Empty, annotation=_Empty):
        self.name = name
        self.kind = kind
        self.default = default
        self.annotation = annotation


class BoundArguments:
    def __init__(self, signature, arguments):
        self.signature = signature
        self.arguments = arguments

    def apply_defaults(self):
        filled = {}
        for name, parameter in self.signature.parameters.items():
            if name in self.arguments:
                filled[name] = self.arguments[name]
            elif parameter.default is not _Empty:
                filled[name] = parameter.default
            elif parameter.kind is Parameter.VAR_POSITIONAL:
                filled[name] = ()
            elif parameter.kind is Parameter.VAR_KEYWORD:
                filled[name] = {}
        self.arguments = filled


class Signature:
    empty = _Empty

    def __init__(self, parameters=()):
        self.parameters = {parameter.name: parameter for parameter in parameters}
        self.return_annotation = _Empty

    def bind(self, *args, **keywords):
        arguments = {}
        rest = list(args)
        for name, parameter in self.parameters.items():
            if parameter.kind is Parameter.VAR_POSITIONAL:
                arguments[name] = tuple(rest)
                rest = []
            elif parameter.kind is Parameter.VAR_KEYWORD:
                arguments[name] = dict(keywords)
                keywords = {}
            elif rest and parameter.kind is not Parameter.KEYWORD_ONLY:
                arguments[name] = rest.pop(0)
            elif name in keywords:
                arguments[name] = keywords.pop(name)
            elif parameter.default is _Empty:
                raise TypeError(f"missing a required argument: '{name}'")
        if rest:
            raise TypeError("too many positional arguments")
        if keywords:
            raise TypeError(f"got an unexpected keyword argument '{list(keywords)[0]}'")
        return BoundArguments(self, arguments)


def unwrap(function, *, stop=None):
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return function


def signature(function, *, follow_wrapped=True):
    if not callable(function):
        raise TypeError(f"{function!r} is not a callable object")
    skip = 0
    if follow_wrapped and not isclass(function):
        function = unwrap(function)
    if isclass(function):
        function = function.__init__
        skip = 1
    elif ismethod(function):
        function = function.__func__
        skip = 1
    elif not isfunction(function) and not isbuiltin(function):
        function = type(function).__call__
        skip = 1
    found = _parameters(function)
    if found is None:
        return Signature() if skip else _no_signature(function)
    made = []
    for name, kind, has_default, default in found[skip:]:
        made.append(Parameter(name, _kinds[kind], default if has_default else _Empty))
    return Signature(made)


def _no_signature(function):
    raise ValueError(f"no signature found for builtin {function!r}")


FullArgSpec = namedtuple("FullArgSpec", "args varargs varkw defaults kwonlyargs kwonlydefaults annotations")


def getfullargspec(function):
    if isclass(function):
        function = function.__init__
    if ismethod(function):
        function = function.__func__
    args, defaults, keyword_only, keyword_defaults = [], [], [], {}
    star = double_star = None
    for name, kind, has_default, default in _parameters(function) or ():
        if kind == "VAR_POSITIONAL":
            star = name
        elif kind == "VAR_KEYWORD":
            double_star = name
        elif kind == "KEYWORD_ONLY":
            keyword_only.append(name)
            if has_default:
                keyword_defaults[name] = default
        else:
            args.append(name)
            if has_default:
                defaults.append(default)
    return FullArgSpec(args, star, double_star, tuple(defaults) or None, keyword_only, keyword_defaults or None,
                       {})


getargspec = getfullargspec


def isroutine(value):
    return isfunction(value) or ismethod(value) or isbuiltin(value)


def isabstract(value):
    return bool(getattr(value, "__abstractmethods__", ()))


def isgenerator(value):
    return type(value).__name__ == "generator"


def iscoroutinefunction(value):
    return False


def getmembers(value, predicate=None):
    found = []
    for name in dir(value):
        if not hasattr(value, name):
            continue
        item = getattr(value, name)
        if predicate is None or predicate(item):
            found.append((name, item))
    return found


def getmro(cls):
    return cls.__mro__


def getdoc(value):
    return getattr(value, "__doc__", None)


def getmodule(value):
    import sys

    if ismodule(value):
        return value
    if isinstance(value, _Frame):
        return sys.modules.get(value.f_globals["__name__"])
    return sys.modules.get(getattr(value, "__module__", None))

