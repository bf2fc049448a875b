"""What can be asked about functions and classes."""

import _run
from _inspect import annotations as _annotations
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


_empty = _Empty


class _Written:
    def __init__(self, function, text):
        self.function, self.text = function, text

    def hint(self):
        try:
            found = eval(self.text, self.function.__globals__)
            if isinstance(found, str):
                found = eval(found, self.function.__globals__)
            return found if _run.is_known(str(found)) else self.text  # a name that is not at hand stays a name
        except Exception:  # a name of the function around, or one for type checkers alone
            return self.text


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
        self._annotation = annotation

    @property
    def annotation(self):
        """Worked out when it is asked for."""
        if isinstance(self._annotation, _Written):
            self._annotation = self._annotation.hint()
        return self._annotation

    def replace(self, **changes):
        kept = {"name": self.name, "kind": self.kind, "default": self.default, "annotation": self._annotation}
        return Parameter(**{**kept, **changes})

    def __str__(self):
        stars = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}.get(self.kind, "")
        return stars + self.name + ("" if self.default is _Empty else f"={self.default!r}")

    def __repr__(self):
        return f'<Parameter "{self}">'

    def __eq__(self, other):
        facts = self.name, self.kind, self.default
        return isinstance(other, Parameter) and facts == (other.name, other.kind, other.default)

    def __hash__(self):
        return hash(self.name)


class BoundArguments:
    def __init__(self, signature, arguments):
        self.signature = signature
        self.arguments = arguments

    def _split(self):
        args, keywords = [], {}
        for name, value in self.arguments.items():
            kind = self.signature.parameters[name].kind
            if kind is Parameter.VAR_POSITIONAL:
                args.extend(value)
            elif kind is Parameter.VAR_KEYWORD:
                keywords.update(value)
            elif kind is Parameter.KEYWORD_ONLY:
                keywords[name] = value
            else:
                args.append(value)
        return tuple(args), keywords

    @property
    def args(self):
        return self._split()[0]

    @property
    def kwargs(self):
        return self._split()[1]

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

    def __init__(self, parameters=None, *, return_annotation=_Empty):
        self.parameters = {parameter.name: parameter for parameter in parameters or ()}
        self.return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True):
        return signature(obj, follow_wrapped=follow_wrapped)

    def replace(self, *, parameters=None, return_annotation=None):
        kept = list(self.parameters.values()) if parameters is None else parameters
        return Signature(kept, return_annotation=return_annotation or self.return_annotation)

    def __str__(self):
        parts = []
        kinds = [parameter.kind for parameter in self.parameters.values()]
        for place, parameter in enumerate(self.parameters.values()):
            if parameter.kind is Parameter.KEYWORD_ONLY and Parameter.VAR_POSITIONAL not in kinds and "*" not in parts:
                parts.append("*")
            parts.append(str(parameter))
            if parameter.kind is Parameter.POSITIONAL_ONLY and parameter.kind not in kinds[place + 1:]:
                parts.append("/")
        return f"({', '.join(parts)})"

    def __repr__(self):
        return f"<Signature {self}>"

    def __eq__(self, other):
        return isinstance(other, Signature) and list(self.parameters.values()) == list(other.parameters.values())

    def bind_partial(self, *args, **keywords):
        return self._bound(args, keywords, True)

    def bind(self, *args, **keywords):
        return self._bound(args, keywords, False)

    def _bound(self, args, keywords, partial):
        arguments = {}
        rest = list(args)
        for name, parameter in self.parameters.items():
            if parameter.kind is Parameter.VAR_POSITIONAL:
                if rest:
                    arguments[name] = tuple(rest)
                rest = []
            elif parameter.kind is Parameter.VAR_KEYWORD:
                if keywords:
                    arguments[name] = dict(keywords)
                keywords = {}
            elif rest and parameter.kind is not Parameter.KEYWORD_ONLY:
                arguments[name] = rest.pop(0)
            elif name in keywords:
                arguments[name] = keywords.pop(name)
            elif parameter.default is _Empty and not partial:
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
    if ismethod(function):  # what is wrapped takes `self` as well
        function = function.__func__
        skip = 1
    if follow_wrapped and not isclass(function):
        function = unwrap(function)
    if isclass(function):
        function = function.__init__
        skip = 1
    elif not isfunction(function) and not isbuiltin(function):
        function = type(function).__call__
        skip = 1
    found = _parameters(function)
    if found is None:
        return Signature() if skip else _no_signature(function)
    made, written = [], _annotations(function)
    for name, kind, has_default, default in found[skip:]:
        hint = _Written(function, written[name]) if name in written else _Empty
        made.append(Parameter(name, _kinds[kind], default if has_default else _Empty, hint))
    return Signature(made)


