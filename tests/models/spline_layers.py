"""KAN-like layers: B-splines by recursion, Chebyshev polynomials by recurrence, both combined by einsum."""
import torch
import torch.nn.functional as F
from torch import nn

CFG = {"widths": [4, 8, 3], "grid": 5, "order": 3, "degree": 4}
INPUTS = [["float32", [20, 4]]]


class KANLinear(nn.Module):
    def __init__(self, in_features, out_features, grid_size=5, spline_order=3, base_activation=nn.SiLU, grid_range=(-1, 1)):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.grid_size, self.spline_order = grid_size, spline_order
        h = (grid_range[1] - grid_range[0]) / grid_size
        grid = (torch.arange(-spline_order, grid_size + spline_order + 1) * h + grid_range[0]).expand(in_features, -1)
        self.register_buffer("grid", grid.contiguous())
        self.base_weight = nn.Parameter(torch.Tensor(out_features, in_features))
        self.spline_weight = nn.Parameter(torch.Tensor(out_features, in_features, grid_size + spline_order))
        self.spline_scaler = nn.Parameter(torch.Tensor(out_features, in_features))
        self.base_activation = base_activation()
        nn.init.kaiming_uniform_(self.base_weight, a=5 ** 0.5)
        nn.init.normal_(self.spline_weight, std=0.1)
        nn.init.ones_(self.spline_scaler)

    def b_splines(self, x):
        assert x.dim() == 2 and x.size(1) == self.in_features
        grid = self.grid
        x = x.unsqueeze(-1)
        bases = ((x >= grid[:, :-1]) & (x < grid[:, 1:])).to(x.dtype)
        for k in range(1, self.spline_order + 1):
            bases = (
                (x - grid[:, :-(k + 1)]) / (grid[:, k:-1] - grid[:, :-(k + 1)]) * bases[:, :, :-1]
            ) + (
                (grid[:, k + 1:] - x) / (grid[:, k + 1:] - grid[:, 1:(-k)]) * bases[:, :, 1:]
            )
        return bases.contiguous()

    @property
    def scaled_spline_weight(self):
        return self.spline_weight * self.spline_scaler.unsqueeze(-1)

    def forward(self, x):
        base_output = F.linear(self.base_activation(x), self.base_weight)
        spline_output = F.linear(self.b_splines(x).view(x.size(0), -1),
                                 self.scaled_spline_weight.view(self.out_features, -1))
        return base_output + spline_output


class ChebyLayer(nn.Module):
    def __init__(self, inputs, outputs, degree):
        super().__init__()
        self.degree = degree
        self.coeffs = nn.Parameter(torch.empty(inputs, outputs, degree + 1))
        nn.init.normal_(self.coeffs, mean=0.0, std=1 / (inputs * (degree + 1)))

    def forward(self, x):
        x = torch.tanh(x)
        terms = [torch.ones_like(x), x]
        for _ in range(2, self.degree + 1):
            terms.append(2 * x * terms[-1] - terms[-2])
        return torch.einsum("bid,iod->bo", torch.stack(terms[:self.degree + 1], dim=-1), self.coeffs)


class Net(nn.Module):
    def __init__(self, widths, grid, order, degree):
        super().__init__()
        self.kan = KANLinear(widths[0], widths[1], grid, order)
        self.norm = nn.LayerNorm(widths[1])
        self.cheby = ChebyLayer(widths[1], widths[2], degree)

    def forward(self, x):
        return self.cheby(self.norm(self.kan(x)))


def build(cfg):
    return Net(cfg.widths, cfg.grid, cfg.order, cfg.degree)


def loss(outputs):
    return F.l1_loss(outputs, torch.zeros_like(outputs)) + outputs.norm(dim=1).mean()
