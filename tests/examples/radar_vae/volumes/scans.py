"""Radar scans as volumes of four channels."""
from torch.utils.data import Dataset

GRID = (8, 16, 24)  # height, across, along


class Scans(Dataset):
    """Pairs of a dense target and the sparse scan it is to be made from."""

    def __init__(self, folder, read):
        self.folder = folder
        self.read = read

    def __getitem__(self, index):
        return self.read(self.folder, index, GRID)
