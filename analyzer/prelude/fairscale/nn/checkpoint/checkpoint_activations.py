"""A module whose forward is run again in backward. What it is called with by name is kept as what has no name is."""
import _vramlint
from torch.utils.checkpoint import checkpoint


def checkpoint_wrapper(module, offload_to_cpu=False):
    if offload_to_cpu:
        _vramlint.unsupported("checkpoint_wrapper(offload_to_cpu=True) keeps tensors in host memory, which is not modelled")
    inner = module.forward

    def forward(*args, **options):
        names = list(options)

        def run(*values):
            placed = len(values) - len(names)
            return inner(*values[:placed], **dict(zip(names, values[placed:])))

        return checkpoint(run, *args, *options.values(), use_reentrant=True)

    module.forward = forward
    return module
