"""Decorators that check, time or log around a function: for the memory it is the function itself."""


def plain(first=None, *args, **options):
    """`@plain`, and `@plain(...)`."""
    if callable(first) and not args and not options:
        return first
    return lambda decorated: decorated


class Around:
    """`with around(...):`, and `@around(...)`."""

    def __init__(self, *args, **options):
        pass

    def __call__(self, decorated):
        return decorated

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False
