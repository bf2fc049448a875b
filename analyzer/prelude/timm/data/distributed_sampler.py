from torch.utils.data.distributed import DistributedSampler


class OrderedDistributedSampler(DistributedSampler):
    def __init__(self, dataset, num_replicas=None, rank=None):
        super().__init__(dataset, num_replicas, rank, shuffle=False)


class RepeatAugSampler(DistributedSampler):
    """Some pictures several times in a row: which, changes no size."""

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, num_repeats=3, selected_round=256,
                 selected_ratio=0):
        super().__init__(dataset, num_replicas, rank, shuffle)


RASampler = RepeatAugSampler
