import _vramlint


def _listed(parameters):
    return [parameters] if hasattr(parameters, "requires_grad") else list(parameters)


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    _vramlint.clip_gradients(_listed(parameters), False)
    return _vramlint.unknown("the norm of the gradients is not known before the program runs")


clip_grad_norm = clip_grad_norm_


def clip_grad_value_(parameters, clip_value, foreach=None):
    _vramlint.clip_gradients(_listed(parameters), True)


def _no_grad(func):
    return func
