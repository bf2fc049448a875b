"""A masked autoencoder over patches: shuffle by argsort, gather the kept, scatter them back among mask tokens."""
import torch
import torch.nn as nn
from functools import partial
from itertools import repeat
import collections.abc

CFG = {"image": 32, "patch": 8, "dim": 24, "depth": 2, "heads": 3, "decoder_dim": 16, "mask_ratio": 0.5}
INPUTS = [["float32", [2, 3, 32, 32]]]


def _ntuple(n):
    def parse(x):
        if isinstance(x, collections.abc.Iterable) and not isinstance(x, str):
            return tuple(x)
        return tuple(repeat(x, n))
    return parse


to_2tuple = _ntuple(2)


class PatchEmbed(nn.Module):
    def __init__(self, image, patch, before, dim):
        super().__init__()
        image, patch = to_2tuple(image), to_2tuple(patch)
        self.grid = (image[0] // patch[0], image[1] // patch[1])
        self.num_patches = self.grid[0] * self.grid[1]
        self.proj = nn.Conv2d(before, dim, kernel_size=patch, stride=patch)

    def forward(self, x):
        return self.proj(x).flatten(2).transpose(1, 2)


class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads, self.scale = heads, (dim // heads) ** -0.5
        self.qkv, self.proj = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)

    def forward(self, x):
        B, N, C = x.shape
        q, k, v = self.qkv(x).reshape(B, N, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        attn = (q * self.scale) @ k.transpose(-2, -1)
        attn = attn - attn.amax(-1, keepdim=True).detach()
        x = (attn.softmax(-1) @ v).transpose(1, 2).flatten(2)
        return self.proj(x)


class Block(nn.Module):
    def __init__(self, dim, heads, norm=partial(nn.LayerNorm, eps=1e-6), init_values=0.1):
        super().__init__()
        self.norm1, self.attn, self.norm2 = norm(dim), Attention(dim, heads), norm(dim)
        self.gate, self.value, self.out = nn.Linear(dim, 2 * dim), nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)
        self.gamma_1 = nn.Parameter(init_values * torch.ones(dim))
        self.gamma_2 = nn.Parameter(torch.full((dim,), init_values))

    def forward(self, x):
        x = torch.addcmul(x, self.gamma_1, self.attn(self.norm1(x)))
        y = self.norm2(x)
        return x + self.gamma_2 * self.out(nn.functional.gelu(self.gate(y), approximate="tanh") * self.value(y))


class Masked(nn.Module):
    def __init__(self, image, patch, dim, depth, heads, decoder_dim, mask_ratio):
        super().__init__()
        self.patch, self.mask_ratio = patch, mask_ratio
        self.patch_embed = PatchEmbed(image, patch, 3, dim)
        n = self.patch_embed.num_patches
        self.cls_token = nn.Parameter(torch.zeros(1, 1, dim))
        self.pos_embed = nn.Parameter(torch.zeros(1, n + 1, dim), requires_grad=False)
        self.blocks = nn.ModuleList([Block(dim, heads) for _ in range(depth)])
        self.norm = nn.LayerNorm(dim)
        self.decoder_embed = nn.Linear(dim, decoder_dim)
        self.mask_token = nn.Parameter(torch.zeros(1, 1, decoder_dim))
        self.decoder_pos = nn.Parameter(torch.randn(1, n + 1, decoder_dim) * .02)
        self.decoder = nn.Sequential(*[Block(decoder_dim, 2) for _ in range(depth - 1)])
        self.pred = nn.Linear(decoder_dim, patch ** 2 * 3)
        torch.nn.init.normal_(self.cls_token, std=.02)

    def patchify(self, images):
        p = self.patch
        h = w = images.shape[2] // p
        x = images.reshape(images.shape[0], 3, h, p, w, p)
        return torch.einsum("nchpwq->nhwpqc", x).reshape(images.shape[0], h * w, p ** 2 * 3)

    def random_masking(self, x):
        N, L, D = x.shape
        keep = int(L * (1 - self.mask_ratio))
        noise = torch.rand(N, L, device=x.device)
        shuffle = torch.argsort(noise, dim=1)
        restore = torch.argsort(shuffle, dim=1)
        kept = torch.gather(x, dim=1, index=shuffle[:, :keep].unsqueeze(-1).repeat(1, 1, D))
        mask = torch.ones([N, L], device=x.device)
        mask[:, :keep] = 0
        return kept, torch.gather(mask, dim=1, index=restore), restore

    def forward(self, images):
        x = self.patch_embed(images) + self.pos_embed[:, 1:, :]
        x, mask, restore = self.random_masking(x)
        cls = (self.cls_token + self.pos_embed[:, :1, :]).expand(x.shape[0], -1, -1)
        x = torch.cat((cls, x), dim=1)
        for block in self.blocks:
            x = block(x)
        x = self.decoder_embed(self.norm(x))
        tokens = self.mask_token.repeat(x.shape[0], restore.shape[1] + 1 - x.shape[1], 1)
        y = torch.cat([x[:, 1:, :], tokens], dim=1)
        y = torch.gather(y, dim=1, index=restore.unsqueeze(-1).repeat(1, 1, x.shape[2]))
        x = torch.cat([x[:, :1, :], y], dim=1) + self.decoder_pos
        return self.pred(self.decoder(x))[:, 1:, :], mask, self.patchify(images)


def build(cfg):
    return Masked(**cfg)


def loss(outputs):
    pred, mask, target = outputs
    mean, var = target.mean(dim=-1, keepdim=True), target.var(dim=-1, keepdim=True)
    target = (target - mean) / (var + 1.e-6) ** .5
    return (((pred - target) ** 2).mean(dim=-1) * mask).sum() / mask.sum()
