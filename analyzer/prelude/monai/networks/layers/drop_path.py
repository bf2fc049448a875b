from torch import nn


class DropPath(nn.Module):
    """Drops whole samples of a residual branch."""

    def __init__(self, drop_prob=0.0, scale_by_keep=True):
        super().__init__()
        if not 0 <= drop_prob <= 1:
            raise ValueError("Drop path prob should be between 0 and 1.")
        self.drop_prob = drop_prob
        self.scale_by_keep = scale_by_keep

    def forward(self, x):
        if self.drop_prob == 0.0 or not self.training:
            return x
        keep = 1 - self.drop_prob
        mask = x.new_empty((x.shape[0],) + (1,) * (x.ndim - 1)).bernoulli_(keep)
        if keep > 0.0 and self.scale_by_keep:
            mask.div_(keep)
        return x * mask
