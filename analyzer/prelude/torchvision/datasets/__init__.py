"""Data sets: how large their pictures are, and how many there are (torchvision/datasets, 0.19)."""
import os

import _run
import _vramlint
import vramlint_data
from PIL.Image import Image
from torch.utils.data import Dataset

_SIZE = "the size of the pictures in a folder is not known"


_PARTS = """celeba cifar cityscapes coco country211 dtd fakedata fgvc_aircraft flowers102 folder food101 imagenet lsun mnist
oxford_iiit_pet phototour places365 stanford_cars stl10 sun397 svhn utils vision voc""".split()


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torchvision.datasets' has no attribute '{name}'")
    if name == "PhotoTour":
        from torchvision.datasets.phototour import PhotoTour

        return PhotoTour
    if name in _PARTS:
        return __import__("torchvision.datasets." + name, fromlist=["*"])
    return _vramlint.unknown(f"torchvision.datasets.{name} is not modelled")


class StandardTransform:
    def __init__(self, transform=None, target_transform=None):
        self.transform, self.target_transform = transform, target_transform

    def __call__(self, input, target):
        return (input if self.transform is None else self.transform(input),
                target if self.target_transform is None else self.target_transform(target))


class VisionDataset(Dataset):
    def __init__(self, root=None, transforms=None, transform=None, target_transform=None):
        self.root = root
        self.transform = transform
        self.target_transform = target_transform
        one_by_one = transform is not None or target_transform is not None
        self.transforms = StandardTransform(transform, target_transform) if one_by_one else transforms

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

    def _number(self):
        return self._train if self.train and self.split == "train" else self._test

    def __len__(self):
        return len(self.data) if "data" in self.__dict__ else self._number()

    def __getitem__(self, index):
        height, width, mode = self._picture
        return self._given(Image(width, height, mode), 0)

    def _pictures(self):
        """All of them in one array, as `data`; None where the data set has no such attribute."""

    def _labels(self):
        pass

    _names = {"data": "_pictures", "targets": "_labels"}

    def _there(self, *given, **options):
        """Whether its files are: what programs ask before they fetch them."""
        return True

    _check_integrity = _check_exists = check_integrity = _there

    def download(self):
        return None

    @property
    def raw_folder(self):
        return os.path.join(self.root, type(self).__name__, "raw")

    @property
    def processed_folder(self):
        return os.path.join(self.root, type(self).__name__, "processed")

    def __getattr__(self, name):
        if name.startswith("_") or name in ("train", "split"):
            raise AttributeError(name)
        made = getattr(self, self._names[name])() if name in self._names else None
        if made is None:
            return _vramlint.unknown(f"`{name}` of the data set is not known")
        setattr(self, name, made)
        return made


def _labels_of(number, classes):
    """A list of whole numbers, as CIFAR has it."""
    return _vramlint.numbers(number, 0, classes - 1, "of which class a picture is is not known")


class MNIST(_Classified):
    """mnist.py: `data` and `targets` are tensors."""
    _picture, _classes, _train, _test = (28, 28, "L"), 10, 60000, 10000
    _names = {"data": "_pictures", "targets": "_labels", "train_data": "_pictures", "test_data": "_pictures",
              "train_labels": "_labels", "test_labels": "_labels"}

    def _pictures(self):
        import torch
        return torch.empty(self._number(), 28, 28, dtype=torch.uint8)

    def _labels(self):
        import torch
        return torch.empty(self._number(), dtype=torch.int64)


class FashionMNIST(MNIST):
    pass


class KMNIST(MNIST):
    pass


class QMNIST(MNIST):
    def _labels(self):
        import torch
        return torch.empty(self._number(), 8, dtype=torch.int64)


class EMNIST(MNIST):
    """mnist.py: by its split, how many classes there are, pictures to train with, and pictures to test with."""
    _splits = {"byclass": (62, 697932, 116323), "bymerge": (47, 697932, 116323), "balanced": (47, 112800, 18800),
               "letters": (27, 124800, 20800), "digits": (10, 240000, 40000), "mnist": (10, 60000, 10000)}

    def __init__(self, root, split, train=True, transform=None, target_transform=None, download=False):
        self._classes, self._train, self._test = self._splits[split]
        super().__init__(root, train, transform, target_transform, download)
        self.split = split

    def _number(self):
        return self._train if self.train else self._test


