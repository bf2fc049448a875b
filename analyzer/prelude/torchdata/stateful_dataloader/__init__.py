"""Loaders whose place in the data is part of a checkpoint (torchdata/stateful_dataloader, 0.11)."""
from torch.utils.data import DataLoader


class Stateful:
    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        return None


class StatefulDataLoader(DataLoader, Stateful):
    def __init__(self, dataset, batch_size=1, *args, snapshot_every_n_steps=1, in_order=True, **options):
        super().__init__(dataset, batch_size, *args, **options)
