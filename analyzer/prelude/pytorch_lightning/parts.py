import inspect

from pytorch_lightning.hyperparameters import HyperparametersMixin


class LightningDataModule(HyperparametersMixin):
    def __init__(self):
        self.trainer = None

    # pytorch_lightning/utilities/argparse.py (1.9)
    @classmethod
    def add_argparse_args(cls, parent_parser, **options):
        from pytorch_lightning.trainer import _options

        for name, parameter in inspect.signature(cls).parameters.items():
            is_required = parameter.default is inspect.Parameter.empty
            default = None if is_required else parameter.default
            kind = _options.kind_of(parameter.annotation, default)
            _options.put(parent_parser, name, kind, default, is_required)
        return parent_parser

    @classmethod
    def from_argparse_args(cls, args, **options):
        said = vars(args)
        return cls(**{**{name: said[name] for name in inspect.signature(cls).parameters if name in said}, **options})

    def prepare_data(self):
        return None

    def setup(self, stage=None):
        return None

    def val_dataloader(self):
        return None


def seed_everything(seed=None, workers=False, verbose=True):
    return seed
