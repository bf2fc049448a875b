"""Matrices and their factors, correlations, distances, bounds that are tensors."""
import torch
import torch.nn as nn

CFG = {"n": 5}
INPUTS = [["float32", [12, 5]]]


class Whitener(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mix, self.low, self.high = (nn.Parameter(p) for p in (torch.eye(n) + 0.1, torch.zeros(n), torch.ones(n)))

    def forward(self, x):
        y = torch.clamp(x @ self.mix, min=self.low, max=self.high) + x.sin() @ self.mix
        centred = y - y.mean(0)
        spread = centred.T @ centred / len(x) + 0.1 * torch.eye(x.size(1))
        factor = torch.linalg.cholesky(spread)
        white = torch.linalg.solve_triangular(factor, centred.T, upper=False).T
        inverse = torch.linalg.pinv(self.mix) @ torch.linalg.inv(spread)
        volume = torch.logdet(spread) + torch.linalg.slogdet(self.mix)[1] + torch.det(self.mix)
        turned = torch.linalg.matrix_exp(self.mix - self.mix.mT)
        u, s, vh = torch.linalg.svd(y, full_matrices=False)
        return [white.pow(2).mean(), inverse.diagonal().sum(), volume, turned.trace(), (u * s @ vh).mean(),
                torch.corrcoef(white.T).abs().mean(), torch.dist(white, y), torch.cov(y.T).sum(),
                torch.linalg.eigvalsh(spread).max(), torch.kron(self.mix, torch.ones(2, 2)).mean(),
                torch.linalg.solve(spread, y.T).norm(), y.clip(max=self.high.detach()).mean()]


def build(cfg):
    return Whitener(**cfg)


def loss(outputs):
    return torch.stack(outputs).sum()
