"""What the programs beside this file tell of a result: sizes, types, and the kind of an error."""
import torch


def tell(result):
    if isinstance(result, torch.Tensor):
        grad = " grad" if result.requires_grad else ""
        return f"{tuple(result.shape)} {result.dtype} {result.stride()}{grad}"
    if isinstance(result, (tuple, list)):
        return "[" + ", ".join(tell(part) for part in result) + "]"
    if isinstance(result, dict):
        return "{" + ", ".join(f"{key}: {tell(value)}" for key, value in result.items()) + "}"
    if result is None or isinstance(result, (bool, int, float, str)):
        return repr(result)
    return type(result).__name__


def show(name, make):
    try:
        print(name + ":", tell(make()))
    except Exception as error:
        print(name + ": raises", type(error).__name__)
