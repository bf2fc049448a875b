# Stochastic depth: a mask of one number for each sample, and the product with it.
from torch import nn


def drop_path(x, drop_prob=0.0, training=False, scale_by_keep=True):
    if drop_prob == 0.0 or not training:
        return x
    keep = 1 - drop_prob
    mask = x.new_empty((x.shape[0],) + (1,) * (x.ndim - 1)).bernoulli_(keep)
    if keep > 0.0 and scale_by_keep:
        mask.div_(keep)
    return x * mask


class DropPath(nn.Module):
    def __init__(self, drop_prob=0.0, scale_by_keep=True):
        super().__init__()
        self.drop_prob = drop_prob
        self.scale_by_keep = scale_by_keep

    def forward(self, x):
        return drop_path(x, self.drop_prob, self.training, self.scale_by_keep)

    def extra_repr(self):
        return f"drop_prob={round(self.drop_prob, 3):0.3f}"


def calculate_drop_path_rates(drop_path_rate, depths, stagewise=False):
    parts = [depths] if isinstance(depths, int) else list(depths)
    last = (len(parts) if stagewise else sum(parts)) - 1
    rates, at = [], 0
    for stage, depth in enumerate(parts):
        steps = [stage] * depth if stagewise else list(range(at, at + depth))
        rates.append([drop_path_rate * step / last if last > 0 else 0.0 for step in steps])
        at = at + depth
    return rates[0] if isinstance(depths, int) else rates
