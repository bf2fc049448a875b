"""An epoch of Lightning's loops. The gradients of the last step are there until the forward pass of the next is done: its
closure runs training_step, then zero_grad, then backward."""
import inspect

import torch
from pytorch_lightning.trainer import _making, _placing


def train(model, trainer, loaders, validates):
    epochs = 1000 if trainer.max_epochs in (None, -1) else trainer.max_epochs
    for epoch in range(epochs):
        trainer.current_epoch = model.current_epoch = epoch
        model.train()
        trainer._hook("on_train_epoch_start")
        for index, batch in enumerate(_batches(loaders)):
            _round(model, trainer, batch, index)
            del batch
        if validates is not None:
            _validate(model, trainer, validates)
        trainer._hook("on_train_epoch_end")


def _batches(loaders):
    if isinstance(loaders, dict):
        return (dict(zip(loaders, parts)) for parts in zip(*loaders.values()))
    return zip(*loaders) if isinstance(loaders, (list, tuple)) else loaders


def _taken(model, trainer, batch):
    whole = _making.whole_of(trainer.precision)
    batch = model.on_before_batch_transfer(batch if whole is None else _placing.floating(batch, whole), 0)
    return model.on_after_batch_transfer(model.transfer_batch_to_device(batch, model.device, 0), 0)


def _round(model, trainer, batch, index):
    batch = _taken(model, trainer, batch)
    trainer._hook("on_train_batch_start", batch, index, 0)
    outputs = None
    if not model.automatic_optimization:
        outputs = _step(model, trainer, batch, index)
    elif len(trainer.optimizers) == 1:
        outputs = _optimized(model, trainer, trainer.optimizers[0], batch, index)
    else:
        for at, optimizer in enumerate(trainer.optimizers):
            model.toggle_optimizer(optimizer)
            outputs = _optimized(model, trainer, optimizer, batch, index, at)
            model.untoggle_optimizer(optimizer)
    if not model.automatic_optimization or (index + 1) % trainer.accumulate_grad_batches == 0:
        trainer.global_step += 1
        model.global_step = trainer.global_step
    trainer._hook("on_train_batch_end", outputs, batch, index, 0)


def _step(model, trainer, batch, index, *optimizer):
    """training_step, with what of the rest it takes, through what wraps the model."""
    names = inspect.signature(model.training_step).parameters
    more = [index] if "batch_idx" in names or len(names) > 1 else []
    more += optimizer if "optimizer_idx" in names else []
    half = _making.half_of(trainer.precision)
    with torch.autocast("cuda", dtype=half or torch.float16, enabled=half is not None):
        if trainer.wrapped is model:
            return model.training_step(batch, *more)
        forward = model.forward

        def redirected(*given):
            model.forward = forward
            return model.training_step(*given)

        model.forward = redirected
        return trainer.wrapped(batch, *more)


def _optimized(model, trainer, optimizer, batch, index, *at):
    every = trainer.accumulate_grad_batches
    outputs = _step(model, trainer, batch, index, *at)
    loss = outputs["loss"] if isinstance(outputs, dict) else outputs
    if loss is None:
        return None
    loss = loss / every if every != 1 else loss
    if index % every == 0:
        trainer._hook("on_before_zero_grad", optimizer)
        optimizer.zero_grad()
    trainer._hook("on_before_backward", loss)
    (loss if trainer.scaler is None else trainer.scaler.scale(loss)).backward()
    trainer._hook("on_after_backward")
    if (index + 1) % every == 0:
        _stepped(model, trainer, optimizer)
    return outputs


def _stepped(model, trainer, optimizer):
    if trainer.scaler is not None:
        trainer.scaler.unscale_(optimizer)
    trainer._hook("on_before_optimizer_step", optimizer, trainer.optimizers.index(optimizer))  # 1.x gives the number, too
    if trainer.gradient_clip_val:
        parameters = [one for group in optimizer.param_groups for one in group["params"]]
        clip = torch.nn.utils.clip_grad_value_ if trainer.gradient_clip_algorithm == "value" else torch.nn.utils.clip_grad_norm_
        clip(parameters, trainer.gradient_clip_val)
    if trainer.scaler is None:
        optimizer.step()
    else:
        trainer.scaler.step(optimizer)
        trainer.scaler.update()


def _validate(model, trainer, loaders):
    from pytorch_lightning.trainer import _called

    model.eval()
    half = _making.half_of(trainer.precision)
    with torch.no_grad():  # loops/utilities.py [2.2], _no_grad_context: around the whole of the loop, its hooks too
        trainer._hook("on_validation_start")
        trainer._hook("on_validation_epoch_start")
        for at, loader in enumerate(loaders if isinstance(loaders, (list, tuple)) else [loaders]):
            for index, batch in enumerate(loader):
                batch = _taken(model, trainer, batch)
                with torch.autocast("cuda", dtype=half or torch.float16, enabled=half is not None):
                    _called(model.validation_step, batch, index, at)
                del batch
        trainer._hook("on_validation_epoch_end")
        trainer._hook("on_validation_end")
    model.train()
