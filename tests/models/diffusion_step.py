"""A small noise predictor conditioned on time: schedules as buffers, gathered by step, scale and shift by chunks."""
import math

import torch
from torch import nn
import torch.nn.functional as F

CFG = {"dim": 8, "dim_mults": [1, 2], "timesteps": 20, "groups": 4}
INPUTS = [["float32", [2, 3, 16, 16]], ["int64", [2]]]


def exists(x):
    return x is not None


def extract(a, t, x_shape):
    b, *_ = t.shape
    out = a.gather(-1, t)
    return out.reshape(b, *((1,) * (len(x_shape) - 1)))


def cosine_schedule(timesteps, s=0.008):
    x = torch.linspace(0, timesteps, timesteps + 1)
    alphas = torch.cos(((x / timesteps) + s) / (1 + s) * math.pi * 0.5) ** 2
    alphas = alphas / alphas[0]
    return torch.clip(1 - (alphas[1:] / alphas[:-1]), 0, 0.999)


class Sinusoidal(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def forward(self, time):
        half = self.dim // 2
        emb = torch.exp(torch.arange(half, device=time.device) * -(math.log(10000) / (half - 1)))
        emb = time[:, None] * emb[None, :]
        return torch.cat((emb.sin(), emb.cos()), dim=-1)


class Residual(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn

    def forward(self, x, *args, **kwargs):
        return self.fn(x, *args, **kwargs) + x


class WeightStandardized(nn.Conv2d):
    def forward(self, x):
        weight = self.weight
        mean = weight.mean(dim=[1, 2, 3], keepdim=True)
        var = torch.var(weight, dim=[1, 2, 3], unbiased=False, keepdim=True)
        return F.conv2d(x, (weight - mean) * (var + 1e-5).rsqrt(), self.bias, self.stride, self.padding, self.dilation,
                        self.groups)


class Block(nn.Module):
    def __init__(self, before, after, groups):
        super().__init__()
        self.proj, self.norm, self.act = WeightStandardized(before, after, 3, padding=1), nn.GroupNorm(groups, after), nn.SiLU()

    def forward(self, x, scale_shift=None):
        x = self.norm(self.proj(x))
        if exists(scale_shift):
            scale, shift = scale_shift
            x = x * (scale + 1) + shift
        return self.act(x)


class ResnetBlock(nn.Module):
    def __init__(self, before, after, *, time_dim=None, groups=4):
        super().__init__()
        self.mlp = nn.Sequential(nn.SiLU(), nn.Linear(time_dim, after * 2)) if exists(time_dim) else None
        self.block1, self.block2 = Block(before, after, groups), Block(after, after, groups)
        self.res = nn.Conv2d(before, after, 1) if before != after else nn.Identity()

    def forward(self, x, time=None):
        scale_shift = None
        if exists(self.mlp) and exists(time):
            scale_shift = self.mlp(time)[..., None, None].chunk(2, dim=1)
        return self.block2(self.block1(x, scale_shift=scale_shift)) + self.res(x)


class LinearAttention(nn.Module):
    def __init__(self, dim, heads=2, dim_head=4):
        super().__init__()
        self.heads, self.scale, hidden = heads, dim_head ** -0.5, heads * dim_head
        self.to_qkv = nn.Conv2d(dim, hidden * 3, 1, bias=False)
        self.to_out = nn.Sequential(nn.Conv2d(hidden, dim, 1), nn.GroupNorm(1, dim))

    def forward(self, x):
        b, c, h, w = x.shape
        q, k, v = (t.reshape(b, self.heads, -1, h * w) for t in self.to_qkv(x).chunk(3, dim=1))
        q, k = q.softmax(dim=-2) * self.scale, k.softmax(dim=-1)
        context = torch.einsum("b h d n, b h e n -> b h d e", k, v / (h * w))
        out = torch.einsum("b h d e, b h d n -> b h e n", context, q)
        return self.to_out(out.reshape(b, -1, h, w))


class Denoiser(nn.Module):
    def __init__(self, dim, dim_mults, timesteps, groups):
        super().__init__()
        betas = cosine_schedule(timesteps)
        alphas_cumprod = torch.cumprod(1. - betas, dim=0)
        register = lambda name, value: self.register_buffer(name, value.to(torch.float32))
        register("sqrt_alphas", torch.sqrt(alphas_cumprod))
        register("sqrt_one_minus", torch.sqrt(1. - alphas_cumprod))
        register("previous", F.pad(alphas_cumprod[:-1], (1, 0), value=1.))
        dims = [dim, *map(lambda m: dim * m, dim_mults)]
        pairs = list(zip(dims[:-1], dims[1:]))
        time_dim = dim * 4
        self.init_conv = nn.Conv2d(3, dim, 7, padding=3)
        self.time_mlp = nn.Sequential(Sinusoidal(dim), nn.Linear(dim, time_dim), nn.GELU(), nn.Linear(time_dim, time_dim))
        self.downs, self.ups = nn.ModuleList([]), nn.ModuleList([])
        for a, b in pairs:
            self.downs.append(nn.ModuleList([ResnetBlock(a, a, time_dim=time_dim), Residual(LinearAttention(a)),
                                             nn.Conv2d(a, b, 4, 2, 1)]))
        self.mid = ResnetBlock(dims[-1], dims[-1], time_dim=time_dim)
        for a, b in reversed(pairs):
            self.ups.append(nn.ModuleList([nn.Sequential(nn.Upsample(scale_factor=2), nn.Conv2d(b, a, 3, padding=1)),
                                           ResnetBlock(2 * a, a, time_dim=time_dim), Residual(LinearAttention(a))]))
        self.final = ResnetBlock(dim * 2, dim, time_dim=time_dim)
        self.out = nn.Conv2d(dim, 3, 1)

    def model(self, x, time):
        x = self.init_conv(x)
        first, t, h = x.clone(), self.time_mlp(time), []
        for block, attention, down in self.downs:
            x = attention(block(x, t))
            h.append(x)
            x = down(x)
        x = self.mid(x, t)
        for up, block, attention in self.ups:
            x = attention(block(torch.cat((up(x), h.pop()), dim=1), t))
        return self.out(self.final(torch.cat((x, first), dim=1), t))

    def forward(self, image, t):
        noise = torch.randn_like(image)
        x = extract(self.sqrt_alphas, t, image.shape) * image + extract(self.sqrt_one_minus, t, image.shape) * noise
        return self.model(x, t), noise


def build(cfg):
    return Denoiser(**cfg)


def loss(outputs):
    predicted, noise = outputs
    return F.mse_loss(predicted, noise, reduction="none").flatten(1).mean(1).mean()
