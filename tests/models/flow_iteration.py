"""Optical flow by iteration: all-pairs correlation, a pyramid looked up by grids, a convolutional GRU, convex upsampling."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"dim": 16, "hidden": 8, "levels": 2, "radius": 1, "iters": 2}
INPUTS = [["float32", [1, 3, 32, 48]], ["float32", [1, 3, 32, 48]]]


def coords_grid(batch, ht, wd):
    coords = torch.meshgrid(torch.arange(ht), torch.arange(wd))
    coords = torch.stack(coords[::-1], dim=0).float()
    return coords[None].repeat(batch, 1, 1, 1)


def bilinear_sampler(img, coords):
    H, W = img.shape[-2:]
    xgrid, ygrid = coords.split([1, 1], dim=-1)
    xgrid = 2 * xgrid / (W - 1) - 1
    ygrid = 2 * ygrid / (H - 1) - 1
    return F.grid_sample(img, torch.cat([xgrid, ygrid], dim=-1), align_corners=True)


class CorrBlock:
    def __init__(self, fmap1, fmap2, num_levels, radius):
        self.num_levels = num_levels
        self.radius = radius
        self.pyramid = []
        corr = CorrBlock.corr(fmap1, fmap2)
        batch, h1, w1, dim, h2, w2 = corr.shape
        corr = corr.reshape(batch * h1 * w1, dim, h2, w2)
        self.pyramid.append(corr)
        for _ in range(self.num_levels - 1):
            corr = F.avg_pool2d(corr, 2, stride=2)
            self.pyramid.append(corr)

    def __call__(self, coords):
        r = self.radius
        coords = coords.permute(0, 2, 3, 1)
        batch, h1, w1, _ = coords.shape
        out = []
        for i in range(self.num_levels):
            corr = self.pyramid[i]
            dx = torch.linspace(-r, r, 2 * r + 1, device=coords.device)
            dy = torch.linspace(-r, r, 2 * r + 1, device=coords.device)
            delta = torch.stack(torch.meshgrid(dy, dx), axis=-1)
            centroid = coords.reshape(batch * h1 * w1, 1, 1, 2) / 2 ** i
            sampled = bilinear_sampler(corr, centroid + delta.view(1, 2 * r + 1, 2 * r + 1, 2))
            out.append(sampled.view(batch, h1, w1, -1))
        return torch.cat(out, dim=-1).permute(0, 3, 1, 2).contiguous().float()

    @staticmethod
    def corr(fmap1, fmap2):
        batch, dim, ht, wd = fmap1.shape
        fmap1 = fmap1.view(batch, dim, ht * wd)
        fmap2 = fmap2.view(batch, dim, ht * wd)
        corr = torch.matmul(fmap1.transpose(1, 2), fmap2)
        corr = corr.view(batch, ht, wd, 1, ht, wd)
        return corr / torch.sqrt(torch.tensor(dim).float())


class ConvGRU(nn.Module):
    def __init__(self, hidden, inputs):
        super().__init__()
        self.convz = nn.Conv2d(hidden + inputs, hidden, 3, padding=1)
        self.convr = nn.Conv2d(hidden + inputs, hidden, 3, padding=1)
        self.convq = nn.Conv2d(hidden + inputs, hidden, 3, padding=1)

    def forward(self, h, x):
        hx = torch.cat([h, x], dim=1)
        z = torch.sigmoid(self.convz(hx))
        r = torch.sigmoid(self.convr(hx))
        q = torch.tanh(self.convq(torch.cat([r * h, x], dim=1)))
        return (1 - z) * h + z * q


class Raft(nn.Module):
    def __init__(self, dim, hidden, levels, radius, iters):
        super().__init__()
        self.levels, self.radius, self.iters, self.hidden = levels, radius, iters, hidden
        self.fnet = nn.Sequential(nn.Conv2d(3, dim, 7, 4, 3), nn.InstanceNorm2d(dim), nn.ReLU(inplace=True),
                                  nn.Conv2d(dim, dim, 3, 2, 1))
        self.cnet = nn.Sequential(nn.Conv2d(3, dim, 7, 4, 3), nn.BatchNorm2d(dim), nn.ReLU(inplace=True),
                                  nn.Conv2d(dim, 2 * hidden, 3, 2, 1))
        planes = levels * (2 * radius + 1) ** 2
        self.motion = nn.Conv2d(planes + 2, hidden - 2, 3, padding=1)
        self.gru = ConvGRU(hidden, 2 * hidden)
        self.flow_head = nn.Sequential(nn.Conv2d(hidden, hidden, 3, padding=1), nn.ReLU(), nn.Conv2d(hidden, 2, 3, padding=1))
        self.mask = nn.Conv2d(hidden, 64 * 9, 1)

    def upsample_flow(self, flow, mask):
        N, _, H, W = flow.shape
        mask = mask.view(N, 1, 9, 8, 8, H, W)
        mask = torch.softmax(mask, dim=2)
        up_flow = F.unfold(8 * flow, [3, 3], padding=1)
        up_flow = up_flow.view(N, 2, 9, 1, 1, H, W)
        up_flow = torch.sum(mask * up_flow, dim=2)
        up_flow = up_flow.permute(0, 1, 4, 2, 5, 3)
        return up_flow.reshape(N, 2, 8 * H, 8 * W)

    def forward(self, image1, image2):
        fmap1, fmap2 = self.fnet(torch.cat([image1, image2], dim=0)).chunk(2, dim=0)
        corr_fn = CorrBlock(fmap1, fmap2, self.levels, self.radius)
        net, inp = torch.split(self.cnet(image1), [self.hidden, self.hidden], dim=1)
        net, inp = torch.tanh(net), torch.relu(inp)
        n, _, h, w = fmap1.shape
        coords0 = coords_grid(n, h, w).to(image1.device)
        coords1 = coords_grid(n, h, w).to(image1.device)
        predictions = []
        for _ in range(self.iters):
            coords1 = coords1.detach()
            corr = corr_fn(coords1)
            flow = coords1 - coords0
            motion = F.relu(self.motion(torch.cat([corr, flow], dim=1)))
            net = self.gru(net, torch.cat([inp, motion, flow], dim=1))
            coords1 = coords1 + self.flow_head(net)
            predictions.append(self.upsample_flow(coords1 - coords0, .25 * self.mask(net)))
        return predictions


def build(cfg):
    return Raft(**cfg)


def loss(outputs):
    total = 0.0
    for i, flow in enumerate(outputs):
        weight = 0.8 ** (len(outputs) - i - 1)
        total += weight * (flow - 1.0).abs().mean()
    return total
