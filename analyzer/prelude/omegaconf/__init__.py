"""OmegaConf 2.3: trees of settings. References are resolved where a tree is made, and made again where trees are merged."""
from omegaconf._trees import DictConfig, ListConfig
from omegaconf._trees import OmegaConf
from omegaconf.errors import ConfigAttributeError, ConfigKeyError, MissingMandatoryValue, OmegaConfBaseException

__version__ = "2.3.0"
MISSING = "???"


def II(interpolation):
    return "${" + interpolation + "}"


SI = str


class _Open:
    def __init__(self, config):
        self._config = config

    def __enter__(self):
        return self._config

    def __exit__(self, *raised):
        return False


open_dict = read_write = _Open


def flag_override(config, names, values):
    return _Open(config)
