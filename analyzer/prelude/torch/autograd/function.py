import _vramlint
from torch._tensor import Tensor


class FunctionCtx:
    def __init__(self, needs_input_grad):
        self.needs_input_grad = needs_input_grad
        self.saved_tensors = ()
        self.constants = ()

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    @property
    def saved_variables(self):  # as it was called before 0.4
        return self.saved_tensors

    def mark_dirty(self, *tensors):
        return None

    def mark_non_differentiable(self, *tensors):
        self.constants = self.constants + tensors

    def set_materialize_grads(self, value):
        return None

    def held(self):
        # What the program hung on the context beside what it saved: it lives as long.
        found = []
        for name, value in vars(self).items():
            if name not in ("saved_tensors", "constants"):
                found.extend(value if isinstance(value, (list, tuple)) else [value])
        return [value for value in found if isinstance(value, Tensor)]


class Function:
    def __call__(self, *args, **options):
        if not _vramlint.torch_at_least(1, 5):
            _vramlint.unsupported("an instance of an autograd.Function is called, as up to PyTorch 1.4")
        raise RuntimeError("Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd "
                           "function with static forward method. (Example: "
                           "https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)")

    @staticmethod
    def forward(ctx, *args):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @classmethod
    def apply(cls, *args):
        ctx = FunctionCtx(tuple(isinstance(value, Tensor) and value.requires_grad for value in args))
        recording = _vramlint.set_grad_enabled(False)
        try:
            if hasattr(cls, "setup_context"):
                result = cls.forward(*args)
                cls.setup_context(ctx, args, result)
            else:
                result = cls.forward(ctx, *args)
        finally:
            _vramlint.set_grad_enabled(recording)
        if not recording or not any(ctx.needs_input_grad):
            return result
        if not _vramlint.is_known(result):
            return _depending(result, ctx, args)
        if isinstance(result, (list, tuple)):
            return tuple(_recorded(cls, ctx, args, list(result)))
        return _recorded(cls, ctx, args, [result])[0]


def _depending(result, ctx, args):
    # What the forward makes is not known: backward goes into the inputs, and what was saved is kept for it.
    inputs = [value for value in args if not _vramlint.is_known(value) or isinstance(value, Tensor)]
    kept = [value.detach() for value in ctx.saved_tensors if _vramlint.is_known(value) and isinstance(value, Tensor)]
    return _vramlint.depending(result, inputs, kept)


def _recorded(cls, ctx, args, results):
    # One node for all results, so that its backward runs once.
    results = [value if _vramlint.is_known(value) else _depending(value, ctx, args) for value in results]
    places = [i for i, value in enumerate(results) if _is_tracked(value, ctx)]
    if not places:
        return results
    tracked = [results[i].detach() for i in places]
    inputs = [value for value in args if isinstance(value, Tensor)]

    def backward(*gradients):
        given = [None] * len(results)
        for place, gradient in zip(places, gradients):
            given[place] = gradient
        wanted = cls.backward(ctx, *given)
        if not isinstance(wanted, (list, tuple)):
            wanted = (wanted,)
        of_inputs = [gradient for gradient, value in zip(wanted, args) if isinstance(value, Tensor)]
        return [None] * len(tracked) + of_inputs

    held = ctx.held()  # which the backward may delete from the context
    program = _vramlint.function_backward(backward, tracked, held)
    saved = [value.detach() for value in ctx.saved_tensors if isinstance(value, Tensor)]
    nodes = _vramlint.op("_function", tracked, inputs, saved)
    if program is None:
        _vramlint.assume(f"the backward of {cls.__name__} is counted as one gradient an input, without scratch")
    else:
        _vramlint.set_backward(program)
    for place, node in zip(places, nodes):
        results[place] = node
    return results


def _is_tracked(value, ctx):
    if not _vramlint.is_known(value) or not isinstance(value, Tensor) or not (value.is_floating_point() or value.is_complex()):
        return False
    return not any(value is other for other in ctx.constants)


class InplaceFunction(Function):
    def __init__(self, inplace=False):
        self.inplace = inplace


def once_differentiable(function):
    return function
