"""What words of a command line become (click 8.1, src/click/types.py)."""
from click.exceptions import BadParameter


class ParamType:
    name = "text"

    def __call__(self, value, param=None, ctx=None):
        return None if value is None else self.convert(value, param, ctx)

    def convert(self, value, param, ctx):
        return value

    def fail(self, message, param=None, ctx=None):
        raise BadParameter(message, ctx=ctx, param=param)


class _Of(ParamType):
    def __init__(self, kind):
        self.kind, self.name = kind, kind.__name__

    def convert(self, value, param, ctx):
        try:
            return self.kind(value)
        except ValueError:
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)


class _Boolean(ParamType):
    name = "boolean"

    def convert(self, value, param, ctx):
        if isinstance(value, bool):
            return value
        word = str(value).strip().lower()
        if word in ("1", "true", "t", "yes", "y", "on"):
            return True
        if word in ("0", "false", "f", "no", "n", "off"):
            return False
        self.fail(f"{value!r} is not a valid boolean.", param, ctx)


class _Range(ParamType):
    kind = int

    def __init__(self, min=None, max=None, min_open=False, max_open=False, clamp=False):
        self.min, self.max, self.min_open, self.max_open, self.clamp = min, max, min_open, max_open, clamp

    def convert(self, value, param, ctx):
        number = _Of(self.kind).convert(value, param, ctx)
        low = self.min is not None and (number <= self.min if self.min_open else number < self.min)
        high = self.max is not None and (number >= self.max if self.max_open else number > self.max)
        if self.clamp and (low or high):
            return self.min if low else self.max
        if low or high:
            self.fail(f"{number} is not in the range.", param, ctx)
        return number


class IntRange(_Range):
    name = "integer range"


class FloatRange(_Range):
    name, kind = "float range", float


class Choice(ParamType):
    name = "choice"

    def __init__(self, choices, case_sensitive=True):
        self.choices, self.case_sensitive = list(choices), case_sensitive

    def convert(self, value, param, ctx):
        for one in self.choices:
            if str(one) == str(value) or not self.case_sensitive and str(one).lower() == str(value).lower():
                return one
        self.fail(f"{value!r} is not one of {', '.join([repr(one) for one in self.choices])}.", param, ctx)


class Path(ParamType):
    name = "path"

    def __init__(self, exists=False, path_type=None, **options):
        self.path_type = path_type

    def convert(self, value, param, ctx):
        return value if self.path_type is None else self.path_type(value)


class File(ParamType):
    name = "filename"

    def __init__(self, mode="r", encoding=None, **options):
        self.mode = mode

    def convert(self, value, param, ctx):
        return open(value, self.mode) if isinstance(value, str) else value


class Tuple(ParamType):
    name = "tuple"

    def __init__(self, types):
        self.types = [of(one) for one in types]

    def convert(self, value, param, ctx):
        return tuple([one(part, param, ctx) for one, part in zip(self.types, value)])


class DateTime(ParamType):
    name = "datetime"

    def __init__(self, formats=None):
        self.formats = formats


class _Function(ParamType):
    def __init__(self, function):
        self.function = function

    def convert(self, value, param, ctx):
        try:
            return self.function(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


STRING, INT, FLOAT, BOOL, UNPROCESSED, UUID = _Of(str), _Of(int), _Of(float), _Boolean(), ParamType(), ParamType()


def of(kind, default=None):
    """The type that a declaration names; where it names none, the default's."""
    if kind is None:
        kind = type(default) if isinstance(default, (bool, int, float)) else str
    if isinstance(kind, ParamType):
        return kind
    if isinstance(kind, tuple):
        return Tuple(kind)
    if kind is bool:
        return BOOL
    if kind in (str, int, float):
        return _Of(kind)
    return kind() if isinstance(kind, type) and issubclass(kind, ParamType) else _Function(kind)
