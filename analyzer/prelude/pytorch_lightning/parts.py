from pytorch_lightning.hyperparameters import HyperparametersMixin


class LightningDataModule(HyperparametersMixin):
    def __init__(self):
        self.trainer = None

    def prepare_data(self):
        return None

    def setup(self, stage=None):
        return None


class Trainer:
    def __init__(self, **options):
        for name, value in options.items():
            setattr(self, name, value)

    def fit(self, model, train_dataloaders=None, val_dataloaders=None, datamodule=None, ckpt_path=None):
        return None

    validate = test = predict = fit

    def save_checkpoint(self, filepath, weights_only=False):
        return None


def seed_everything(seed=None, workers=False, verbose=True):
    return seed
