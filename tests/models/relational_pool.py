"""Views written in place, running extremes, top entries scattered, SVD whitening, log-determinants."""
import torch
from torch import nn
from torch.nn import functional as F

CFG = {"features": 6, "slots": 5, "keep": 3}
INPUTS = [["float32", [4, 8, 6]]]


class Whiten(nn.Module):
    def __init__(self, features, momentum=0.1, eps=1e-2):
        super().__init__()
        self.eps = eps
        self.register_buffer("eye", torch.eye(features))

    def forward(self, x):
        flat = x.reshape(-1, x.size(-1))
        centred = flat - flat.mean(dim=0, keepdim=True)
        cov = centred.t().mm(centred).div(flat.size(0) - 1) + self.eps * self.eye
        root = torch.linalg.cholesky(cov)
        inverse = torch.linalg.solve_triangular(root, self.eye, upper=False)
        return (centred @ inverse.t()).view_as(x), torch.logdet(cov)


class SlotWriter(nn.Module):
    def __init__(self, features, slots, keep):
        super().__init__()
        self.slots, self.keep = slots, keep
        self.score = nn.Linear(features, slots)
        self.value = nn.Linear(features, features)

    def forward(self, x):
        scores = self.score(x)
        best, where = torch.topk(scores, self.keep, dim=-1)
        gates = torch.zeros_like(scores).scatter(-1, where, best.softmax(-1))
        written = torch.einsum("bts,btf->bsf", gates, self.value(x))
        memory = x.new_zeros(x.size(0), self.slots + 1, x.size(-1))
        memory[:, 1:] = written
        memory[:, 0] = x.amax(dim=1)
        return memory


class Net(nn.Module):
    def __init__(self, features, slots, keep):
        super().__init__()
        self.whiten = Whiten(features)
        self.writer = SlotWriter(features, slots, keep)
        self.mix = nn.Parameter(torch.randn(slots + 1, slots + 1) * 0.1)

    def forward(self, x):
        x, volume = self.whiten(x)
        memory = self.writer(x)
        memory = torch.tensordot(memory, self.mix, dims=([1], [0])).movedim(-1, 1)
        running = memory.cumsum(1)
        best, _ = torch.cummax(memory, dim=1)
        spread = torch.logcumsumexp(memory, dim=1)
        ranked = memory.flatten(1).sort(dim=1, descending=True)[0]
        middle = memory.median(dim=1).values
        return running + best.sigmoid() * spread, ranked[:, :4], middle, volume


def build(cfg):
    return Net(**cfg)


def loss(outputs):
    running, ranked, middle, volume = outputs
    kth = torch.kthvalue(middle, 2, dim=-1).values
    return running.square().mean() + ranked.mean() + 0.1 * kth.mean() + F.softplus(middle.std(dim=1)).mean() - 1e-3 * volume
