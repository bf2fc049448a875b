import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function

from .registry import VIEWS


class SumIntoCells(Function):
    """Adds every point's features to the cell that it falls into."""

    @staticmethod
    def forward(ctx, points, cells, count):
        ctx.save_for_backward(cells)
        ctx.mark_non_differentiable(cells)
        sums = points.new_zeros(count, points.shape[1])
        return sums.index_add_(0, cells, points)

    @staticmethod
    def backward(ctx, gradient):
        (cells,) = ctx.saved_tensors
        return gradient[cells], None, None


@VIEWS.register_module()
class LiftedView(nn.Module):
    """Spreads features along the depths they may have, and gathers them on the ground."""

    def __init__(self, width, channels, depths, grid):
        super().__init__()
        self.channels, self.grid = channels, grid
        self.depth_net = nn.Conv2d(width, len(torch.arange(*depths)) + channels, 1)
        self.steps = nn.Parameter(torch.arange(*depths, dtype=torch.float), requires_grad=False)

    def frustum(self, height, columns):
        depth = self.steps.view(-1, 1, 1).expand(-1, height, columns)
        across = torch.linspace(0, 1, columns, device=depth.device).view(1, 1, columns).expand(depth.shape)
        down = torch.linspace(0, 1, height, device=depth.device).view(1, height, 1).expand(depth.shape)
        return torch.stack((across * depth, down * depth, depth), -1)

    def cells(self, places, batch):
        rows, columns = self.grid
        row = places[..., 2].clamp(0, rows - 1).to(torch.long)
        column = (places[..., 0] * columns).clamp(0, columns - 1).long()
        sample = torch.arange(batch, device=places.device).view(-1, 1, 1, 1)
        return ((sample * rows + row) * columns + column).reshape(-1)

    def forward(self, features, calibrations):
        x = features[-1]
        batch, _, height, columns = x.shape
        x = self.depth_net(x)
        depths = len(self.steps)
        weights, context = x[:, :depths].softmax(dim=1), x[:, depths:]
        spread = weights.unsqueeze(1) * context.unsqueeze(2)
        turned = torch.inverse(calibrations).view(batch, 1, 1, 1, 3, 3)
        places = turned.matmul(self.frustum(height, columns).unsqueeze(0).unsqueeze(-1)).squeeze(-1)
        points = spread.permute(0, 2, 3, 4, 1).reshape(-1, self.channels)
        cells = self.cells(places, batch)
        sums = SumIntoCells.apply(points, cells, batch * self.grid[0] * self.grid[1])
        return sums.view(batch, *self.grid, self.channels).permute(0, 3, 1, 2)


@VIEWS.register_module()
class FlatNeck(nn.Module):
    def __init__(self, width, channels, grid):
        super().__init__()
        self.channels, self.grid = channels, grid
        self.reduce = nn.Conv2d(width, channels, 1)

    def forward(self, features):
        return F.interpolate(self.reduce(features[-1]), size=self.grid, mode="bilinear", align_corners=True)
