"""In-place on views, as_strided, unfold, chunk/split/unbind/stack, slice assignment, masked ops."""
import torch
import torch.nn as nn
import torch.nn.functional as F
import itertools

CFG = {"c": 8}
INPUTS = [["float32", [4, 8, 12]]]


class RotateHalf(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        out[..., ::2] = -x[..., 1::2]
        out[..., 1::2] = x[..., ::2]
        return out


class Shift(nn.Module):
    """Moves a share of the channels one step ahead, a share one step back."""
    def __init__(self, share=4):
        super().__init__()
        self.share = share

    def forward(self, x):
        k = x.size(1) // self.share
        moved = torch.zeros_like(x)
        moved.narrow(1, 0, k)[..., :-1] = x.narrow(1, 0, k)[..., 1:]
        moved.narrow(1, k, k)[..., 1:] = x.narrow(1, k, k)[..., :-1]
        moved[:, 2 * k:] = x[:, 2 * k:]
        return moved


class Net(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv = nn.Conv1d(c, c, 3, padding=1)
        self.rot = RotateHalf()
        self.shift = Shift()
        self.gamma = nn.Parameter(torch.ones(c, 1))
        self.lin = nn.Linear(c, c)
        self.blocks = nn.ModuleList(nn.Conv1d(c // 2, c // 2, 1) for _ in range(2))

    def forward(self, x):
        y = self.conv(x)
        y[:, ::2] += 1.5
        y[:, 1::2] *= 2
        z = y.clone()
        z[:, :2].mul_(self.gamma[:2])
        z[:, 2:4] = z[:, 4:6].sigmoid()
        z.add_(self.rot(z.clone()), alpha=0.5)
        s = self.shift(z)
        a, b = s.chunk(2, dim=1)
        a = a + self.blocks[0](b).tanh_()
        b = b - self.blocks[1](a).relu_()
        s = torch.cat((a, b), 1)
        mask = s > 0
        s = s.masked_fill(~mask, 0.1) + torch.where(mask, s, s.new_tensor(0.)) ** 2
        w = s.unfold(2, 4, 2)
        w = w.mean(-1)
        st = s.contiguous().as_strided((4, 8, 5), (96, 12, 2)) * 2
        u = torch.stack([v.exp() for v in w.unbind(1)], dim=0)
        p, q, r = torch.split(s, [2, 4, 2], dim=1)
        m = torch.einsum("bct,bdt->bcd", p, q)
        n = torch.tensordot(q, r, dims=([2], [2]))
        flat = s.flatten()
        picked = flat[flat.argsort()[:20]]
        acc = torch.zeros(4, 8, device=x.device)
        for i, j in itertools.product(range(2), range(2)):
            acc[i::2, j::2] += s[i::2, j::2].sum(-1)
        lin = self.lin(acc)
        lin[lin < 0] = 0
        lin = lin.index_fill(1, torch.tensor([0, 3]), 0.5).clamp_(max=3.)
        lin = lin.masked_scatter(lin > 1, lin * 2)
        idx = torch.tensor([2, 0, 1])
        k = s.index_select(2, idx).index_copy(2, idx, s[..., 3:6] * 2)
        s2 = s.clone()
        s2[:, idx] = s[:, idx + 1] * 3
        s2[torch.arange(4), torch.arange(4)] *= 2
        e = s2.expand(2, -1, -1, -1).repeat_interleave(2, dim=1)
        cum = e.cumsum(-1).cumprod(1)[..., -1]
        f = torch.flip(k, [2]).roll(1, 1).rot90(1, [1, 2])
        return [u.sum(), st.pow(3).mean(), m.square().mean(), n.mean(), picked.std(), lin.norm(),
                cum.logsumexp(-1).mean(), f.prod(-1).sum(), w.amax(1).sum(), w.median()]


def build(cfg):
    return Net(**cfg)


def loss(outputs):
    return torch.stack(outputs).sum()
