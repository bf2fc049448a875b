# Sharded training: the wrapper is there, what it saves is not modelled.
import enum

import _vramlint
from torch import nn


class ShardingStrategy(enum.Enum):
    FULL_SHARD = 1
    SHARD_GRAD_OP = 2
    NO_SHARD = 3
    HYBRID_SHARD = 4


class StateDictType(enum.Enum):
    FULL_STATE_DICT = 1
    LOCAL_STATE_DICT = 2
    SHARDED_STATE_DICT = 3


class BackwardPrefetch(enum.Enum):
    BACKWARD_PRE = 1
    BACKWARD_POST = 2


class _Options:
    def __init__(self, *args, **options):
        for name, value in options.items():
            setattr(self, name, value)


CPUOffload = MixedPrecision = FullStateDictConfig = LocalStateDictConfig = ShardedStateDictConfig = _Options
StateDictConfig = OptimStateDictConfig = FullOptimStateDictConfig = _Options


class FullyShardedDataParallel(nn.Module):
    def __init__(self, module, *args, **options):
        super().__init__()
        self._fsdp_wrapped_module = module
        _vramlint.leave_open("FullyShardedDataParallel is counted as if every GPU held the whole model")

    @property
    def module(self):
        return self._fsdp_wrapped_module

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("_fsdp_wrapped_module"), name)

    def forward(self, *args, **kwargs):
        return self._fsdp_wrapped_module(*args, **kwargs)


def fully_shard(module, *args, **options):
    # torch/distributed/fsdp/_fully_shard, 2.6: a module is changed in place, and is a unit of what is gathered.
    import torch.distributed
    given = module if isinstance(module, list) else [module]
    torch.distributed._sharded = torch.distributed._sharded + tuple(given)
    return module