def _no_signature(function):
    raise ValueError(f"no signature found for builtin {function!r}")


FullArgSpec = namedtuple("FullArgSpec", "args varargs varkw defaults kwonlyargs kwonlydefaults annotations")


def _function_of(value):
    """What takes the arguments where it is called, `self` among them."""
    if isclass(value):
        value = value.__init__
    elif not isfunction(value) and not ismethod(value) and not isbuiltin(value) and callable(value):
        value = type(value).__call__
    return value.__func__ if ismethod(value) else value


def getfullargspec(function):
    function = _function_of(function)
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
                       {name: _Written(function, text).hint() for name, text in _annotations(function).items()})


ArgSpec = namedtuple("ArgSpec", "args varargs keywords defaults")


def getargspec(function):
    """Of Python before 3.11."""
    spec = getfullargspec(function)
    if spec.kwonlyargs or spec.annotations:
        raise ValueError("Function has keyword-only parameters or annotations, use inspect.signature() API which can "
                         "support them")
    return ArgSpec(*spec[:4])


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


def getcallargs(func, /, *positional, **named):
    bound = signature(func).bind(*positional, **named)
    bound.apply_defaults()
    return bound.arguments


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    return dict(getattr(obj, "__annotations__", None) or {})


def getattr_static(obj, attr, default=_Empty):
    for holder in (obj, *(type(obj).__mro__ if not isclass(obj) else obj.__mro__)):
        if attr in getattr(holder, "__dict__", ()):
            return holder.__dict__[attr]
    if default is _Empty:
        raise AttributeError(attr)
    return default


def isdatadescriptor(value):
    return hasattr(value, "__set__") or isinstance(value, property)


def _is_none(value):
    return False


iscoroutine = isawaitable = isasyncgen = isasyncgenfunction = isframe = istraceback = _is_none


def iscode(value):
    return isinstance(getattr(value, "co_varnames", None), tuple)


def cleandoc(doc):
    import textwrap

    first, _, rest = doc.partition("\n")
    return (first.strip() + "\n" + textwrap.dedent(rest)).strip("\n")


ArgInfo = namedtuple("ArgInfo", "args varargs keywords locals")


def getargvalues(frame):
    """Of a frame: what its function's parameters are called, and what everything in it is now."""
    function = frame.f_function
    if function is None:
        return ArgInfo([], None, None, frame.f_locals)
    spec = getfullargspec(function)
    return ArgInfo(spec.args + spec.kwonlyargs, spec.varargs, spec.varkw, frame.f_locals)


def getfile(value):
    import os

    file = getattr(value if ismodule(value) else getmodule(value), "__file__", None)
    return file if file is None else os.path.abspath(file)


getsourcefile = getabsfile = getfile


# Of a module its text; of a part of one it is not known.
def getsource(value):
    file = getfile(value) if ismodule(value) else None
    if file is None:
        return _run.unknown("inspect.getsource looks at the run")
    with open(file) as text:
        return text.read()


def __getattr__(name):
    if name in ("getsourcelines", "stack", "currentframe", "getouterframes", "getframeinfo", "trace",
                "getcomments", "getclosurevars", "findsource", "getinnerframes"):
        return _run.unknown(f"inspect.{name} looks at the run")
    raise AttributeError(f"module 'inspect' has no attribute '{name}'")
