from timm.data.dataset import ImageDataset, IterableImageDataset


def create_dataset(name, root=None, split="validation", search_split=True, class_map=None, load_bytes=False,
                   is_training=False, download=False, batch_size=None, **options):
    name = (name or "").lower()
    if name.startswith("torch/"):
        import torchvision
        from _vramlint import unknown
        kinds = {kind.lower(): getattr(torchvision.datasets, kind) for kind in
                 ("CIFAR10", "CIFAR100", "MNIST", "FashionMNIST", "KMNIST", "QMNIST")}
        kinds["image_folder"] = kinds["folder"] = kinds["imagenet"] = torchvision.datasets.ImageFolder
        kind = name.split("/", 1)[1]
        if kind not in kinds:
            return unknown(f"timm's data set {name!r} is not modelled")
        if kind in ("image_folder", "folder", "imagenet"):
            return kinds[kind](root)
        return kinds[kind](root=root, train=is_training or split in ("train", "training"), download=download)
    if name.startswith(("tfds/", "wds/", "hfids/")):
        return IterableImageDataset(root)
    return ImageDataset(root, split=split)
