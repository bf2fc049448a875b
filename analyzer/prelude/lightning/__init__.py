from pytorch_lightning import *
from pytorch_lightning import __version__

from lightning import pytorch
from lightning.fabric import Fabric
