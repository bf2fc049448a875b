"""A U-shaped denoiser with a checkpoint function of its own, as guided-diffusion style code has it."""
import torch
import torch as th
import torch.nn as nn

CFG = {"base": 16, "time": 32, "use_checkpoint": True}
INPUTS = [["float32", [2, 4, 16, 16]], ["float32", [2, 32]]]


def run_checkpointed(func, inputs, params, flag):
    if not flag:
        return func(*inputs)
    return Recompute.apply(func, len(inputs), *(tuple(inputs) + tuple(params)))


class Recompute(th.autograd.Function):
    @staticmethod
    def forward(ctx, function, count, *tensors):
        ctx.function = function
        ctx.given = list(tensors[:count])
        ctx.weights = list(tensors[count:])
        with th.no_grad():
            return ctx.function(*ctx.given)

    @staticmethod
    def backward(ctx, *gradients):
        ctx.given = [value.detach().requires_grad_(True) for value in ctx.given]
        with th.enable_grad():
            shallow = [value.view_as(value) for value in ctx.given]
            made = ctx.function(*shallow)
        found = th.autograd.grad(made, ctx.given + ctx.weights, gradients, allow_unused=True)
        del ctx.given, ctx.weights, made
        return (None, None) + found


class TimedBlock(nn.Module):
    def __init__(self, channels, out, time, use_checkpoint):
        super().__init__()
        self.use_checkpoint = use_checkpoint
        self.enter = nn.Sequential(nn.BatchNorm2d(channels), nn.SiLU(), nn.Conv2d(channels, out, 3, 1, 1))
        self.timing = nn.Sequential(nn.SiLU(), nn.Linear(time, 2 * out))
        self.norm = nn.GroupNorm(2, out)
        self.leave = nn.Sequential(nn.SiLU(), nn.Conv2d(out, out, 3, padding=1))
        self.skip = nn.Conv2d(channels, out, 1) if channels != out else nn.Identity()

    def forward(self, x, t):
        return run_checkpointed(self._forward, (x, t), self.parameters(), self.use_checkpoint)

    def _forward(self, x, t):
        h = self.enter(x)
        scale, shift = th.chunk(self.timing(t)[:, :, None, None], 2, dim=1)
        h = self.leave(self.norm(h) * (1 + scale) + shift)
        return self.skip(x) + h


class Denoiser(nn.Module):
    def __init__(self, base, time, use_checkpoint):
        super().__init__()
        self.conv_in = nn.Conv2d(4, base, 3, padding=1)
        self.one = TimedBlock(base, base, time, use_checkpoint)
        self.two = TimedBlock(base, 2 * base, time, use_checkpoint)
        self.three = TimedBlock(3 * base, base, time, use_checkpoint)
        self.conv_out = nn.Conv2d(base, 4, 3, padding=1)

    def forward(self, x, t):
        a = self.one(self.conv_in(x), t)
        b = self.two(nn.functional.max_pool2d(a, 2), t)
        up = nn.functional.interpolate(b, size=a.shape[2:], mode="nearest")
        return self.conv_out(self.three(th.cat([a, up], dim=1), t))


def build(cfg):
    return Denoiser(**cfg)


def loss(outputs):
    return outputs.pow(2).mean()
