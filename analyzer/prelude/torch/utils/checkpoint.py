# Both ways to checkpoint: as a Function whose backward runs the part again, or by saving nothing and making it again.
import _vramlint
import torch
from torch._tensor import Tensor
from torch.autograd import Function


class CheckpointFunction(Function):
    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        ctx.run_function = run_function
        ctx.autocast = {
            "dtype": torch.get_autocast_gpu_dtype(),
            "enabled": torch.is_autocast_enabled(),
            "cache_enabled": torch.is_autocast_cache_enabled(),
        }
        ctx.others = [None if isinstance(value, Tensor) else value for value in args]
        ctx.places = [i for i, value in enumerate(args) if isinstance(value, Tensor)]
        ctx.save_for_backward(*[args[i] for i in ctx.places])
        with torch.no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx, *gradients):
        inputs = list(ctx.others)
        for place, tensor in zip(ctx.places, ctx.saved_tensors):
            inputs[place] = tensor.detach()
            inputs[place].requires_grad_(tensor.requires_grad)
        with torch.enable_grad(), torch.autocast("cuda", **ctx.autocast):
            outputs = ctx.run_function(*inputs)
        if not isinstance(outputs, (list, tuple)):
            outputs = (outputs,)
        roots, given = [], []
        for output, gradient in zip(outputs, gradients):
            if isinstance(output, Tensor) and output.requires_grad:
                roots.append(output)
                given.append(gradient)
        torch.autograd.backward(roots, given)
        return (None, None) + tuple(value.grad if isinstance(value, Tensor) else None for value in inputs)


def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check="default", debug=False, **kwargs):
    preserve = kwargs.pop("preserve_rng_state", True)
    if use_reentrant is None:
        _vramlint.note_unsaid_checkpoint()
    reentrant = use_reentrant is None or bool(use_reentrant)
    if reentrant and kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(arg for arg in kwargs))
    noted = _vramlint.begin_checkpoint(reentrant, list(args))
    try:
        if reentrant:
            return CheckpointFunction.apply(function, preserve, *args)
        return _vramlint.checkpointed(lambda: function(*args, **kwargs), list(args) + list(kwargs.values()))
    finally:
        if noted:
            _vramlint.end_checkpoint()


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    if hasattr(functions, "children"):
        functions = list(functions.children())

    def part(start, end):
        def run(value):
            for i in range(start, end):
                value = functions[i](value)
            return value

        return run

    size = len(functions) // segments
    start = 0
    for _ in range(segments - 1):
        input = checkpoint(part(start, start + size), input, use_reentrant=use_reentrant, **kwargs)
        start += size
    return part(start, len(functions))(input)
