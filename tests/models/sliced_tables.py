"""Tables made once and kept outside the buffers; what forward takes of them are views of one storage."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"width": 8, "longest": 40}
INPUTS = [["float32", [2, 6, 8]]]


class Turn(nn.Module):
    def __init__(self, width, longest):
        super().__init__()
        steps = torch.arange(longest).unsqueeze(1) * (0.5 ** torch.arange(width // 2))
        self.turns = torch.polar(torch.ones_like(steps), steps)
        self.pairs = torch.stack([torch.arange(longest), torch.arange(longest).flip(0)])
        self.ahead, self.scale = nn.Linear(width, width), nn.Parameter(torch.ones(longest, 1))

    def forward(self, x):
        count = x.size(1)
        z = torch.view_as_complex(self.ahead(x).unflatten(-1, (-1, 2)))
        z = z * self.turns[:count] + z.conj() * self.turns[count:2 * count]
        y = torch.view_as_real(z).flatten(-2)
        forth, back = self.pairs[:, :count] % count
        y = y[:, forth] * self.scale[forth] + y[:, back]
        y[y < 0] *= 0.5
        return y, y[..., 0][x[..., 0] > 0]


def build(cfg):
    return Turn(**cfg)


def loss(outputs):
    y, chosen = outputs
    labels = (torch.arange(6) % 3).expand(2, -1)
    return F.cross_entropy(y.flatten(0, 1)[:, :3], labels.flatten()) + chosen.sum() * 0.1