class CIFAR10(_Classified):
    """cifar.py: `data` is an array with channels at its end, `targets` a list."""
    _picture, _classes, _train, _test = (32, 32, "RGB"), 10, 50000, 10000

    def _pictures(self):
        from numpy._array import made
        return made(None, (self._number(), 32, 32, 3), "uint8")

    def _labels(self):
        return _labels_of(self._number(), self._classes)


class CIFAR100(CIFAR10):
    _classes = 100


class SVHN(_Classified):
    """svhn.py: `data` is an array with channels before the sizes, `labels` one of numbers."""
    _picture, _classes, _train, _test = (32, 32, "RGB"), 10, 73257, 26032
    _names = {"data": "_pictures", "labels": "_labels"}

    def _pictures(self):
        from numpy._array import made
        return made(None, (self._number(), 3, self._picture[0], self._picture[1]), "uint8")

    def _labels(self):
        from numpy._array import made
        return made(None, (self._number(),), "int64")


class STL10(SVHN):
    """stl10.py"""
    _picture, _classes, _train, _test = (96, 96, "RGB"), 10, 5000, 8000
    _splits = {"train": 5000, "test": 8000, "unlabeled": 100000, "train+unlabeled": 105000}

    def _number(self):
        return self._splits.get(self.split, 5000)


class FakeData(_Classified):
    def __init__(self, size=1000, image_size=(3, 224, 224), num_classes=10, transform=None, target_transform=None,
                 random_offset=0):
        self._classes, self._train = num_classes, size
        self._picture = (image_size[1], image_size[2], "RGB" if image_size[0] == 3 else "L")
        super().__init__(transform=transform, target_transform=target_transform)


def default_loader(path):
    from PIL import Image as pictures

    return pictures.open(path).convert("RGB")


pil_loader = default_loader


