import torch


def optimizers(made):
    """Those of what configure_optimizers() gives: one, several, with their schedulers, or dicts of both."""
    if made is None:
        return []
    if isinstance(made, dict):
        return optimizers(made["optimizer"])
    if isinstance(made, (list, tuple)):
        if len(made) == 2 and isinstance(made[0], (list, tuple)):
            return optimizers(made[0])
        return [optimizer for one in made for optimizer in optimizers(one)]
    return [made]


def schedulers(made):
    """Likewise, as lr_schedulers() gives them."""
    if isinstance(made, dict):
        return _schedulers_of(made.get("lr_scheduler"))
    if not isinstance(made, (list, tuple)):
        return []
    if len(made) == 2 and isinstance(made[0], (list, tuple)):
        return _schedulers_of(made[1])
    return [scheduler for one in made for scheduler in schedulers(one)]


def _schedulers_of(given):
    listed = given if isinstance(given, (list, tuple)) else [] if given is None else [given]
    return [one["scheduler"] if isinstance(one, dict) else one for one in listed]


class Stepping:
    """An optimizer as optimizer_step() is given it: what the closure computes is computed, and a step is the rest."""

    def __init__(self, optimizer, step):
        self._optimizer, self._step = optimizer, step

    @property
    def optimizer(self):
        return self._optimizer

    def step(self, closure=None, **options):
        self._step()
        return None if closure is None else closure()

    def __getattr__(self, name):
        return getattr(self._optimizer, name)


def clip(trainer, optimizer, value, algorithm):
    """By the Trainer's settings where none are given (core/module.py, clip_gradients)."""
    value = trainer.gradient_clip_val if value is None else value
    algorithm = trainer.gradient_clip_algorithm if algorithm is None else algorithm
    parameters = [one for group in optimizer.param_groups for one in group["params"]]
    if value:
        by_value = str(algorithm).endswith("value")
        (torch.nn.utils.clip_grad_value_ if by_value else torch.nn.utils.clip_grad_norm_)(parameters, value)


def half_of(precision):
    """What autocast computes in; None without it."""
    said = str(precision)
    if said in ("16", "16-mixed"):
        return torch.float16
    return torch.bfloat16 if said in ("bf16", "bf16-mixed") else None


def whole_of(precision):
    """What all of the model is held in."""
    return {"16-true": torch.float16, "bf16-true": torch.bfloat16, "64": torch.float64, "64-true": torch.float64}.get(
        str(precision))
