"""What prepare() gives back (accelerate/data_loader.py, optimizer.py and scheduler.py, 1.0)."""
import _run
import torch
from pytorch_lightning.trainer import _placing


class AcceleratedLoader:
    def __init__(self, accelerator, dataloader, moves):
        self._accelerator, self._dataloader, self._moves = accelerator, dataloader, moves

    def __len__(self):
        return len(self._dataloader)

    def __iter__(self):
        for batch in self._dataloader:
            yield _placing.moved(batch) if self._moves else batch

    def set_epoch(self, epoch):
        return None

    @property
    def total_batch_size(self):
        return self._dataloader.batch_size * self._accelerator.num_processes

    def __getattr__(self, name):
        return getattr(self.__dict__["_dataloader"], name)


class AcceleratedOptimizer:
    """It steps, and clears, in rounds that take up the gradients alone; it is an optimizer of its own's class, too."""

    def __init__(self, accelerator, optimizer):
        if _run.is_known(optimizer) and isinstance(optimizer, torch.optim.Optimizer):
            self.__dict__.update(optimizer.__dict__)
            self.__class__ = type("Accelerated" + type(optimizer).__name__, (AcceleratedOptimizer, type(optimizer)), {})
        self._accelerator, self.optimizer = accelerator, optimizer

    def step(self, closure=None):
        if not self._accelerator.sync_gradients:
            return
        if self._accelerator.scaler is None:
            return self.optimizer.step() if closure is None else self.optimizer.step(closure)
        self._accelerator.scaler.step(self.optimizer)
        self._accelerator.scaler.update()

    def zero_grad(self, set_to_none=None):
        if not self._accelerator.sync_gradients:
            return
        if set_to_none is None:
            self.optimizer.zero_grad()
        else:
            self.optimizer.zero_grad(set_to_none=set_to_none)

    def train(self):
        return None

    eval = train
    step_was_skipped = False

    def __getattr__(self, name):
        return getattr(self.__dict__["optimizer"], name)


class AcceleratedScheduler:
    def __init__(self, accelerator, scheduler):
        self._accelerator, self.scheduler = accelerator, scheduler

    def step(self, *args, **options):
        if self._accelerator.sync_gradients:
            self.scheduler.step(*args, **options)

    def __getattr__(self, name):
        return getattr(self.__dict__["scheduler"], name)


def in_float32(outputs):
    """accelerate/utils/operations.py, ConvertOutputsToFp32: halves alone."""
    if isinstance(outputs, torch.Tensor):
        return outputs.float() if outputs.dtype in (torch.float16, torch.bfloat16) else outputs
    if isinstance(outputs, dict):
        return type(outputs)({name: in_float32(value) for name, value in outputs.items()})
    if isinstance(outputs, tuple) and hasattr(outputs, "_fields"):
        return type(outputs)(*[in_float32(value) for value in outputs])
    if isinstance(outputs, (list, tuple)):
        return type(outputs)([in_float32(value) for value in outputs])
    return outputs
