"""GNN: scatter, index_add, segment softmax, edge MLP, TopK pooling, readouts."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from collections import namedtuple

CFG = {"dim": 12, "edge_dim": 3, "hidden": 16, "layers": 2, "aggr": "softmax"}
INPUTS = [["float32", [10, 12]], ["float32", [24, 3]]]
Graph = namedtuple("Graph", ["x", "edge_index", "edge_attr", "batch"])


def scatter(src, index, dim_size, reduce="sum"):
    shape = (dim_size,) + src.shape[1:]
    idx = index.view(-1, *([1] * (src.dim() - 1))).expand_as(src)
    out = src.new_zeros(shape)
    if reduce in ("sum", "add"):
        return out.scatter_add_(0, idx, src)
    if reduce == "mean":
        count = torch.zeros(dim_size, dtype=src.dtype).index_add_(0, index, torch.ones(index.numel()))
        out = out.scatter_add(0, idx, src)
        return out / count.clamp_(min=1).view(-1, *([1] * (src.dim() - 1)))
    if reduce == "max":
        return out.scatter_reduce(0, idx, src, reduce="amax", include_self=False)
    raise ValueError(reduce)


def softmax(src, index, num):
    mx = torch.full((num,) + src.shape[1:], float("-inf"))
    mx = mx.scatter_reduce(0, index.unsqueeze(-1).expand_as(src), src.detach(), "amax")
    out = (src - mx[index]).exp()
    s = torch.zeros_like(mx).index_add(0, index, out) + 1e-16
    return out / s.index_select(0, index)


class MessagePassing(nn.Module):
    def __init__(self, aggr="add", **kwargs):
        super().__init__()
        self.aggr = aggr

    def propagate(self, edge_index, size=None, **kwargs):
        row, col = edge_index
        x = kwargs.pop("x")
        msg = self.message(x_i=x[col], x_j=x[row], index=col, n=x.size(0), **kwargs)
        return self.update(self.aggregate(msg, col, x.size(0)), x)

    def message(self, x_j, **_):
        return x_j

    def aggregate(self, inputs, index, n):
        return scatter(inputs, index, n, self.aggr)

    def update(self, out, x):
        return out


class GATConv(MessagePassing):
    def __init__(self, cin, cout, heads=2, negative_slope=0.2, edge_dim=None):
        super().__init__(aggr="add")
        self.h, self.c, self.slope = heads, cout // heads, negative_slope
        self.lin = nn.Linear(cin, cout, bias=False)
        self.lin_edge = nn.Linear(edge_dim, cout, bias=False)
        self.att_src = nn.Parameter(torch.empty(1, heads, self.c))
        self.att_dst = nn.Parameter(torch.empty(1, heads, self.c))
        self.att_edge = nn.Parameter(torch.empty(1, heads, self.c))
        self.bias = nn.Parameter(torch.zeros(cout))
        for p in (self.att_src, self.att_dst, self.att_edge):
            nn.init.xavier_uniform_(p)

    def forward(self, x, edge_index, edge_attr):
        x = self.lin(x).view(-1, self.h, self.c)
        out = self.propagate(edge_index, x=x, edge_attr=edge_attr)
        return out.flatten(1) + self.bias

    def message(self, x_i, x_j, index, n, edge_attr):
        e = self.lin_edge(edge_attr).view(-1, self.h, self.c)
        alpha = (x_j * self.att_src).sum(-1) + (x_i * self.att_dst).sum(-1) + (e * self.att_edge).sum(-1)
        alpha = softmax(F.leaky_relu(alpha, self.slope), index, n)
        return x_j * alpha.unsqueeze(-1)


class EdgeConv(MessagePassing):
    def __init__(self, cin, cout):
        super().__init__(aggr="max")
        self.mlp = nn.Sequential(nn.Linear(2 * cin, cout), nn.ELU(inplace=True), nn.Linear(cout, cout))

    def forward(self, x, edge_index):
        return self.propagate(edge_index, x=x)

    def message(self, x_i, x_j, **kw):
        return self.mlp(torch.cat([x_i, x_j - x_i], dim=-1))


class GINE(MessagePassing):
    def __init__(self, nn_, train_eps=True):
        super().__init__("mean")
        self.nn = nn_
        self.eps = nn.Parameter(torch.Tensor([0.1])) if train_eps else 0.

    def forward(self, x, edge_index):
        return self.nn(self.propagate(edge_index, x=x) + (1 + self.eps) * x)


class TopKPool(nn.Module):
    def __init__(self, c, ratio=0.5):
        super().__init__()
        self.weight, self.ratio = nn.Parameter(torch.rand(1, c)), ratio

    def forward(self, g: Graph):
        height = (g.x @ self.weight[0] / self.weight.norm()).tanh()
        kept = height.argsort(descending=True)[:int(self.ratio * g.x.size(0))]
        return g._replace(x=g.x[kept] * height[kept].unsqueeze(1), batch=g.batch[kept])


class Net(nn.Module):
    def __init__(self, dim, edge_dim, hidden, layers, aggr):
        super().__init__()
        self.gat = GATConv(dim, hidden, edge_dim=edge_dim)
        self.edge = EdgeConv(hidden, hidden)
        self.gin = GINE(nn.Sequential(nn.Linear(hidden, hidden), nn.BatchNorm1d(hidden), nn.ReLU()))
        self.pool = TopKPool(hidden)
        self.norm = nn.InstanceNorm1d(hidden)
        self.head = nn.Linear(2 * hidden, 4)

    def forward(self, x, edge_attr):
        n = x.size(0)
        src = torch.arange(edge_attr.size(0)) % n
        edge_index = torch.stack([src, (src * 3 + 1) % n])
        x = F.elu(self.gat(x, edge_index, edge_attr))
        x = x + self.edge(x, edge_index)
        x = self.gin(x, edge_index)
        g = self.pool(Graph(x, edge_index, edge_attr, (torch.arange(n) >= n // 2).long()))
        nodes = self.norm(g.x.t().unsqueeze(0)).squeeze(0).t()
        g = g._replace(x=nodes, batch=torch.arange(nodes.size(0)) % 2)
        mean, mx = scatter(g.x, g.batch, 2, "mean"), scatter(g.x, g.batch, 2, "max")
        return self.head(torch.cat([mean, mx], 1))


def build(cfg):
    return Net(**cfg)


def loss(outputs):
    return F.multi_margin_loss(outputs, torch.tensor([0, 1]))
