"""PyTorch Lightning 2.2: a module with hooks, and the Trainer that calls them."""

from pytorch_lightning import callbacks, loggers, strategies, utilities
from pytorch_lightning.callbacks import Callback
from pytorch_lightning.module import LightningModule
from pytorch_lightning.parts import LightningDataModule, seed_everything
from pytorch_lightning.trainer import Trainer

__version__ = "2.2.5"
