"""A Fourier neural operator on a 2-d grid: complex weights on the lowest modes, a pointwise path beside them."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"modes": [6, 5], "width": 12, "layers": 3, "in_channels": 3, "padding": 4}
INPUTS = [["float32", [2, 20, 24, 3]]]


def compl_mul2d(a, b):
    # (batch, in_channel, x, y), (in_channel, out_channel, x, y) -> (batch, out_channel, x, y)
    return torch.einsum("bixy,ioxy->boxy", a, b)


class SpectralConv2d(nn.Module):
    def __init__(self, in_channels, out_channels, modes1, modes2):
        super(SpectralConv2d, self).__init__()
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.modes1 = modes1
        self.modes2 = modes2
        self.scale = (1 / (in_channels * out_channels))
        self.weights1 = nn.Parameter(self.scale * torch.rand(in_channels, out_channels, modes1, modes2, dtype=torch.cfloat))
        self.weights2 = nn.Parameter(self.scale * torch.rand(in_channels, out_channels, modes1, modes2, dtype=torch.cfloat))

    def forward(self, x):
        batchsize = x.shape[0]
        x_ft = torch.fft.rfft2(x)
        out_ft = torch.zeros(batchsize, self.out_channels, x.size(-2), x.size(-1) // 2 + 1, dtype=torch.cfloat,
                             device=x.device)
        out_ft[:, :, :self.modes1, :self.modes2] = \
            compl_mul2d(x_ft[:, :, :self.modes1, :self.modes2], self.weights1)
        out_ft[:, :, -self.modes1:, :self.modes2] = \
            compl_mul2d(x_ft[:, :, -self.modes1:, :self.modes2], self.weights2)
        return torch.fft.irfft2(out_ft, s=(x.size(-2), x.size(-1)))


class FNO2d(nn.Module):
    def __init__(self, modes, width, layers, in_channels, padding):
        super().__init__()
        self.padding = padding
        self.fc0 = nn.Linear(in_channels + 2, width)
        self.sp_convs = nn.ModuleList([SpectralConv2d(width, width, *modes) for _ in range(layers)])
        self.ws = nn.ModuleList([nn.Conv1d(width, width, 1) for _ in range(layers)])
        self.fc1 = nn.Linear(width, 32)
        self.fc2 = nn.Linear(32, 1)

    def get_grid(self, shape, device):
        batchsize, size_x, size_y = shape[0], shape[1], shape[2]
        gridx = torch.linspace(0, 1, size_x).reshape(1, size_x, 1, 1).repeat([batchsize, 1, size_y, 1])
        gridy = torch.linspace(0, 1, size_y).reshape(1, 1, size_y, 1).repeat([batchsize, size_x, 1, 1])
        return torch.cat((gridx, gridy), dim=-1).to(device)

    def forward(self, x):
        grid = self.get_grid(x.shape, x.device)
        x = torch.cat((x, grid), dim=-1)
        x = self.fc0(x)
        x = x.permute(0, 3, 1, 2)
        x = F.pad(x, [0, self.padding, 0, self.padding])
        size_x, size_y = x.shape[-2], x.shape[-1]
        for i, (speconv, w) in enumerate(zip(self.sp_convs, self.ws)):
            x1 = speconv(x)
            x2 = w(x.reshape(x.shape[0], x.shape[1], -1)).view(x.shape[0], -1, size_x, size_y)
            x = x1 + x2
            if i != len(self.sp_convs) - 1:
                x = F.gelu(x)
        x = x[..., :-self.padding, :-self.padding]
        x = x.permute(0, 2, 3, 1)
        return self.fc2(F.gelu(self.fc1(x)))


def build(cfg):
    return FNO2d(cfg.modes, cfg.width, cfg.layers, cfg.in_channels, cfg.padding)


def loss(outputs):
    return (outputs - 1.0).pow(2).mean()
