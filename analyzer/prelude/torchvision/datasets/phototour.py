"""Patches of 64 x 64 around points of photographs, and which of them show the same (torchvision/datasets/phototour.py, 0.19)."""
import os

import torch
from torchvision.datasets import VisionDataset

_PAIRS = 100000  # of m50_100000_100000_0.txt


class PhotoTour(VisionDataset):
    means = {"notredame": 0.4854, "yosemite": 0.4844, "liberty": 0.4437, "notredame_harris": 0.4854, "yosemite_harris": 0.4844,
             "liberty_harris": 0.4437}
    stds = {"notredame": 0.1864, "yosemite": 0.1818, "liberty": 0.2019, "notredame_harris": 0.1864, "yosemite_harris": 0.1818,
            "liberty_harris": 0.2019}
    lens = {"notredame": 468159, "yosemite": 633587, "liberty": 450092, "liberty_harris": 379587, "yosemite_harris": 450912,
            "notredame_harris": 325295}
    image_ext, info_file, matches_files = "bmp", "info.txt", "m50_100000_100000_0.txt"

    def __init__(self, root, name, train=True, transform=None, download=False):
        super().__init__(root, transform=transform)
        self.name, self.train = name, train
        self.data_dir, self.data_file = os.path.join(root, name), os.path.join(root, name + ".pt")
        self.data_down = os.path.join(root, name + ".zip")
        self.mean, self.std = self.means[name], self.stds[name]
        self.data = torch.empty(self.lens[name], 64, 64, dtype=torch.uint8)
        self.labels = torch.empty(self.lens[name], dtype=torch.int64)
        self.matches = torch.empty(_PAIRS, 3, dtype=torch.int64)

    def __len__(self):
        return self.lens[self.name] if self.train else len(self.matches)

    def __getitem__(self, index):
        def shown(patch):
            return patch if self.transform is None else self.transform(patch)

        if self.train:
            return shown(self.data[index])
        first, second, same = self.matches[index]
        return shown(self.data[first]), shown(self.data[second]), same

    def _check_datafile_exists(self):
        return True

    _check_downloaded = _check_datafile_exists

    def download(self):
        return None
