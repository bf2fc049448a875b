import torch


def parameters_to_vector(parameters):
    return torch.cat([parameter.view(-1) for parameter in parameters])


def vector_to_parameters(vec, parameters):
    if not isinstance(vec, torch.Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {type(vec).__name__}")
    at = 0
    for parameter in parameters:
        parameter.data = vec[at:at + parameter.numel()].view_as(parameter).data
        at = at + parameter.numel()
