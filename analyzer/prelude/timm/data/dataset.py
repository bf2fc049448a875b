# Pictures in folders, a folder for each class.
from torch.utils.data import Dataset, IterableDataset
from torchvision.datasets import ImageFolder


class ImageDataset(ImageFolder):
    def __init__(self, root, reader=None, split="train", class_map=None, load_bytes=False, transform=None,
                 target_transform=None, **options):
        super().__init__(root, transform=transform, target_transform=target_transform)


DatasetTar = ImageDataset


class IterableImageDataset(IterableDataset):
    def __init__(self, root, reader=None, transform=None, **options):
        self.transform = transform
        self._pictures = ImageDataset(root)

    def set_loader_cfg(self, num_workers=None):
        pass

    def set_epoch(self, count):
        pass

    def __len__(self):
        return len(self._pictures)

    def __iter__(self):
        self._pictures.transform = self.transform
        while True:
            yield self._pictures[0]


class AugMixDataset(Dataset):
    """Each picture as it is, and so many times changed."""

    def __init__(self, dataset, num_splits=2):
        self.dataset, self.num_splits = dataset, num_splits
        self.augmentation = self.normalize = None

    @property
    def transform(self):
        return self.augmentation, self.normalize

    @transform.setter
    def transform(self, transforms):
        self.dataset.transform, self.augmentation, self.normalize = transforms

    def __getitem__(self, i):
        picture, target = self.dataset[i]
        changed = [self.augmentation(picture) for _ in range(self.num_splits - 1)]
        return tuple([self.normalize(one) for one in [picture] + changed]), target

    def __len__(self):
        return len(self.dataset)
