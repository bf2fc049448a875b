"""O0 is float32; O1 casts what autocast casts. O2 and O3 keep a model in float16: that is not followed."""
import _vramlint
import torch


class _Scaled:
    def __init__(self, loss):
        self._loss = loss

    def __enter__(self):
        return self._loss * 65536.0

    def __exit__(self, *raised):
        return False


class _Same(_Scaled):
    def __enter__(self):
        return self._loss


_scales = True


def scale_loss(loss, optimizers, loss_id=0, model=None, delay_unscale=False, delay_overflow_check=False):
    return _Scaled(loss) if _scales else _Same(loss)


def initialize(models, optimizers=None, enabled=True, opt_level="O1", **options):
    global _scales
    _scales = enabled and opt_level != "O0"
    if _scales:
        for model in models if isinstance(models, (list, tuple)) else [models]:
            model.forward = torch.autocast("cuda", dtype=torch.float16)(model.forward)
        if opt_level == "O1":
            _vramlint.assume("apex.amp's O1 is taken to cast what torch.autocast casts", opt_level)
        else:
            _vramlint.leave_open(f"apex.amp's {opt_level} keeps the model in float16 beside float32 weights of the "
                                 "optimizer, which is not followed")
    if _vramlint.is_known(optimizers) and optimizers is None:
        return models
    return models, optimizers


def master_params(optimizer):
    for group in optimizer.param_groups:
        yield from group["params"]


def float_function(function):
    return function


half_function = promote_function = float_function


def register_float_function(module, name):
    return None


register_half_function = register_promote_function = register_float_function


def state_dict(destination=None):
    return {}


def load_state_dict(state_dict):
    return None
