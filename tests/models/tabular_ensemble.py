"""Factorised interactions, cross layers and a multi-task tower over categorical and numeric columns."""
from collections import namedtuple

import torch
from torch import nn
import torch.nn.functional as F

CFG = {"columns": [[12, 4], [30, 4], [7, 4]], "numeric": 5, "deep": [16, 8], "tasks": ["click", "buy"], "cross": 2}
INPUTS = [["int64", [16, 3]], ["float32", [16, 5]]]

Column = namedtuple("Column", "vocabulary dim")


class CrossNetwork(nn.Module):
    def __init__(self, width, layers):
        super().__init__()
        self.kernels = nn.ParameterList([nn.Parameter(nn.init.xavier_normal_(torch.empty(width, 1))) for _ in range(layers)])
        self.bias = nn.ParameterList([nn.Parameter(torch.zeros(width, 1)) for _ in range(layers)])

    def forward(self, inputs):
        x_0 = inputs.unsqueeze(2)
        x_l = x_0
        for i in range(len(self.kernels)):
            xl_w = torch.tensordot(x_l, self.kernels[i], dims=([1], [0]))
            x_l = torch.matmul(x_0, xl_w) + self.bias[i] + x_l
        return torch.squeeze(x_l, dim=2)


class Factorisation(nn.Module):
    def forward(self, x):
        square_of_sum = torch.pow(torch.sum(x, dim=1, keepdim=True), 2)
        sum_of_square = torch.sum(x * x, dim=1, keepdim=True)
        return 0.5 * torch.sum(square_of_sum - sum_of_square, dim=2, keepdim=False)


class Dice(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.bn = nn.BatchNorm1d(width, eps=1e-8)
        self.alpha = nn.Parameter(torch.zeros(width))

    def forward(self, x):
        p = torch.sigmoid(self.bn(x))
        return self.alpha * (1 - p) * x + p * x


class Tabular(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.columns = [Column(*c) for c in cfg.columns]
        self.embeddings = nn.ModuleDict({f"c{i}": nn.Embedding(c.vocabulary, c.dim) for i, c in enumerate(self.columns)})
        self.linear = nn.ModuleList([nn.Embedding(c.vocabulary, 1) for c in self.columns])
        width = sum(c.dim for c in self.columns) + cfg.numeric
        sizes = [width] + list(cfg.deep)
        deep = []
        for before, after in zip(sizes, sizes[1:]):
            deep += [nn.Linear(before, after), Dice(after)]
        self.deep, self.cross, self.fm = nn.Sequential(*deep), CrossNetwork(width, cfg.cross), Factorisation()
        self.norm = nn.BatchNorm1d(cfg.numeric, affine=False)
        self.towers = nn.ModuleDict()
        for task in cfg.tasks:
            self.towers[task] = nn.Sequential(nn.Linear(sizes[-1] + width, 6), nn.Tanh(), nn.Linear(6, 1))

    def forward(self, categories, numbers):
        embedded = [self.embeddings[f"c{i}"](categories[:, i]) for i in range(len(self.columns))]
        wide = sum(table(column) for table, column in zip(self.linear, categories.unbind(1)))
        x = torch.cat(embedded + [self.norm(numbers).clamp(-5, 5)], dim=-1)
        joined = torch.hstack([self.deep(x), self.cross(x)])
        shared = wide + self.fm(torch.stack(embedded, 1))
        return {task: (tower(joined) + shared).squeeze(-1) for task, tower in self.towers.items()}


def build(cfg):
    return Tabular(cfg)


def loss(outputs):
    click, buy = (torch.sigmoid(outputs[t]) for t in ("click", "buy"))
    labels = (torch.rand_like(click) > 0.3).float()
    both = click * buy
    return F.binary_cross_entropy(click, labels) + F.mse_loss(both, labels * 0.5) + F.poisson_nll_loss(outputs["buy"], labels)
