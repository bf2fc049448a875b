"""Graphs as edge lists: messages by index_select, softmax over each node's edges with scatter, set pooling, edge losses."""
import torch
from torch import nn
import torch.nn.functional as F

CFG = {"nodes": 14, "width": 8, "heads": 2, "classes": 3}
INPUTS = [["float32", [14, 5]]]


def ring_edges(n):
    source = torch.arange(n).repeat(3)
    target = torch.cat([(torch.arange(n) + k) % n for k in (1, 2, 5)])
    return torch.stack([source, target])


def scatter_softmax(scores, index, n):
    peak = scores.new_full((n, scores.size(1)), float("-inf")).scatter_reduce(
        0, index.unsqueeze(-1).expand_as(scores), scores, reduce="amax")
    shifted = (scores - peak.index_select(0, index).detach()).exp()
    total = torch.zeros(n, scores.size(1), device=scores.device).index_add_(0, index, shifted)
    return shifted / (total[index] + 1e-16)


class GATConv(nn.Module):
    def __init__(self, inputs, outputs, heads):
        super().__init__()
        self.heads, self.outputs = heads, outputs
        self.lin = nn.Linear(inputs, heads * outputs, bias=False)
        self.att_src = nn.Parameter(torch.empty(1, heads, outputs))
        self.att_dst = nn.Parameter(torch.empty(1, heads, outputs))
        self.bias = nn.Parameter(torch.zeros(heads * outputs))
        nn.init.xavier_uniform_(self.att_src)
        nn.init.xavier_uniform_(self.att_dst)

    def forward(self, x, edge_index):
        src, dst = edge_index
        n = x.size(0)
        x = self.lin(x).view(n, self.heads, self.outputs)
        alpha = (x * self.att_src).sum(-1)[src] + (x * self.att_dst).sum(-1)[dst]
        alpha = scatter_softmax(F.leaky_relu(alpha, 0.2), dst, n)
        messages = x[src] * alpha.unsqueeze(-1)
        out = torch.zeros_like(x).index_add(0, dst, messages)
        return out.flatten(1) + self.bias


class Net(nn.Module):
    def __init__(self, nodes, width, heads, classes):
        super().__init__()
        self.register_buffer("edges", ring_edges(nodes))
        self.convs = nn.ModuleList([GATConv(5, width, heads), GATConv(width * heads, width, heads)])
        self.norm = nn.BatchNorm1d(width * heads)
        self.gate = nn.Linear(width * heads, 1)
        self.out = nn.Linear(width * heads, classes)

    def forward(self, x):
        for conv in self.convs:
            x = F.elu(conv(x, self.edges), inplace=True)
        x = self.norm(x)
        weights = torch.sigmoid(self.gate(x))
        pooled = (weights * x).sum(0, keepdim=True) / weights.sum()
        link = (x[self.edges[0]] * x[self.edges[1]]).sum(-1)
        return self.out(torch.cat([x, pooled], 0)), link


def build(cfg):
    return Net(**cfg)


def loss(outputs):
    logits, link = outputs
    labels = torch.arange(logits.size(0), device=logits.device) % logits.size(1)
    return F.cross_entropy(logits, labels, reduction="sum") / labels.numel() + F.softplus(-link).mean()
