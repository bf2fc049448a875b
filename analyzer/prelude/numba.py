"""Functions that numba compiles do what they say (numba 0.60, core/decorators.py): a decorator hands back what takes the same
arguments."""


def jit(signature_or_function=None, **options):
    if callable(signature_or_function):
        return signature_or_function
    return lambda function: function


njit = jit
prange = range
