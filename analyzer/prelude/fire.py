"""Command lines made of functions, classes and modules: options are the arguments, other words are names."""

import ast
import inspect
import sys

import _run


def Fire(component=None, command=None, name=None, serialize=None):
    words = sys.argv[1:] if command is None else command.split() if isinstance(command, str) else list(command)
    if component is None:
        component = sys.modules["__main__"]
    words = _before_flags_of_fire(words)
    while True:
        if inspect.isclass(component) or callable(component) and not hasattr(component, "__dict__") or _is_function(component):
            component, words, went_on = _called(component, words)
        else:
            component, words, went_on = _member(component, words)
        if not went_on:
            return component


def _before_flags_of_fire(words):
    return words[:words.index("--")] if "--" in words else words


def _is_function(component):
    return inspect.isfunction(component) or inspect.ismethod(component)


def _member(component, words):
    at = [i for i, word in enumerate(words) if not word.startswith("-")]
    if not at:
        return component, words, False
    wanted = words[at[0]].replace("-", "_")
    rest = words[:at[0]] + words[at[0] + 1:]
    if isinstance(component, dict) and wanted in component:
        return component[wanted], rest, True
    if hasattr(component, wanted):
        return getattr(component, wanted), rest, True
    return component, words, False


def _called(function, words):
    parameters = [one for one in inspect.signature(function).parameters.values()]
    named, loose, left = _options(parameters, words, not inspect.isclass(function))
    takes_all = any([one.kind == one.VAR_POSITIONAL for one in parameters])
    ordinary = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    given = []
    for one in ordinary:
        if one.name in named:
            given.append(named.pop(one.name))
        elif loose:
            given.append(loose.pop(0))
        elif one.default is not one.empty:
            given.append(one.default)
        else:
            given.append(_run.unknown(f"the command line must give {one.name}"))
    if takes_all:
        given += loose
        loose = []
    left = [str(word) for word in loose] + left
    return function(*given, **named), left, bool(left)


def _options(parameters, words, takes_loose):
    """Values by name, values without one, and words for what comes of the call: a class takes arguments by name only."""
    names = [one.name for one in parameters]
    takes_any = any([one.kind == one.VAR_KEYWORD for one in parameters])
    named, loose, left = {}, [], []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if not word.startswith("-") or _is_number(word):
            if takes_loose:
                loose.append(_value(word))
            else:
                left.append(word)
            continue
        name, equals, text = word.lstrip("-").partition("=")
        name = name.replace("-", "_")
        short = [one for one in names if len(name) == 1 and one.startswith(name)]
        if name not in names and len(short) == 1:
            name = short[0]
        negated = name not in names and name.startswith("no") and name[2:] in names
        follows = not equals and at < len(words) and (not words[at].startswith("-") or _is_number(words[at]))
        if name not in names and not negated and not takes_any:
            left.append(word)
        elif negated:
            named[name[2:]] = False
        elif follows:
            named[name] = _value(words[at])
            at += 1
        else:
            named[name] = _value(text) if equals else True
    return named, loose, left


def _is_number(word):
    return word[1:2].isdigit() or word[1:2] == "."


def _value(text):
    """A literal, in which names without quotes are texts."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        pass
    inner = text[1:-1] if text[:1] + text[-1:] in ("[]", "()") else text
    if "," not in inner and inner is text or any([c in inner for c in "[](){}:'\" "]):
        return text
    items = [_value(one) for one in inner.split(",") if one]
    return items if text.startswith("[") else tuple(items)