class DatasetFolder(VisionDataset):
    def __init__(self, root, loader=None, extensions=None, transform=None, target_transform=None, is_valid_file=None,
                 allow_empty=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.loader = default_loader if loader is None else loader

    def _picture(self):
        loader = self.__dict__.get("loader", default_loader)
        if loader is not default_loader:
            return loader(_vramlint.unknown("which files there are is not known"))
        stated = vramlint_data.said(_vramlint.unknown(_SIZE), vramlint_data.PICTURES)
        height, width = stated[1][:2] if stated else (_run.some(1, _SIZE), _run.some(1, _SIZE))
        return Image(width, height, "RGB")

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


class _Named:
    """Of a data set that everybody has the same: its classes, and how many pictures its parts have."""
    _counts = {}

    def _name_classes(self):
        self.classes = [f"class {number}" for number in range(self._classes)]
        self.class_to_idx = {name: number for number, name in enumerate(self.classes)}

    def __len__(self):
        if isinstance(self.split, str) and self.split in self._counts:
            return self._counts[self.split]
        return _vramlint.unknown("how many pictures there are is not known")


class ImageNet(_Named, ImageFolder):
    """imagenet.py: ILSVRC 2012."""
    _classes, _counts = 1000, {"train": 1281167, "val": 50000}

    def __init__(self, root, split="train", transform=None, target_transform=None, loader=None, **options):
        super().__init__(root, transform=transform, target_transform=target_transform, loader=loader)
        self.split = split
        self._name_classes()


class LSUN(ImageFolder):
    def __init__(self, root, classes="train", transform=None, target_transform=None):
        super().__init__(root, transform=transform, target_transform=target_transform)


class _Split(_Named, ImageFolder):
    """Photographs of several sizes, in parts for training and for tests."""
    _first = "train"

    def __init__(self, root, split=None, transform=None, target_transform=None, download=False, loader=None, **options):
        super().__init__(root, transform=transform, target_transform=target_transform, loader=loader)
        self.split = self._first if split is None else split
        self._name_classes()


class Flowers102(_Split):
    _classes, _counts = 102, {"train": 1020, "val": 1020, "test": 6149}


class Food101(_Split):
    _classes, _counts = 101, {"train": 75750, "test": 25250}


class OxfordIIITPet(_Split):
    _first, _classes, _counts = "trainval", 37, {"trainval": 3680, "test": 3669}


class StanfordCars(_Split):
    _classes, _counts = 196, {"train": 8144, "test": 8041}


class FGVCAircraft(_Split):
    """Variants; `annotation_level` may ask for others."""
    _first, _classes = "trainval", 100
    _counts = {"train": 3334, "val": 3333, "trainval": 6667, "test": 3333}

    def __init__(self, root, split="trainval", annotation_level="variant", *args, **options):
        self._classes = {"variant": 100, "family": 70, "manufacturer": 41}[annotation_level]
        super().__init__(root, split, *args, **options)


class Places365(_Split):
    _first, _classes = "train-standard", 365
    _counts = {"train-standard": 1803460, "train-challenge": 8026628, "val": 36500}


class DTD(_Split):
    _classes, _counts = 47, {"train": 1880, "val": 1880, "test": 1880}

    def __init__(self, root, split="train", partition=1, *args, **options):
        super().__init__(root, split, *args, **options)


class SUN397(_Split):
    """It has no parts."""
    _first, _classes, _counts = "all", 397, {"all": 108754}

    def __init__(self, root, *args, **options):
        super().__init__(root, "all", *args, **options)


class Country211(_Split):
    _classes, _counts = 211, {"train": 31650, "valid": 10550, "test": 21100}


class CocoDetection(VisionDataset):
    """Of coco.py: pictures, and the list of their annotations."""

    def __init__(self, root, annFile, transform=None, target_transform=None, transforms=None):
        super().__init__(root, transforms, transform, target_transform)
        from pycocotools.coco import COCO
        self.coco = COCO(annFile)
        self.ids = list(sorted(self.coco.imgs.keys()))

    def _load_image(self, id):
        from PIL import Image
        return Image.open(os.path.join(self.root, self.coco.loadImgs(id)[0]["file_name"])).convert("RGB")

    def _load_target(self, id):
        return self.coco.loadAnns(self.coco.getAnnIds(id))

    def __getitem__(self, index):
        picture, target = self._load_image(self.ids[index]), self._load_target(self.ids[index])
        return (picture, target) if self.transforms is None else self.transforms(picture, target)

    def __len__(self):
        return len(self.ids)


class CocoCaptions(CocoDetection):
    def _load_target(self, id):
        return [_vramlint.unknown("captions are not at hand") for _ in super()._load_target(id)]


class _Pairs(VisionDataset):
    """Pictures with a map of labels of their own size."""

    def __getitem__(self, index):
        height, width = self._size()
        picture, target = Image(width, height, "RGB"), Image(width, height, self._target_mode())
        if self.transforms is not None:
            return self.transforms(picture, target)
        return self._given(picture, target)

    def _target_mode(self):
        return "L"


class VOCSegmentation(_Pairs):
    """voc.py; how many there are: the lists of ImageSets/Segmentation, VOC2012."""
    _counts = {"train": 1464, "val": 1449, "trainval": 2913}

    def __init__(self, root, year="2012", image_set="train", download=False, transform=None, target_transform=None,
                 transforms=None):
        super().__init__(root, transforms, transform, target_transform)
        self.year, self.image_set = year, image_set

    def _size(self):
        return _run.some(1, _SIZE), _run.some(1, _SIZE)

    def _target_mode(self):
        return "P"

    def __len__(self):
        if self.year == "2012" and self.image_set in self._counts:
            return self._counts[self.image_set]
        return _vramlint.unknown("how many pictures there are is not known")


class Cityscapes(_Pairs):
    """cityscapes.py: all pictures are of one size."""
    _counts = {"train": 2975, "val": 500, "test": 1525, "train_extra": 19998}

    def __init__(self, root, split="train", mode="fine", target_type="instance", transform=None, target_transform=None,
                 transforms=None):
        super().__init__(root, transforms, transform, target_transform)
        self.split, self.mode = split, "gtFine" if mode == "fine" else "gtCoarse"
        self.target_type = [target_type] if isinstance(target_type, str) else target_type

    def _size(self):
        return 1024, 2048

    def _target_mode(self):
        return "I" if self.target_type[0] == "instance" else "L"

    def __len__(self):
        return self._counts[self.split]


class CelebA(VisionDataset):
    """celeba.py: faces that are aligned and cut, with forty attributes."""
    _counts = {"train": 162770, "valid": 19867, "test": 19962, "all": 202599}

    def __init__(self, root, split="train", target_type="attr", transform=None, target_transform=None, download=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.split = split
        self.target_type = target_type if isinstance(target_type, list) else [target_type]

    def _target(self, kind):
        if kind == "identity":
            return _vramlint.tensor(0, _vramlint.dtype_int64)
        sizes = {"attr": 40, "bbox": 4, "landmarks": 10}
        return _vramlint.tensor([0] * sizes[kind], _vramlint.dtype_int64)

    def __getitem__(self, index):
        targets = [self._target(kind) for kind in self.target_type]
        return self._given(Image(178, 218, "RGB"), targets[0] if len(targets) == 1 else tuple(targets) or None)

    def __len__(self):
        return self._counts[self.split.lower()]
