"""A click model: bags of categories, factorisation by products, a tower, and a bilinear pairing."""
import torch
from torch import nn

CFG = {"tables": [30, 17, 50], "dim": 8, "dense": 5, "hidden": [24, 12]}
INPUTS = [["int64", [6, 3, 4]], ["float32", [6, 5]]]


class Tables(nn.Module):
    def __init__(self, sizes, dim):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(size, dim) for size in sizes)

    def forward(self, ids):
        # The mean over a bag, spelt out: a padded bag of four.
        return [table(ids[:, i]).sum(dim=1) / ids.size(2) for i, table in enumerate(self.tables)]


class ClickModel(nn.Module):
    def __init__(self, tables, dim, dense, hidden):
        super().__init__()
        self.embeddings = Tables(tables, dim)
        self.bottom = nn.Sequential(nn.Linear(dense, 16), nn.ReLU(), nn.Linear(16, dim), nn.ReLU())
        self.pair = nn.Bilinear(dim, dim, 3)
        pairs = (len(tables) + 1) * len(tables) // 2
        widths = [pairs + dim + 3] + list(hidden)
        tower = []
        for i, o in zip(widths[:-1], widths[1:]):
            tower += [nn.Linear(i, o), nn.PReLU()]
        self.top = nn.Sequential(*tower, nn.Linear(widths[-1], 1))
        li, lj = [], []
        for i in range(len(tables) + 1):
            for j in range(i):
                li.append(i)
                lj.append(j)
        self.rows, self.columns = li, lj

    def interact(self, x, ly):
        T = torch.cat([x] + ly, dim=1).view((x.shape[0], -1, x.shape[1]))
        Z = torch.bmm(T, torch.transpose(T, 1, 2))
        return torch.cat([x] + [Z[:, self.rows, self.columns]], dim=1)

    def forward(self, ids, dense):
        x = self.bottom(dense)
        bags = self.embeddings(ids)
        crossed = self.pair(x, bags[0])
        return self.top(torch.cat((self.interact(x, bags), crossed), 1)).squeeze(-1)


def build(cfg):
    return ClickModel(cfg.tables, cfg.dim, cfg.dense, cfg.hidden)


def loss(outputs):
    labels = torch.ones_like(outputs)
    labels[::2] = 0
    return nn.BCEWithLogitsLoss()(outputs, labels)
