import _run
import _vramlint
import torch
from pytorch_lightning.trainer import _making


def _named(strategy):
    return strategy if isinstance(strategy, str) else type(strategy).__name__ if strategy is not None else "auto"


def device_count(trainer):
    said = trainer.devices if trainer.gpus is None else trainer.gpus
    if not _run.is_known(said):
        return said
    if isinstance(said, str) and said not in ("auto", "-1"):
        said = [part for part in said.split(",") if part] if "," in said else int(said)
    if isinstance(said, (list, tuple)):
        return len(said)
    return torch.cuda.device_count() if said in ("auto", "-1", -1, None) else max(said, 1)


def refuse_spread(trainer):
    """Strategies that spread the model, which their library's own source says."""
    name = _named(trainer.strategy).lower()
    for other in ("deepspeed", "fsdp", "fully_sharded", "sharded", "colossal", "horovod", "xla", "tpu"):
        if other in name:
            raise NotImplementedError(f"the strategy {name} is not described; --site-packages leads to Lightning's own source")


def place(trainer, model):
    if trainer.accelerator == "cpu":
        _vramlint.assume("the Trainer is told to train on the CPU; what is said is what it takes on a GPU")
    whole = _making.whole_of(trainer.precision)
    if whole is not None:
        model.to(whole)
    if trainer.sync_batchnorm:
        torch.nn.SyncBatchNorm.convert_sync_batchnorm(model)
    model.cuda()
    trainer.wrapped = spread(trainer, model)
    if str(trainer.precision) in ("16", "16-mixed"):
        trainer.scaler = torch.cuda.amp.GradScaler()


def spread(trainer, model):
    """Over several devices, as the strategy says."""
    name = _named(trainer.strategy).lower()
    several = _run.is_known(trainer.num_devices) and trainer.num_devices > 1
    if not ("ddp" in name or "distributed" in name or (several and name in ("auto", "none"))):
        return model
    if not torch.distributed.is_initialized():
        torch.distributed.init_process_group("nccl")
    return torch.nn.parallel.DistributedDataParallel(model, device_ids=[0])


def gathered(trainer, data, keeps_gradients):
    """From every process, in a new first dimension (strategies/ddp.py, 2.0); a single one has nobody to ask."""
    count = 1 if trainer is None else trainer.world_size
    if isinstance(data, dict):
        return {key: gathered(trainer, item, keeps_gradients) for key, item in data.items()}
    if isinstance(data, (list, tuple)):
        return type(data)([gathered(trainer, item, keeps_gradients) for item in data])
    if not isinstance(data, torch.Tensor) or _run.is_known(count) and count == 1:
        return data
    if not _run.is_known(count):
        return count
    return torch.stack([data if keeps_gradients else data.detach()] * count)


def moved(batch):
    """On the GPU, in whatever it stands."""
    if not _run.is_known(batch) or isinstance(batch, torch.Tensor):
        return batch.cuda()
    if isinstance(batch, dict):
        return type(batch)({key: moved(value) for key, value in batch.items()})
    if isinstance(batch, tuple) and hasattr(batch, "_fields"):
        return type(batch)(*[moved(value) for value in batch])
    if isinstance(batch, (list, tuple)):
        return type(batch)([moved(value) for value in batch])
    return batch.to("cuda") if hasattr(batch, "to") else batch


def floating(batch, dtype):
    if isinstance(batch, torch.Tensor):
        return batch.to(dtype) if batch.is_floating_point() else batch
    if isinstance(batch, dict):
        return {key: floating(value, dtype) for key, value in batch.items()}
    return type(batch)([floating(value, dtype) for value in batch]) if type(batch) in (list, tuple) else batch
