"""Data sets: how large their pictures are, and how many there are (torchvision/datasets, 0.19)."""
import _vramlint
from PIL.Image import Image
from torch.utils.data import Dataset

_SIZE = "the size of the pictures in a folder is not known"


class VisionDataset(Dataset):
    def __init__(self, root=None, transforms=None, transform=None, target_transform=None):
        self.root = root
        self.transform = transform
        self.target_transform = target_transform
        self.transforms = transforms

    def _given(self, picture, target):
        if self.transform is not None:
            picture = self.transform(picture)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return picture, target


class _Classified(VisionDataset):
    """Pictures of one size, each with the number of its class."""

    def __init__(self, root=None, train=True, transform=None, target_transform=None, download=False, split="train",
                 **options):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.train = train
        self.split = split
        self.classes = [f"class {number}" for number in range(self._classes)]
        self.class_to_idx = {name: number for number, name in enumerate(self.classes)}

    def __len__(self):
        return self._train if self.train and self.split == "train" else self._test

    def __getitem__(self, index):
        height, width, mode = self._picture
        return self._given(Image(width, height, mode), 0)

    def __getattr__(self, name):
        if name.startswith("_") or name in ("train", "split"):
            raise AttributeError(name)
        return _vramlint.unknown(f"`{name}` of the data set is not known")


class MNIST(_Classified):
    _picture, _classes, _train, _test = (28, 28, "L"), 10, 60000, 10000


class FashionMNIST(MNIST):
    pass


class KMNIST(MNIST):
    pass


class QMNIST(MNIST):
    pass


class CIFAR10(_Classified):
    _picture, _classes, _train, _test = (32, 32, "RGB"), 10, 50000, 10000


class CIFAR100(CIFAR10):
    _classes = 100


class SVHN(_Classified):
    _picture, _classes, _train, _test = (32, 32, "RGB"), 10, 73257, 26032


class STL10(_Classified):
    _picture, _classes, _train, _test = (96, 96, "RGB"), 10, 5000, 8000


class FakeData(_Classified):
    def __init__(self, size=1000, image_size=(3, 224, 224), num_classes=10, transform=None, target_transform=None,
                 random_offset=0):
        self._classes, self._train = num_classes, size
        self._picture = (image_size[1], image_size[2], "RGB" if image_size[0] == 3 else "L")
        super().__init__(transform=transform, target_transform=target_transform)


class DatasetFolder(VisionDataset):
    def __init__(self, root, loader=None, extensions=None, transform=None, target_transform=None, is_valid_file=None,
                 allow_empty=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.loader = loader

    def _picture(self):
        if self.loader is not None:
            return self.loader(_vramlint.unknown("which files there are is not known"))
        return Image(_vramlint.unknown(_SIZE), _vramlint.unknown(_SIZE), "RGB")

    def __len__(self):
        return _vramlint.unknown("how many pictures there are is not known")

    def __getitem__(self, index):
        return self._given(self._picture(), 0)

    def __getattr__(self, name):
        if name.startswith("_") or name == "loader":
            raise AttributeError(name)
        return _vramlint.unknown(f"`{name}` of a folder of pictures is not known")


class ImageFolder(DatasetFolder):
    def __init__(self, root, transform=None, target_transform=None, loader=None, is_valid_file=None, allow_empty=False):
        super().__init__(root, loader, transform=transform, target_transform=target_transform)


class ImageNet(ImageFolder):
    def __init__(self, root, split="train", transform=None, target_transform=None, loader=None, **options):
        super().__init__(root, transform=transform, target_transform=target_transform, loader=loader)
