"""A neural operator: every layer mixes the lowest waves of its input with complex weights."""
import torch
from torch import nn
from torch.nn import functional as F


class WaveMixing(nn.Module):
    def __init__(self, width_in, width_out, waves):
        super().__init__()
        self.waves = waves
        self.width_out = width_out
        scale = 1 / (width_in * width_out)
        shape = (width_in, width_out, waves[0], waves[1])
        self.low = nn.Parameter(scale * torch.rand(*shape, dtype=torch.cfloat))
        self.high = nn.Parameter(scale * torch.rand(*shape, dtype=torch.cfloat))

    def forward(self, x):
        rows, columns = self.waves
        spectrum = torch.fft.rfftn(x, dim=[2, 3])
        mixed = torch.zeros(x.size(0), self.width_out, x.size(2), x.size(3) // 2 + 1, dtype=torch.cfloat, device=x.device)
        mixed[:, :, :rows, :columns] = torch.einsum("bixy,ioxy->boxy", spectrum[:, :, :rows, :columns], self.low)
        mixed[:, :, -rows:, :columns] = torch.einsum("bixy,ioxy->boxy", spectrum[:, :, -rows:, :columns], self.high)
        return torch.fft.irfftn(mixed, s=(x.size(2), x.size(3)), dim=[2, 3])


class SpectralUpscaler(nn.Module):
    def __init__(self, fields, widths, waves, hidden, factor, act="gelu"):
        super().__init__()
        self.act = getattr(F, act)
        self.factor = factor
        self.lift = nn.Linear(fields + 2, widths[0])
        self.mixing = nn.ModuleList([WaveMixing(i, o, waves) for i, o in zip(widths, widths[1:])])
        self.pointwise = nn.ModuleList([nn.Conv1d(i, o, 1) for i, o in zip(widths, widths[1:])])
        self.hidden = nn.Linear(widths[-1], hidden)
        self.last = nn.Linear(hidden, fields)

    @staticmethod
    def positions(x):
        batch, height, width = x.shape[:3]
        rows = torch.linspace(0, 1, height, device=x.device).reshape(1, height, 1, 1).repeat(batch, 1, width, 1)
        columns = torch.linspace(0, 1, width, device=x.device).reshape(1, 1, width, 1).repeat(batch, height, 1, 1)
        return torch.cat((rows, columns), dim=-1)

    def forward(self, x):
        x = self.lift(torch.cat((x, self.positions(x)), dim=-1)).permute(0, 3, 1, 2)
        for i, (mix, point) in enumerate(zip(self.mixing, self.pointwise)):
            batch, _, height, width = x.shape
            x = mix(x) + point(x.flatten(2)).view(batch, -1, height, width)
            if i + 1 < len(self.mixing):
                x = self.act(x)
        x = F.interpolate(x, scale_factor=self.factor, mode="bilinear", align_corners=False)
        x = self.act(self.hidden(x.permute(0, 2, 3, 1)))
        return self.last(x)
