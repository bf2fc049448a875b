from pytorch_lightning.hyperparameters import HyperparametersMixin


class LightningDataModule(HyperparametersMixin):
    def __init__(self):
        self.trainer = None

    def prepare_data(self):
        return None

    def setup(self, stage=None):
        return None

    def val_dataloader(self):
        return None


def seed_everything(seed=None, workers=False, verbose=True):
    return seed
