"""PyTorch Lightning: a module with hooks. What the trainer does around them is for a recipe to say."""

from pytorch_lightning import callbacks, loggers, strategies, utilities
from pytorch_lightning.callbacks import Callback
from pytorch_lightning.module import LightningModule
from pytorch_lightning.parts import LightningDataModule, Trainer, seed_everything

__version__ = "2.2.5"
