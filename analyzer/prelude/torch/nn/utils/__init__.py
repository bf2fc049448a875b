from torch.nn.utils import rnn


def _listed(parameters):
    return [parameters] if hasattr(parameters, "requires_grad") else list(parameters)


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    import _vramlint
    _vramlint.clip_gradients(_listed(parameters), False)
    return _vramlint.unknown("the norm of the gradients is not known before the program runs")


def clip_grad_value_(parameters, clip_value, foreach=None):
    import _vramlint
    _vramlint.clip_gradients(_listed(parameters), True)


def parameters_to_vector(parameters):
    import torch
    return torch.cat([parameter.view(-1) for parameter in parameters])


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    import _vramlint
    _vramlint.unsupported("torch.nn.utils.spectral_norm is not modelled yet")


def weight_norm(module, name="weight", dim=0):
    import _vramlint
    _vramlint.unsupported("torch.nn.utils.weight_norm is not modelled yet")
