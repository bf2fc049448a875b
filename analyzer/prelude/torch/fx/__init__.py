"""Tracing of modules into graphs: what only marks functions for it changes nothing."""


def wrap(fn_or_name):
    return fn_or_name


class Proxy:
    """What stands for a value while a graph is traced; nothing is traced here."""
