from omegaconf import *
from omegaconf import DictConfig, ListConfig, OmegaConf, open_dict
