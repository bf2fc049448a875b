"""What setup() gives back (lightning/fabric/wrappers.py, 2.4)."""
import _run
import torch
from pytorch_lightning.trainer import _making, _placing


class FabricModule(torch.nn.Module):
    """Floating-point inputs are cast as the precision says; outputs come back in the default type."""

    def __init__(self, fabric, module, called):
        super().__init__()
        self.__dict__.update(_fabric=fabric, _called=called)
        self._forward_module = module

    @property
    def module(self):
        return self._forward_module

    def forward(self, *args, **options):
        return self._cast_around(self.__dict__["_called"], args, options)

    def _cast_around(self, function, args, options):
        fabric = self.__dict__["_fabric"]
        whole = _making.whole_of(fabric.precision)
        dtype = whole or (torch.float32 if _making.half_of(fabric.precision) is not None else None)
        if dtype is None:
            return function(*args, **options)
        args, options = _placing.floating(args, dtype), _placing.floating(options, dtype)
        with fabric.autocast():
            output = function(*args, **options)
        return _placing.floating(output, torch.get_default_dtype())

    def state_dict(self, *args, **options):
        return self._forward_module.state_dict(*args, **options)

    def load_state_dict(self, *args, **options):
        return self._forward_module.load_state_dict(*args, **options)

    def mark_forward_method(self, method):
        return None

    def __getattr__(self, name):
        inner = self.__dict__["_modules"].get("_forward_module")
        return inner if name == "_forward_module" else getattr(inner, name)


class FabricOptimizer:
    """It is an optimizer of the class that it is around, too."""

    def __init__(self, fabric, optimizer):
        if _run.is_known(optimizer) and isinstance(optimizer, torch.optim.Optimizer):
            self.__dict__.update(optimizer.__dict__)
            self.__class__ = type("Fabric" + type(optimizer).__name__, (FabricOptimizer, type(optimizer)), {})
        self._fabric, self.optimizer = fabric, optimizer

    def step(self, closure=None):
        if self._fabric.scaler is None:
            return self.optimizer.step() if closure is None else self.optimizer.step(closure)
        self._fabric.scaler.step(self.optimizer)
        self._fabric.scaler.update()

    def __getattr__(self, name):
        return getattr(self.__dict__["optimizer"], name)


class FabricDataLoader:
    def __init__(self, dataloader):
        self._dataloader = dataloader

    def __len__(self):
        return len(self._dataloader)

    def __iter__(self):
        for batch in self._dataloader:
            yield _placing.moved(batch)

    def __getattr__(self, name):
        return getattr(self.__dict__["_dataloader"], name)
