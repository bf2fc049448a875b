"""Checks of types at run time, as far as memory goes: none."""

from vramlint_decorators import plain as typechecked
from vramlint_decorators import plain as typeguard_ignore


class TypeCheckError(Exception):
    pass


def check_type(value, expected_type, **options):
    return value


def install_import_hook(*args, **options):
    return None
