from pytorch_lightning.cli import *
from pytorch_lightning.cli import (ArgsType, LightningArgumentParser, LightningCLI, LRSchedulerCallable, OptimizerCallable,
                                   SaveConfigCallback, instantiate_class)
