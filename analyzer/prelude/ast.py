"""Literals out of texts. Trees of Python's own are not made."""

import _run


def literal_eval(node_or_string):
    if not isinstance(node_or_string, str):
        return _run.known(node_or_string) and _run.unknown("ast.literal_eval of a tree depends on the run")
    text = node_or_string.lstrip(" \t")
    form = _run.literal_form(text)
    if form == "invalid":
        raise SyntaxError(f"invalid syntax in {text!r}")
    if form == "other":
        raise ValueError(f"malformed node or string: {text!r}")
    return eval(text, {})


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'ast' has no attribute '{name}'")
    return _run.unknown(f"ast.{name} depends on the run")
