import torch


def option_type(value):
    return float if isinstance(value, float) else int if isinstance(value, int) and not isinstance(value, bool) else str


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
