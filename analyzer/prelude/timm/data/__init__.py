# Pictures for training classifiers (timm/data, 1.0): as large as what they go through makes them.
from timm.data.auto_augment import *  # noqa: F401,F403
from timm.data.config import resolve_data_config, resolve_model_data_config
from timm.data.constants import *  # noqa: F401,F403
from timm.data.dataset import AugMixDataset, DatasetTar, ImageDataset, IterableImageDataset
from timm.data.dataset_factory import create_dataset
from timm.data.loader import create_loader
from timm.data.mixup import FastCollateMixup, Mixup
from timm.data.random_erasing import RandomErasing
from timm.data.transforms import *  # noqa: F401,F403
from timm.data.transforms_factory import create_transform

Dataset = ImageDataset  # its name up to 0.3
