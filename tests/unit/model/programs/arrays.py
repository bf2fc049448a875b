"""What the programs of numpy and sympy tell of a result: shapes and dtypes, and the values where they are few."""
import numpy as np
import torch


def rounded(value):
    if isinstance(value, (list, tuple)):
        return [rounded(part) for part in value]
    return round(value, 4) + 0.0 if isinstance(value, float) else value


def tell(value):
    if isinstance(value, np.ndarray):
        kept = rounded(value.tolist()) if value.size <= 24 and value.dtype.kind in 'fiub' else ''
        return f'{value.shape} {value.dtype} {kept}'
    if isinstance(value, torch.Tensor):
        return f'tensor {tuple(value.shape)} {value.dtype}'
    if isinstance(value, np.generic):
        return rounded(value.item())
    if isinstance(value, (list, tuple)):
        return '[' + ', '.join(str(tell(part)) for part in value) + ']'
    return rounded(value)


def shower(names):
    """A function that prints the source of an expression and what it is among these names."""
    def show(text):
        try:
            print(text, '=>', tell(eval(text, names)))
        except Exception as error:
            print(text, '=> raises', type(error).__name__)

    return show
