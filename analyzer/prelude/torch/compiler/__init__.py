"""Nothing is compiled: what a compiler would leave out is left in."""

import _vramlint


def is_compiling():
    return False


is_dynamo_compiling = is_exporting = is_compiling


def _unchanged(function=None, *args, **options):
    if callable(function):
        return function
    return lambda given: given


disable = allow_in_graph = assume_constant_result = substitute_in_graph = _unchanged


def _nothing(*args, **options):
    return None


reset = cudagraph_mark_step_begin = set_stance = set_enable_guard_collectives = _nothing


def compile(*args, **options):
    return _vramlint.unknown("torch.compiler.compile is not modelled")
