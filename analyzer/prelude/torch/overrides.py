# Nothing overrides torch's functions here but subclasses that define __torch_function__, which are not followed.
def has_torch_function(relevant_args):
    return False


has_torch_function_unary = has_torch_function


def has_torch_function_variadic(*relevant_args):
    return False


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    return public_api(*args, **kwargs)


def is_tensor_like(value):
    from torch import Tensor
    return isinstance(value, Tensor)
