from apex.parallel.LARC import LARC
from torch import nn
from torch.nn import SyncBatchNorm
from torch.nn.parallel import DistributedDataParallel as _Wrapped


def convert_syncbn_model(module, process_group=None, channel_last=False):
    return SyncBatchNorm.convert_sync_batchnorm(module, process_group)


class DistributedDataParallel(_Wrapped):
    def __init__(self, module, message_size=10000000, delay_allreduce=False, **options):
        super().__init__(module)


class Reducer:
    def __init__(self, module_or_grads_list):
        pass

    def reduce(self):
        return None
