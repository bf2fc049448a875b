"""A spatial transformer in front of capsules routed by agreement."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"capsules": 4, "dim": 6, "classes": 3, "routings": 3}
INPUTS = [["float32", [2, 1, 20, 20]]]


def squash(s, dim=-1):
    norm = torch.norm(s, dim=dim, keepdim=True)
    return norm ** 2 / (1 + norm ** 2) * (s / (norm + 1e-8))


class Localizer(nn.Module):
    def __init__(self):
        super().__init__()
        self.localization = nn.Sequential(nn.Conv2d(1, 4, 5), nn.MaxPool2d(2, stride=2), nn.ReLU(True), nn.Conv2d(4, 6, 3),
                                          nn.AvgPool2d(2), nn.CELU())
        self.fc_loc = nn.Sequential(nn.Linear(6 * 3 * 3, 8), nn.ReLU(True), nn.Linear(8, 3 * 2))
        self.fc_loc[2].weight.data.zero_()
        self.fc_loc[2].bias.data.copy_(torch.tensor([1, 0, 0, 0, 1, 0], dtype=torch.float))

    def forward(self, x):
        xs = self.localization(x)
        theta = self.fc_loc(xs.view(-1, 6 * 3 * 3)).view(-1, 2, 3)
        grid = F.affine_grid(theta, x.size(), align_corners=False)
        return F.grid_sample(x, grid, align_corners=False)


class PrimaryCaps(nn.Module):
    def __init__(self, capsules, dim):
        super().__init__()
        self.capsules = nn.ModuleList([nn.Conv2d(8, dim, kernel_size=5, stride=2) for _ in range(capsules)])
        self.dim = dim

    def forward(self, x):
        out = [capsule(x).view(x.size(0), self.dim, -1) for capsule in self.capsules]
        return squash(torch.cat(out, dim=2).transpose(1, 2))


class DigitCaps(nn.Module):
    def __init__(self, inputs, before, classes, after, routings):
        super().__init__()
        self.W = nn.Parameter(0.01 * torch.randn(1, classes, inputs, after, before))
        self.routings = routings

    def forward(self, x):
        u_hat = torch.matmul(self.W, x.unsqueeze(1).unsqueeze(4)).squeeze(-1)
        fixed = u_hat.detach()
        b = torch.zeros(x.size(0), self.W.size(1), x.size(1), 1, device=x.device)
        for i in range(self.routings - 1):
            c = b.softmax(dim=1)
            v = squash((c * fixed).sum(dim=2))
            b = b + torch.matmul(fixed, v.unsqueeze(-1))
        c = b.softmax(dim=1)
        return squash((c * u_hat).sum(dim=2))


class CapsNet(nn.Module):
    def __init__(self, capsules, dim, classes, routings):
        super().__init__()
        self.warp, self.stem = Localizer(), nn.Conv2d(1, 8, 5)
        self.primary = PrimaryCaps(capsules, dim)
        self.digits = DigitCaps(capsules * 36, dim, classes, 8, routings)
        self.decoder = nn.Sequential(nn.Linear(8 * classes, 32), nn.Hardtanh(-1, 1), nn.Linear(32, 400), nn.Sigmoid())

    def forward(self, x):
        caps = self.digits(self.primary(F.relu(self.stem(self.warp(x)), inplace=True)))
        length = caps.norm(dim=-1)
        best = length.max(dim=1)[1]
        mask = torch.eye(caps.size(1), device=x.device).index_select(0, best)
        return length, self.decoder((caps * mask[:, :, None]).reshape(x.size(0), -1)), x


def build(cfg):
    return CapsNet(**cfg)


def loss(outputs):
    length, reconstruction, image = outputs
    labels = torch.zeros_like(length)
    labels[:, 1] = 1.0
    left = F.relu(0.9 - length, inplace=True) ** 2
    right = F.relu(length - 0.1, inplace=True) ** 2
    margin = (labels * left + 0.5 * (1.0 - labels) * right).sum(dim=1).mean()
    return margin + 0.0005 * F.mse_loss(reconstruction, image.flatten(1), reduction="sum")
