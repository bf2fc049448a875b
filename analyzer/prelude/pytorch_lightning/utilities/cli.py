from pytorch_lightning.cli import *
from pytorch_lightning.cli import LightningArgumentParser, LightningCLI, SaveConfigCallback, instantiate_class
