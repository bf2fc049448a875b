import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Norm32(nn.GroupNorm):
    """Counts in float32 whatever comes in."""

    def forward(self, x):
        return super().forward(x.float()).type(x.dtype)


def normalization(channels):
    return Norm32(min(32, channels), channels)


class Block(nn.Module):
    def __init__(self, channels, out_channels, recompute=False):
        super().__init__()
        self.recompute = recompute
        self.body = nn.Sequential(
            normalization(channels),
            nn.SiLU(),
            nn.Conv3d(channels, out_channels, 3, padding=1),
            normalization(out_channels),
            nn.SiLU(),
            nn.Dropout(0.0),
            nn.Conv3d(out_channels, out_channels, 3, padding=1),
        )
        self.around = nn.Conv3d(channels, out_channels, 1) if channels != out_channels else nn.Identity()

    def _forward(self, x):
        return self.around(x) + self.body(x)

    def forward(self, x):
        if self.recompute and self.training:
            return checkpoint(self._forward, x, use_reentrant=False)
        return self._forward(x)


class Recompute(torch.autograd.Function):
    """Keeps what goes in and makes the rest again when gradients are asked for."""

    @staticmethod
    def forward(ctx, run, count, *args):
        ctx.run = run
        ctx.given = list(args[:count])
        ctx.weights = list(args[count:])
        with torch.no_grad():
            return run(*ctx.given)

    @staticmethod
    def backward(ctx, *gradients):
        ctx.given = [x.detach().requires_grad_(True) for x in ctx.given]
        with torch.enable_grad():
            made = ctx.run(*[x.view_as(x) for x in ctx.given])
        found = torch.autograd.grad(made, ctx.given + ctx.weights, gradients, allow_unused=True)
        del ctx.given, ctx.weights, made
        return (None, None) + found


def recomputed(module, run, *inputs):
    return Recompute.apply(run, len(inputs), *inputs, *module.parameters())
