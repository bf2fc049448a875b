import _vramlint
from torch._tensor import Tensor


class FunctionCtx:
    def __init__(self, needs_input_grad):
        self.needs_input_grad = needs_input_grad
        self.saved_tensors = ()
        self.constants = ()

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def mark_dirty(self, *tensors):
        return None

    def mark_non_differentiable(self, *tensors):
        self.constants = self.constants + tensors

    def set_materialize_grads(self, value):
        return None

    def kept(self):
        # What lives until the backward: what was saved, and what the program hung on the context.
        return [value for value in list(self.saved_tensors) + list(vars(self).values()) if isinstance(value, Tensor)]


class Function:
    @staticmethod
    def forward(ctx, *args):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @classmethod
    def apply(cls, *args, **kwargs):
        inputs = [value for value in args if isinstance(value, Tensor)]
        ctx = FunctionCtx(tuple(isinstance(value, Tensor) and value.requires_grad for value in args))
        recording = _vramlint.set_grad_enabled(False)
        try:
            if hasattr(cls, "setup_context"):
                result = cls.forward(*args, **kwargs)
                cls.setup_context(ctx, args, result)
            else:
                result = cls.forward(ctx, *args, **kwargs)
        finally:
            _vramlint.set_grad_enabled(recording)
        if not recording or not any(ctx.needs_input_grad):
            return result
        _vramlint.assume(f"the backward of {cls.__name__} is counted as one gradient an input, without scratch")
        kept = [value.detach() for value in ctx.kept()]
        if isinstance(result, (list, tuple)):
            return tuple(_recorded(value, inputs, kept, ctx) for value in result)
        return _recorded(result, inputs, kept, ctx)


def _recorded(value, inputs, kept, ctx):
    if not isinstance(value, Tensor) or not value.is_floating_point() or any(value is other for other in ctx.constants):
        return value
    return _vramlint.op("_function", value.detach(), inputs, kept)


class InplaceFunction(Function):
    def __init__(self, inplace=False):
        self.inplace = inplace


def once_differentiable(function):
    return function
