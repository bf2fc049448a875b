"""jsonargparse 4: command lines and YAML fill the parameters of functions and classes, by their annotations."""
import dataclasses
import functools
import importlib
import inspect
import pathlib
import sys
import typing

import _run
import _vramlint
import vramlint_numbers
import yaml

__version__ = "4.41.0"


def _nothing(*args, **options):
    return None


set_config_read_mode = set_docstring_parse_options = set_parsing_settings = set_url_support = _nothing


def _read(text):
    """jsonargparse/_loaders_dumpers.py: `1e-4` is a number."""
    return vramlint_numbers.read(yaml.safe_load(text))


def _merged(into, other):
    for key, value in other.items():
        both = isinstance(value, dict) and isinstance(into.get(key), dict)
        into[key] = _merged(into[key], value) if both else value
    return into


def _put(tree, name, value):
    *outer, last = name.split(".")
    for part in outer:
        tree = tree.setdefault(part, {})
    tree[last] = value


def _words(words, parameters):
    """What a command line says, files in the place where they stand."""
    said, places = {}, [each.name for each in parameters.values() if each.default is inspect.Parameter.empty]
    words = list(words)
    while words:
        word = words.pop(0)
        if not word.startswith("--"):
            if not places:
                raise SystemExit(f"Unrecognized arguments: {word}")
            said[places.pop(0)] = _read(word)
            continue
        name, equals, text = word[2:].partition("=")
        if not equals:
            text = words.pop(0) if words else "true"
        if name == "config":
            with open(text) as file:
                _merged(said, _read(file) or {})
        else:
            _put(said, name, _read(text))
    return said


def _imported(path, hint):
    module, _, name = path.rpartition(".")
    if not module:  # the name alone of a class beside the one that is asked for
        module = hint.__module__.rpartition(".")[0] or hint.__module__
    return getattr(importlib.import_module(module), name)


def lazy_instance(class_type, **init_args):
    return class_type(**init_args)


def isclass(value):
    return isinstance(value, type)


def _made(hint, value):
    _run.takes(value)
    cls = _imported(value["class_path"], hint)
    return cls(**_filled(cls, value.get("init_args") or {}))


def _function(hint):
    """The annotation of a function in it, which a class that lacks arguments can be given for."""
    for each in [hint, *typing.get_args(hint)]:
        if each is typing.Callable or typing.get_origin(each) is typing.Callable:
            return each
    return None


def _partial(hint, value):
    _run.takes(value)
    made = _imported(value["class_path"], (typing.get_args(hint) or (hint,))[-1])
    return functools.partial(made, **(value.get("init_args") or {}))


def _of_class(hint, value, default):
    if dataclasses.is_dataclass(hint) and isinstance(value, dict):
        kinds = {field.name: field.type for field in dataclasses.fields(hint)}
        given = {key: _taken(kinds.get(key), item, None) for key, item in value.items()}
        return dataclasses.replace(default, **given) if isinstance(default, hint) else hint(**given)
    if issubclass(hint, pathlib.Path) and isinstance(value, str):
        return hint(value)
    if hint is float and isinstance(value, (int, str)) and not isinstance(value, bool):
        return float(value)
    if hint in (str, int, bool, dict, list, float) or not isinstance(value, str):
        return value
    cls = _imported(value, hint)
    return cls() if isclass(cls) and issubclass(cls, hint) else value


def _choices(hint):
    """Of a union; `a | b` is the tuple of both here."""
    return [each for each in (hint if isinstance(hint, tuple) else typing.get_args(hint)) if isclass(each)]


def _taken(hint, value, default):
    if value is None or not _vramlint.is_known(value):
        return value
    if isinstance(value, dict) and "class_path" in value:
        if _function(hint) is not None:
            return _partial(_function(hint), value)
        choices = _choices(hint) or [hint]
        return value if dict in choices else _made(choices[0], value)
    if isclass(hint):
        return _of_class(hint, value, default)
    kinds = [each for each in _choices(hint) if each is not type(None)]
    if any(isinstance(value, each) for each in kinds if not dataclasses.is_dataclass(each)):
        return value
    return _of_class(kinds[0], value, default) if kinds else value


def _filled(function, said):
    given = {}
    parameters = inspect.signature(function).parameters
    for name, value in said.items():
        found = parameters.get(name)
        given[name] = value if found is None else _taken(found.annotation, value, found.default)
    return given


def CLI(components=None, args=None, as_positional=True, **options):
    words = sys.argv[1:] if args is None else args
    if isinstance(components, (list, tuple)):
        components = {each.__name__: each for each in components}
    if isinstance(components, dict):
        if not words or words[0] not in components:
            raise SystemExit(f"expected one of the subcommands: {', '.join(components)}")
        components, words = components[words[0]], words[1:]
    return components(**_filled(components, _words(words, inspect.signature(components).parameters)))


auto_cli = CLI
