"""A Siamese embedding with triplet, cosine, ranking and hinge losses, mined in the batch."""
from abc import ABC, abstractmethod

import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"embedding": 12, "hidden": 20, "margin": 0.3, "temperature": 0.1}
INPUTS = [["float32", [6, 16]], ["float32", [6, 16]], ["float32", [6, 16]]]


class Backbone(nn.Module, ABC):
    @abstractmethod
    def features(self, x):
        ...

    def forward(self, *views):
        return tuple(self.embed(self.features(v)) for v in views)

    def embed(self, x):
        return F.normalize(x, dim=-1)


class LoggingMixin:
    def summary(self):
        return {name: tuple(p.shape) for name, p in self.named_parameters()}


class Mlp(LoggingMixin, Backbone):
    def __init__(self, embedding, hidden, **unused):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(16, hidden), nn.BatchNorm1d(hidden), nn.Softsign(), nn.Linear(hidden, hidden),
                                  nn.Tanhshrink(), nn.Linear(hidden, hidden), nn.Softshrink(0.1))
        self.project = nn.Linear(hidden, embedding, bias=False)
        self.count = len(self.summary())

    def features(self, x):
        return self.project(self.body(x))


def build(cfg):
    return Mlp(**cfg)


def loss(outputs):
    anchor, positive, negative = outputs
    ones = torch.ones(anchor.size(0), device=anchor.device)
    total = nn.TripletMarginLoss(margin=CFG["margin"])(anchor, positive, negative)
    total = total + nn.CosineEmbeddingLoss(margin=0.1)(anchor, negative, -ones)
    total = total + F.margin_ranking_loss(F.cosine_similarity(anchor, positive), F.cosine_similarity(anchor, negative), ones,
                                          margin=0.2)
    total = total + F.hinge_embedding_loss(F.pairwise_distance(anchor, negative), -ones)
    logits = torch.mm(anchor, positive.t()).div(CFG["temperature"])
    labels = torch.arange(logits.shape[0], device=logits.device)
    total = total + (F.cross_entropy(logits, labels) + F.cross_entropy(logits.T, labels)) / 2
    off = logits.flatten()[:-1].view(logits.size(0) - 1, logits.size(0) + 1)[:, 1:].flatten()
    return total + off.pow(2).mean() * 1e-2
