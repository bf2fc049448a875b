from torch.utils.data import RandomSampler
from torch.utils.data.distributed import DistributedSampler
from torchdata.stateful_dataloader import Stateful


class StatefulDistributedSampler(DistributedSampler, Stateful):
    pass


class RandomSampler(RandomSampler, Stateful):
    pass
