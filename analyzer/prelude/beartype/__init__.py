"""Checks of types at run time, as far as memory goes: none."""

from vramlint_decorators import plain as beartype


class BeartypeConf:
    def __init__(self, **options):
        pass
