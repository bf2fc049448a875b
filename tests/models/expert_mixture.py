"""A mixture of experts: noisy top-k gating, experts in a list, a balancing loss from the spread of the load."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"experts": 4, "k": 2, "width": 12, "hidden": 16, "out": 3}
INPUTS = [["float32", [8, 12]]]


class Expert(nn.Module):
    def __init__(self, width, hidden, out):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(width, hidden), nn.Linear(hidden, out)
        self.soft = nn.LogSoftmax(1)

    def forward(self, x):
        return self.soft(self.fc2(F.relu(self.fc1(x))))


class Mixture(nn.Module):
    def __init__(self, experts, k, width, hidden, out, noisy=True):
        super().__init__()
        self.k, self.noisy = k, noisy
        self.experts = nn.ModuleList([Expert(width, hidden, out) for i in range(experts)])
        self.w_gate = nn.Parameter(torch.zeros(width, experts), requires_grad=True)
        self.w_noise = nn.Parameter(torch.zeros(width, experts), requires_grad=True)
        self.register_buffer("epsilon", torch.tensor([1e-2]))
        assert self.k <= experts

    def gates(self, x):
        clean = x @ self.w_gate
        logits = clean
        if self.noisy and self.training:
            deviation = F.softplus(x @ self.w_noise) + self.epsilon
            logits = clean + torch.randn_like(clean) * deviation
        top, indices = logits.topk(min(self.k + 1, len(self.experts)), dim=1)
        top_k, top_indices = top[:, :self.k], indices[:, :self.k]
        gates = torch.zeros_like(logits, requires_grad=True).scatter(1, top_indices, F.softmax(top_k, dim=1))
        return gates, (gates > 0).sum(0)

    @staticmethod
    def cv_squared(x, eps=1e-10):
        if x.shape[0] == 1:
            return torch.tensor([0], device=x.device, dtype=x.dtype)
        return x.float().var() / (x.float().mean() ** 2 + eps)

    def forward(self, x, loss_coef=1e-2):
        gates, load = self.gates(x)
        balance = (self.cv_squared(gates.sum(0)) + self.cv_squared(load)) * loss_coef
        outputs = torch.stack([expert(x) for expert in self.experts], dim=1)
        combined = (gates.unsqueeze(-1) * outputs.exp()).sum(dim=1)
        return combined.clamp(min=1e-8).log(), balance


def build(cfg):
    return Mixture(**cfg)


def loss(outputs):
    log_probability, balance = outputs
    entropy = -(log_probability.exp() * log_probability).sum(-1).mean()
    return F.nll_loss(log_probability, torch.zeros(log_probability.size(0), dtype=torch.long,
                                                   device=log_probability.device)) - 0.1 * entropy + balance
