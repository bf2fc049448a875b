"""Rays through a field: positional encoding, densities to weights by a running product, importance samples by a search."""
import torch
from torch import nn
from torch.nn import functional as F

CFG = {"samples": 8, "fine": 6, "freqs": 4, "width": 32, "skips": [2]}
INPUTS = [["float32", [10, 3]], ["float32", [10, 3]]]


class Embedder:
    def __init__(self, freqs, include_input=True):
        self.fns = []
        if include_input:
            self.fns.append(lambda x: x)
        for freq in 2.0 ** torch.linspace(0.0, freqs - 1, steps=freqs):
            for p_fn in [torch.sin, torch.cos]:
                self.fns.append(lambda x, p_fn=p_fn, freq=freq: p_fn(x * float(freq)))
        self.out_dim = 3 * len(self.fns)

    def __call__(self, inputs):
        return torch.cat([fn(inputs) for fn in self.fns], -1)


class Field(nn.Module):
    def __init__(self, depth, width, in_ch, views_ch, skips):
        super().__init__()
        self.skips = skips
        self.pts = nn.ModuleList([nn.Linear(in_ch, width)] + [
            nn.Linear(width, width) if i not in skips else nn.Linear(width + in_ch, width) for i in range(depth - 1)])
        self.views = nn.Linear(width + views_ch, width // 2)
        self.feature, self.alpha, self.rgb = nn.Linear(width, width), nn.Linear(width, 1), nn.Linear(width // 2, 3)

    def forward(self, points, views):
        h = points
        for i, layer in enumerate(self.pts):
            h = F.relu(layer(h))
            if i in self.skips:
                h = torch.cat([points, h], -1)
        alpha = self.alpha(h)
        h = F.relu(self.views(torch.cat([self.feature(h), views], -1)))
        return torch.cat([self.rgb(h), alpha], -1)


def raw2outputs(raw, z_vals, rays_d):
    dists = z_vals[..., 1:] - z_vals[..., :-1]
    dists = torch.cat([dists, torch.full_like(dists[..., :1], 1e10)], -1)
    dists = dists * torch.norm(rays_d[..., None, :], dim=-1)
    rgb = torch.sigmoid(raw[..., :3])
    alpha = 1.0 - torch.exp(-F.relu(raw[..., 3]) * dists)
    ones = torch.ones((alpha.shape[0], 1), device=alpha.device)
    weights = alpha * torch.cumprod(torch.cat([ones, 1.0 - alpha + 1e-10], -1), -1)[:, :-1]
    rgb_map = torch.sum(weights[..., None] * rgb, -2)
    depth = torch.sum(weights * z_vals, -1)
    disp = 1.0 / torch.max(1e-10 * torch.ones_like(depth), depth / (torch.sum(weights, -1) + 1e-6))
    return rgb_map, disp, weights


def sample_pdf(bins, weights, count):
    weights = weights + 1e-5
    pdf = weights / torch.sum(weights, -1, keepdim=True)
    cdf = torch.cumsum(pdf, -1)
    cdf = torch.cat([torch.zeros_like(cdf[..., :1]), cdf], -1)
    u = torch.linspace(0.0, 1.0, steps=count, device=cdf.device).expand(list(cdf.shape[:-1]) + [count]).contiguous()
    inds = torch.searchsorted(cdf, u, right=True)
    below = torch.max(torch.zeros_like(inds - 1), inds - 1)
    above = torch.min((cdf.shape[-1] - 1) * torch.ones_like(inds), inds)
    inds_g = torch.stack([below, above], -1)
    matched = [inds_g.shape[0], inds_g.shape[1], cdf.shape[-1]]
    cdf_g = torch.gather(cdf.unsqueeze(1).expand(matched), 2, inds_g)
    bins_g = torch.gather(bins.unsqueeze(1).expand(matched), 2, inds_g)
    denom = cdf_g[..., 1] - cdf_g[..., 0]
    denom = torch.where(denom < 1e-5, torch.ones_like(denom), denom)
    return bins_g[..., 0] + (u - cdf_g[..., 0]) / denom * (bins_g[..., 1] - bins_g[..., 0])


class Renderer(nn.Module):
    def __init__(self, samples, fine, freqs, width, skips):
        super().__init__()
        self.samples, self.fine = samples, fine
        self.embed, self.embed_dirs = Embedder(freqs), Embedder(2)
        self.coarse = Field(4, width, self.embed.out_dim, self.embed_dirs.out_dim, skips)
        self.detail = Field(4, width, self.embed.out_dim, self.embed_dirs.out_dim, skips)

    def query(self, net, points, dirs):
        flat = self.embed(points.reshape(-1, points.shape[-1]))
        views = self.embed_dirs(dirs[:, None].expand(points.shape).reshape(-1, 3))
        return net(flat, views).reshape(list(points.shape[:-1]) + [4])

    def forward(self, rays_o, rays_d):
        viewdirs = rays_d / torch.norm(rays_d, dim=-1, keepdim=True)
        t_vals = torch.linspace(0.0, 1.0, steps=self.samples, device=rays_o.device)
        z_vals = (2.0 * (1.0 - t_vals) + 6.0 * t_vals).expand([rays_o.shape[0], self.samples])
        pts = rays_o[..., None, :] + rays_d[..., None, :] * z_vals[..., :, None]
        rgb0, disp0, weights = raw2outputs(self.query(self.coarse, pts, viewdirs), z_vals, rays_d)
        z_mid = 0.5 * (z_vals[..., 1:] + z_vals[..., :-1])
        z_samples = sample_pdf(z_mid, weights[..., 1:-1], self.fine).detach()
        z_vals, _ = torch.sort(torch.cat([z_vals, z_samples], -1), -1)
        pts = rays_o[..., None, :] + rays_d[..., None, :] * z_vals[..., :, None]
        rgb, disp, _ = raw2outputs(self.query(self.detail, pts, viewdirs), z_vals, rays_d)
        return {"rgb": rgb, "rgb0": rgb0, "disp": disp, "disp0": disp0}


def build(cfg):
    return Renderer(cfg.samples, cfg.fine, cfg.freqs, cfg.width, cfg.skips)


def loss(outputs):
    target = torch.full_like(outputs["rgb"], 0.5)
    img2mse = lambda x, y: torch.mean((x - y) ** 2)  # noqa: E731
    return img2mse(outputs["rgb"], target) + img2mse(outputs["rgb0"], target) + 0.0 * outputs["disp"].mean()
