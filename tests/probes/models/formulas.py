"""One operator each whose backward is a formula of several steps, and writes through views whose base is gone."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reduced(nn.Module):
    def __init__(self, reduction, include_self):
        super().__init__()
        self.into, self.source = nn.Parameter(torch.rand(96, 64)), nn.Parameter(torch.rand(160, 64))
        self.reduction, self.include_self = reduction, include_self

    def forward(self, index):
        return (self.into * 2).scatter_reduce(0, index, self.source * 2, self.reduction,
                                              include_self=self.include_self).mean()


class Products(nn.Module):
    """Without zeros: with them both formulas go another way."""

    def __init__(self, running):
        super().__init__()
        self.weight, self.running = nn.Parameter(torch.rand(160, 64)), running

    def forward(self, x):
        factors = self.weight * x
        return factors.cumprod(0).mean() if self.running else factors.prod(1).mean()


class Pooled(nn.Module):
    def __init__(self, pool, size):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(1))
        self.pool, self.size = getattr(F, pool), size

    def forward(self, x):
        return self.pool(x * self.weight, self.size).transpose(0, 1).contiguous().square().mean()


class Bilinear(nn.Module):
    def __init__(self, turned):
        super().__init__()
        self.product, self.weight, self.turned = nn.Bilinear(32, 48, 16), nn.Parameter(torch.rand(1)), turned

    def forward(self, x, y):
        x, y = x * self.weight, y * self.weight
        return self.product(x.transpose(0, 1), y.transpose(0, 1)).mean() if self.turned else self.product(x, y).mean()


class Classified(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Conv1d(8, 20, 1)

    def forward(self, x, target):
        return F.cross_entropy(self.layer(x), target.unsqueeze(0).expand(x.size(0), -1))


class Written(nn.Module):
    def __init__(self, how):
        super().__init__()
        self.layer, self.how = nn.Linear(64, 64), how

    def forward(self, x):
        y = self.layer(x)
        if self.how == "moved":
            view = torch.movedim(y.clone(), 0, 1)
            view[:8].mul_(2)
        elif self.how == "split":
            view = torch.tensor_split(y.sigmoid(), 2, dim=1)[0]
            view.add_(1)
        else:
            view = y.clone().swapaxes(0, 1).narrow(0, 0, 8)
            view.mul_(y.t()[:8])
        return view.sum() / 100
