"""A point network with neighbours found by distance: topk, gather, index_select, where, cumsum, norms, unfold."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"k": 4, "widths": [8, 12], "classes": 3}
INPUTS = [["float32", [2, 3, 20]]]


def knn(x, k):
    inner = -2 * torch.matmul(x.transpose(2, 1), x)
    xx = torch.sum(x ** 2, dim=1, keepdim=True)
    pairwise = -xx - inner - xx.transpose(2, 1)
    return pairwise.topk(k=k, dim=-1)[1]


def graph_feature(x, k, idx=None):
    batch_size, num_dims, num_points = x.size()
    if idx is None:
        idx = knn(x, k)
    base = torch.arange(0, batch_size, device=x.device).view(-1, 1, 1) * num_points
    idx = (idx + base).view(-1)
    x = x.transpose(2, 1).contiguous()
    feature = x.view(batch_size * num_points, -1)[idx, :]
    feature = feature.view(batch_size, num_points, k, num_dims)
    x = x.view(batch_size, num_points, 1, num_dims).repeat(1, 1, k, 1)
    return torch.cat((feature - x, x), dim=3).permute(0, 3, 1, 2).contiguous()


class Edge(nn.Module):
    def __init__(self, before, after, k):
        super().__init__()
        self.k = k
        self.conv = nn.Sequential(nn.Conv2d(before * 2, after, kernel_size=1, bias=False), nn.BatchNorm2d(after),
                                  nn.LeakyReLU(negative_slope=0.2))

    def forward(self, x):
        return self.conv(graph_feature(x, self.k)).max(dim=-1, keepdim=False)[0]


class PointNet(nn.Module):
    def __init__(self, k, widths, classes):
        super().__init__()
        self.edges = nn.ModuleList([Edge(a, b, k) for a, b in zip([3] + widths[:-1], widths)])
        self.mix = nn.Conv1d(sum(widths), 16, 1)
        self.score = nn.Linear(16, 1)
        self.head = nn.Sequential(nn.Linear(32, 16), nn.BatchNorm1d(16), nn.Softplus(), nn.Linear(16, classes))

    def forward(self, x):
        outs = []
        for edge in self.edges:
            x = edge(x)
            outs.append(x)
        x = F.gelu(self.mix(torch.cat(outs, 1)))
        tokens = x.transpose(1, 2)
        scores = self.score(tokens).squeeze(-1)
        best, order = torch.topk(scores, 5, dim=1)
        chosen = torch.gather(tokens, 1, order.unsqueeze(-1).expand(-1, -1, tokens.size(-1)))
        chosen = chosen * torch.sigmoid(best).unsqueeze(-1)
        every_other = torch.index_select(tokens, 1, torch.arange(0, tokens.size(1), 2, device=x.device))
        length = every_other.norm(dim=-1, keepdim=True)
        every_other = torch.where(length > 1.0, every_other / length, every_other)
        running = torch.cumsum(every_other, dim=1)
        pooled = torch.cat([chosen.amax(dim=1), running.mean(1)], dim=-1)
        return self.head(pooled), F.normalize(pooled, p=2, dim=1)


def build(cfg):
    return PointNet(**cfg)


def loss(outputs):
    logits, features = outputs
    similarity = features @ features.t()
    mask = torch.eye(features.size(0), device=features.device).bool()
    similarity = similarity.masked_fill(mask, -1e9)
    contrast = F.cross_entropy(similarity / 0.5, torch.arange(features.size(0), device=features.device).flip(0))
    margin = torch.clamp(1.0 - logits[:, 0] + logits[:, 1:].max(1).values, min=0).mean()
    return contrast + margin + torch.std(features, dim=0).sum() * 0.01
