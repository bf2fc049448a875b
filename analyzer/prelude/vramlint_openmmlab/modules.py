"""Modules with an init_cfg. Weights are values: initialising them, also from a checkpoint, moves no memory of the step."""
import copy

from torch import nn


class BaseModule(nn.Module):
    _is_init = False
    init_cfg = None

    def __init__(self, init_cfg=None):
        super().__init__()
        self._keep(init_cfg)

    def _keep(self, init_cfg):
        if init_cfg is not None:
            self.init_cfg = copy.deepcopy(init_cfg)

    @property
    def is_init(self):
        return self._is_init

    @is_init.setter
    def is_init(self, value):
        self._is_init = value

    def init_weights(self):
        self._is_init = True


class Sequential(BaseModule, nn.Sequential):
    def __init__(self, *args, init_cfg=None):
        nn.Sequential.__init__(self, *args)
        self._keep(init_cfg)


class ModuleList(BaseModule, nn.ModuleList):
    def __init__(self, modules=None, init_cfg=None):
        nn.ModuleList.__init__(self, modules)
        self._keep(init_cfg)


class ModuleDict(BaseModule, nn.ModuleDict):
    def __init__(self, modules=None, init_cfg=None):
        nn.ModuleDict.__init__(self, modules)
        self._keep(init_cfg)
