"""Decisions drawn from distributions: log-probabilities, entropies, divergences and reparametrised samples."""
import torch
import torch.distributions as dist
import torch.nn as nn
from torch.distributions.kl import kl_divergence

CFG = {"width": 8, "choices": 5}
INPUTS = [["float32", [6, 8]], ["float32", [6]]]


class Decider(nn.Module):
    def __init__(self, width, choices):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, 16), nn.Tanh())
        self.choice, self.place, self.switch = nn.Linear(16, choices), nn.Linear(16, 6), nn.Linear(16, 1)
        self.prior_scale = nn.Parameter(torch.zeros(3))

    def forward(self, x, reward):
        h = self.body(x)
        choice = dist.Categorical(logits=self.choice(h))
        taken = choice.sample()
        first = choice.log_prob(taken)[range(len(x) // 2)]
        middle, spread = self.place(h).chunk(2, dim=-1)
        place = dist.Normal(middle, spread.exp())
        prior = dist.Normal(torch.zeros_like(middle), self.prior_scale.exp())
        joint = dist.Independent(place, 1)
        where = joint.rsample()
        switch = dist.Bernoulli(logits=self.switch(h).squeeze(-1))
        flat = dist.Laplace(where, spread.abs() + 1)
        even = dist.Categorical(probs=torch.full((5,), 0.2).expand(6, 5))
        return {"gain": -(first * reward[:3]).mean() - 0.01 * choice.entropy().mean(),
                "place": joint.log_prob(where.detach()).mean() + joint.entropy().mean() + where.square().mean(),
                "prior": kl_divergence(place, prior).sum(-1).mean(),
                "switch": switch.log_prob(switch.sample()).mean() + switch.entropy().sum(),
                "flat": flat.log_prob(x[:, :3]).mean() + flat.rsample().mean(),
                "even": dist.kl_divergence(choice, even).mean(),
                "range": dist.Uniform(middle - 1, middle + spread.exp()).rsample().mean()}


def build(cfg):
    return Decider(**cfg)


def loss(outputs):
    return sum(outputs.values())
