from torch.utils.data._datasets import (ChainDataset, ConcatDataset, Dataset, IterableDataset, StackDataset, Subset,
                                        TensorDataset, random_split)
from torch.utils.data._loader import DataLoader, default_collate, default_convert, get_worker_info
from torch.utils.data._samplers import (BatchSampler, DistributedSampler, RandomSampler, Sampler, SequentialSampler,
                                        SubsetRandomSampler, WeightedRandomSampler)
from torch.utils.data import dataloader, dataset, distributed, sampler
