"""`Name.argument = value`: what is bound, and how it gets into a call."""
import ast
import functools
import inspect

import _vramlint

REQUIRED = object()
targets = {}  # what is configurable, by its last name
bound = {}  # by that name: argument -> a function that makes the value
macros = {}


def read(text, include):
    if not _vramlint.is_known(text):
        return _vramlint.leave_open("what gin binds arguments to is not read; it may lower or raise the figures")
    statement = ""
    for line in text.split("\n"):
        statement += " " + line.partition("#")[0].strip()
        is_open = sum([statement.count(sign) for sign in "([{"]) > sum([statement.count(sign) for sign in ")]}"])
        if is_open or statement.endswith("\\") or statement.endswith("="):
            statement = statement.rstrip("\\")
            continue
        _take(statement.strip(), include)
        statement = ""


def _take(statement, include):
    if statement.startswith("include "):
        return include(ast.literal_eval(statement[8:].strip()))
    key, sign, value = statement.partition("=")
    if sign:
        _bind(key.strip(), lambda: _value(value.strip()))


def bind(key, value):
    _bind(key, lambda: value)


def _bind(key, make):
    scope, _, name = key.rpartition("/")
    if scope:
        return _vramlint.leave_open(f"gin binds `{key}` in a scope, which is not followed; it may lower or raise the figures")
    name, _, argument = name.rpartition(".")
    if name:
        bound.setdefault(name.rpartition(".")[2], {})[argument] = make
    else:
        macros[argument] = make


def _value(text):
    if text.startswith("%"):
        name = text[1:].rpartition(".")[2]
        return macros[name]() if name in macros else _vramlint.unknown(f"gin's `{text}` is not bound")
    if text.startswith("@"):
        name = text[1:].rpartition("/")[2].rpartition(".")[2].replace("()", "")
        if name not in targets:
            return _vramlint.unknown(f"gin's `{text}` is not found")
        return targets[name]() if text.endswith("()") else targets[name]
    if text[:1] in ("(", "[") and ("@" in text or "%" in text):
        items = [_value(item.strip()) for item in text[1:-1].split(",") if item.strip()]
        return tuple(items) if text[0] == "(" else items
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return _vramlint.unknown(f"gin's `{text}` is not understood")


def _filled(function, name, args, named):
    """Arguments that the call does not say itself."""
    own = bound.get(name, {})
    said = list(inspect.signature(function).parameters)[: len(args)]
    given = {key: value for key, value in named.items() if value is not REQUIRED}
    return dict({key: make() for key, make in own.items() if key not in said and key not in given}, **given)


def wrapped(target, name):
    if not isinstance(target, type):
        @functools.wraps(target)
        def called(*args, **named):
            return target(*args, **_filled(target, name, args, named))
        return called
    first = target.__init__

    def __init__(self, *args, **named):
        first(self, *args, **_filled(first, name, (self,) + args, named))

    target.__init__ = __init__
    return target
