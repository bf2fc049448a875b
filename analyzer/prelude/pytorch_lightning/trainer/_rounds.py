"""An epoch of Lightning's loops. The gradients of the last step are there until the forward pass of the next is done: its
closure runs training_step, then zero_grad, then backward."""
import inspect

import torch
from pytorch_lightning.module import LightningModule
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
        outputs = _said(_step(model, trainer, batch, index), {})
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


def _said(outputs, nothing):
    """What hooks are given of them: a dict, with the loss by itself (loops/optimization, from_training_step_output)."""
    if not isinstance(outputs, dict):
        return nothing if outputs is None else {"loss": outputs.detach()}
    return {**outputs, "loss": outputs["loss"].detach()} if "loss" in outputs else {**outputs}


def _optimized(model, trainer, optimizer, batch, index, *at):
    every = trainer.accumulate_grad_batches
    outputs = _step(model, trainer, batch, index, *at)
    loss = outputs["loss"] if isinstance(outputs, dict) else outputs
    if loss is None:
        return None
    loss = loss / every if every != 1 else loss
    if index % every == 0:
        trainer._hook("on_before_zero_grad", optimizer)
        if _has_own(model, "optimizer_zero_grad"):
            _called(model.optimizer_zero_grad, trainer.current_epoch, index, optimizer)
        else:
            optimizer.zero_grad()
    trainer._hook("on_before_backward", loss)
    scaled = loss if trainer.scaler is None else trainer.scaler.scale(loss)
    _with_number(model.backward, at, scaled, optimizer=optimizer, optimizer_idx=at[0] if at else 0)
    del scaled
    trainer._hook("on_after_backward")
    if (index + 1) % every == 0 and not _has_own(model, "optimizer_step"):
        _stepped(model, trainer, optimizer, at)
    elif (index + 1) % every == 0:
        stepping = _making.Stepping(optimizer, lambda: _stepped(model, trainer, optimizer, at))
        _with_number(model.optimizer_step, at, trainer.current_epoch, index, stepping, _NUMBER, lambda: loss,
                     on_tpu=False, using_native_amp=False, using_lbfgs=False)
    return _said(outputs, None)


def _has_own(model, name):
    return getattr(type(model), name) is not getattr(LightningModule, name)


_NUMBER = object()


def _with_number(method, at, *given, **named):
    """What the module may have of its own. Releases before 2.0 give the optimizer's number and what is `named`, too."""
    names = inspect.signature(method).parameters
    number = [at[0] if at else 0] if "optimizer_idx" in names else []
    positions = [one for each in given for one in (number if each is _NUMBER else [each])]
    return method(*positions, **{name: value for name, value in named.items() if name in names})


def _stepped(model, trainer, optimizer, at):
    if trainer.scaler is not None:
        trainer.scaler.unscale_(optimizer)
    trainer._hook("on_before_optimizer_step", optimizer, trainer.optimizers.index(optimizer))  # 1.x gives the number, too
    _with_number(model.configure_gradient_clipping, at, optimizer, _NUMBER, trainer.gradient_clip_val,
                 trainer.gradient_clip_algorithm)
    if trainer.scaler is None:
        optimizer.step()
    else:
        trainer.scaler.step(optimizer)
        trainer.scaler.update()


def _called(method, *given):
    from pytorch_lightning.trainer import _called

    return _called(method, *given)


def _validate(model, trainer, loaders):
    model.eval()
    half = _making.half_of(trainer.precision)
    with torch.no_grad():  # loops/utilities.py [2.2], _no_grad_context: around the whole of the loop, its hooks too
        trainer._hook("on_validation_start")
        trainer._hook("on_validation_epoch_start")
        for at, loader in enumerate(loaders if isinstance(loaders, (list, tuple)) else [loaders]):
            for index, batch in enumerate(loader):
                batch = _taken(model, trainer, batch)
                trainer._hook("on_validation_batch_start", batch, index, at)
                with torch.autocast("cuda", dtype=half or torch.float16, enabled=half is not None):
                    outputs = _called(model.validation_step, batch, index, at)
                trainer._hook("on_validation_batch_end", outputs, batch, index, at)
                del batch, outputs
        trainer._hook("on_validation_epoch_end")
        trainer._hook("on_validation_end")
    model.train()
