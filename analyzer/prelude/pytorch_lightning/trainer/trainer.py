from pytorch_lightning.trainer import Trainer
