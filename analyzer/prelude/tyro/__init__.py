"""tyro (0.9): command lines fill the fields of dataclasses and the arguments of functions, by their annotations."""
import dataclasses
import enum
import inspect
import pathlib
import sys
import typing

import _vramlint
import vramlint_numbers
import yaml
from tyro import conf, extras

__version__ = "0.9.2"


class _Missing:
    pass


MISSING = _Missing()


def cli(f, *, prog=None, description=None, args=None, default=None, return_unknown_args=False, config=None, **options):
    words = sys.argv[1:] if args is None else list(args)
    made = fill(f, said_by(words), default)
    return (made, []) if return_unknown_args else made


def said_by(words):
    """`--a.b-c 1 2`: every option with the words behind it, as a tree."""
    said, at = {}, None
    for word in words:
        if _vramlint.is_known(word) and word.startswith("--"):
            name, equals, text = word[2:].partition("=")
            *outer, last = name.replace("-", "_").split(".")
            tree = said
            for part in outer:
                tree = tree.setdefault(part, {})
            at = tree[last] = [text] if equals else []
        elif _vramlint.is_known(word) and word.startswith("-") and not word[1:2].isdigit():
            at = None  # another name of an option, which its annotation would tell
        elif at is not None:
            at.append(word)
    return said


def fill(f, said, default=None):
    if not dataclasses.is_dataclass(f):
        parameters = inspect.signature(f).parameters
        given = {one.name: _taken(one.annotation, one.name, said, one.default) for one in parameters.values()}
        return f(**{name: value for name, value in given.items() if value is not inspect.Parameter.empty})
    cls = f if isinstance(f, type) else type(f)
    default = f if default is None and not isinstance(f, type) else default
    given = {}
    for field in dataclasses.fields(cls):
        if not field.init:
            continue
        before = inspect.Parameter.empty
        if default is not None:
            before = getattr(default, field.name)
        elif field.default is not dataclasses.MISSING:
            before = field.default
        elif field.default_factory is not dataclasses.MISSING:
            before = field.default_factory()
        value = _taken(field.type, field.name, said, before)
        if value is inspect.Parameter.empty:
            value = _vramlint.unknown(f"the command line must give {field.name}")
        given[field.name] = value
    return cls(**given)


def _plain(hint):
    """Without Annotated."""
    inner = getattr(hint, "__metadata__", None)
    return _plain(typing.get_args(hint)[0]) if inner is not None else hint


def _taken(hint, name, said, before):
    hint = _plain(hint)
    inner = said.get(name)
    if dataclasses.is_dataclass(before) and not isinstance(before, type):
        return fill(type(before), inner if isinstance(inner, dict) else {}, before)
    if before is inspect.Parameter.empty and isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return fill(hint, inner if isinstance(inner, dict) else {})
    if f"no_{name}" in said:
        return False
    if not isinstance(inner, list):
        return before
    return _read(hint, inner)


def _read(hint, words):
    if hint is bool or not words:
        return not words or words[0] in ("True", "true", "1")
    kinds = [one for one in (hint if isinstance(hint, tuple) else typing.get_args(hint)) if one is not type(None)]
    if hint in (list, tuple) or typing.get_origin(hint) in (list, tuple):
        made = [_word(kinds[0] if kinds else None, word) for word in words]
        return made if hint is list or typing.get_origin(hint) is list else tuple(made)
    if len(words) > 1 and kinds:
        return tuple([_word(None, word) for word in words])
    return _word(kinds[0] if kinds and isinstance(kinds[0], type) else hint, words[0])


def _word(kind, word):
    if kind is str or not _vramlint.is_known(word):
        return word
    if kind in (int, float):
        return kind(word)
    if isinstance(kind, type) and issubclass(kind, pathlib.Path):
        return kind(word)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind[word]
    return vramlint_numbers.read(yaml.safe_load(word))
