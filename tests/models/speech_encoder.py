"""Speech: a short-time spectrum, subsampling convolutions, relative attention, and CTC over the frames."""
import torch
import torch.nn.functional as F
from torch import nn

CFG = {"n_fft": 32, "hop": 8, "dim": 16, "heads": 2, "vocab": 9}
INPUTS = [["float32", [2, 400]]]


class Subsample(nn.Module):
    def __init__(self, freqs, dim):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(1, dim, 3, 2), nn.ReLU(), nn.Conv2d(dim, dim, 3, 2), nn.ReLU())
        self.out = nn.Linear(dim * (((freqs - 1) // 2 - 1) // 2), dim)

    def forward(self, x):
        x = self.conv(x.unsqueeze(1))
        b, c, t, f = x.size()
        return self.out(x.transpose(1, 2).contiguous().view(b, t, c * f))


class ConvModule(nn.Module):
    def __init__(self, dim, kernel=7):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.pointwise1 = nn.Conv1d(dim, 2 * dim, 1)
        self.depthwise = nn.Conv1d(dim, dim, kernel, padding=(kernel - 1) // 2, groups=dim)
        self.bn = nn.BatchNorm1d(dim)
        self.pointwise2 = nn.Conv1d(dim, dim, 1)

    def forward(self, x):
        x = self.norm(x).transpose(1, 2)
        x = F.glu(self.pointwise1(x), dim=1)
        x = F.silu(self.bn(self.depthwise(x)))
        return self.pointwise2(x).transpose(1, 2)


class RelativeAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.h, self.d = heads, dim // heads
        self.q, self.k, self.v = (nn.Linear(dim, dim) for _ in range(3))
        self.pos = nn.Linear(dim, dim, bias=False)
        self.u = nn.Parameter(torch.zeros(self.h, self.d))
        self.w = nn.Parameter(torch.zeros(self.h, self.d))

    def rel_shift(self, x):
        b, h, t, s = x.size()
        zero_pad = torch.zeros((b, h, t, 1), device=x.device, dtype=x.dtype)
        padded = torch.cat([zero_pad, x], dim=-1).view(b, h, s + 1, t)
        return padded[:, :, 1:].view_as(x)

    def forward(self, x, table):
        b, t, c = x.shape
        q = self.q(x).view(b, t, self.h, self.d)
        k = self.k(x).view(b, t, self.h, self.d).transpose(1, 2)
        v = self.v(x).view(b, t, self.h, self.d).transpose(1, 2)
        p = self.pos(table).view(1, t, self.h, self.d).transpose(1, 2)
        content = torch.matmul((q + self.u).transpose(1, 2), k.transpose(-2, -1))
        position = self.rel_shift(torch.matmul((q + self.w).transpose(1, 2), p.transpose(-2, -1)))
        scores = torch.softmax((content + position) / self.d ** 0.5, -1)
        return torch.matmul(scores, v).transpose(1, 2).reshape(b, t, c)


class Speech(nn.Module):
    def __init__(self, n_fft, hop, dim, heads, vocab):
        super().__init__()
        self.n_fft, self.hop = n_fft, hop
        self.register_buffer("window", torch.hann_window(n_fft))
        self.gain = nn.Parameter(torch.ones(1))
        self.sub = Subsample(n_fft // 2 + 1, dim)
        self.conv, self.attn = ConvModule(dim), RelativeAttention(dim, heads)
        self.ff = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 4 * dim), nn.SiLU(), nn.Linear(4 * dim, dim))
        self.head = nn.Linear(dim, vocab)

    def forward(self, wave):
        spectrum = torch.stft(wave * self.gain, self.n_fft, self.hop, window=self.window, return_complex=True)
        power = spectrum.real ** 2 + spectrum.imag ** 2
        features = torch.log(power.clamp(min=1e-6)).transpose(1, 2)
        x = self.sub(features)
        table = torch.arange(x.size(1), device=x.device).unsqueeze(1) * torch.ones(1, x.size(2), device=x.device)
        x = x + self.conv(x)
        x = x + self.attn(x, table.sin().unsqueeze(0))
        return self.head(x + 0.5 * self.ff(x))


def build(cfg):
    return Speech(**cfg)


def loss(outputs):
    log_probs = outputs.log_softmax(-1).transpose(0, 1)
    targets = torch.tensor([[1, 2, 3], [4, 5, 0]])
    return F.ctc_loss(log_probs, targets, [log_probs.size(0)] * 2, [3, 2], blank=8, zero_infinity=True)
