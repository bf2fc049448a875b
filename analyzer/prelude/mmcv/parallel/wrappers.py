from mmcv.parallel.data_container import DataContainer
from mmcv.utils.registry import Registry
from torch.nn.parallel import DataParallel, DistributedDataParallel

MODULE_WRAPPERS = Registry("module wrapper", scope="mmcv")


def scatter(inputs, target_gpus, dim=0):
    """What each GPU gets: there is one here."""
    return [_on_device(inputs)]


def scatter_kwargs(inputs, kwargs, target_gpus, dim=0):
    return [tuple(_on_device(list(inputs)))], [_on_device(kwargs)]


def _on_device(value):
    if isinstance(value, DataContainer):
        return value.data[0] if value.cpu_only else _on_device(value.data[0])
    if isinstance(value, dict):
        return {name: _on_device(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_on_device(item) for item in value])
    return value.cuda() if hasattr(value, "cuda") else value


class _Stepping:
    def train_step(self, *inputs, **kwargs):
        inputs, kwargs = scatter_kwargs(inputs, kwargs, self.device_ids)
        return self.module.train_step(*inputs[0], **kwargs[0])

    def val_step(self, *inputs, **kwargs):
        inputs, kwargs = scatter_kwargs(inputs, kwargs, self.device_ids)
        return self.module.val_step(*inputs[0], **kwargs[0])

    def forward(self, *inputs, **kwargs):
        inputs, kwargs = scatter_kwargs(inputs, kwargs, self.device_ids)
        return self.module(*inputs[0], **kwargs[0])


@MODULE_WRAPPERS.register_module()
class MMDataParallel(_Stepping, DataParallel):
    def __init__(self, *args, dim=0, **kwargs):
        super().__init__(*args, dim=dim, **kwargs)
        self.dim = dim


@MODULE_WRAPPERS.register_module()
class MMDistributedDataParallel(_Stepping, DistributedDataParallel):
    pass


MODULE_WRAPPERS.later({name: f"torch.nn.parallel:{name}" for name in ("DataParallel", "DistributedDataParallel")})


def is_module_wrapper(module):
    def within(registry):
        if isinstance(module, tuple(registry.module_dict.values())):
            return True
        return any([within(child) for child in registry.children.values()])

    return within(MODULE_WRAPPERS)
