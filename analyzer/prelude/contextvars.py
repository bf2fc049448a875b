"""Variables of a context. A program that is analysed has one context."""


class _Missing:
    def __repr__(self):
        return "<Token.MISSING>"


class Token:
    MISSING = _Missing()

    def __init__(self, var, old_value):
        self.var = var
        self.old_value = old_value
        self._used = False


_no_default = object()


class ContextVar:
    def __init__(self, name, *, default=_no_default):
        self.name = name
        self._default = default
        self._value = Token.MISSING

    def get(self, *default):
        if self._value is not Token.MISSING:
            return self._value
        if default:
            return default[0]
        if self._default is _no_default:
            raise LookupError(self)
        return self._default

    def set(self, value):
        token = Token(self, self._value)
        self._value = value
        return token

    def reset(self, token):
        if token._used:
            raise RuntimeError("Token has already been used once")
        if token.var is not self:
            raise ValueError("Token was created by a different ContextVar")
        token._used = True
        self._value = token.old_value

    def __class_getitem__(cls, kind):
        return cls


class Context:
    def run(self, callable, *args, **keywords):
        return callable(*args, **keywords)

    def copy(self):
        return self


def copy_context():
    return Context()
