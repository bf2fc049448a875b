import _vramlint


def checkpoint(function, *args, use_reentrant=None, **kwargs):
    _vramlint.assume("activation checkpointing is not modelled yet: this part runs without it, which needs more memory")
    kwargs.pop("preserve_rng_state", None)
    kwargs.pop("determinism_check", None)
    kwargs.pop("context_fn", None)
    return function(*args, **kwargs)


def checkpoint_sequential(functions, segments, input, **options):
    _vramlint.assume("activation checkpointing is not modelled yet: this part runs without it, which needs more memory")
    if hasattr(functions, "children"):
        functions = list(functions.children())
    for function in functions:
        input = function(input)
    return input
