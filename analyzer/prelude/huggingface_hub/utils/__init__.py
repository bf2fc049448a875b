"""Names that programs import from here."""

from ..errors import *


def are_progress_bars_disabled(name=None):
    return False


def _nothing(*args, **keywords):
    return None


disable_progress_bars = enable_progress_bars = hf_raise_for_status = _nothing


def validate_hf_hub_args(fn):
    return fn


def _deprecate_method(*, version, message=None):
    return lambda fn: fn


_deprecate_arguments = _deprecate_positional_args = lambda **options: lambda fn: fn


def is_jinja_available():
    return False


def build_hf_headers(**options):
    return {}
