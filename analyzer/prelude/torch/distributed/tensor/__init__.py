# One process holds whole tensors: nothing here is ever a DTensor (torch/distributed/tensor, 2.5).
import torch


class Placement:
    def is_shard(self, dim=None):
        return isinstance(self, Shard) and dim in (None, self.dim)

    def is_replicate(self):
        return isinstance(self, Replicate)

    def is_partial(self, reduce_op=None):
        return isinstance(self, Partial)


class Shard(Placement):
    def __init__(self, dim):
        self.dim = dim


class Replicate(Placement):
    pass


class Partial(Placement):
    def __init__(self, reduce_op="sum"):
        self.reduce_op = reduce_op


class DTensor(torch.Tensor):
    pass


def __getattr__(name):
    import _vramlint
    return _vramlint.unknown(f"torch.distributed.tensor.{name} is not modelled")
