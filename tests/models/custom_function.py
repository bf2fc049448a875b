"""Autograd functions of its own: a memory-saving swish, a straight-through estimator, a gradient reversal."""
import torch
import torch.nn as nn
from torch.autograd import Function

CFG = {"width": 24, "codes": 10, "alpha": 0.3}
INPUTS = [["float32", [6, 12]]]


class SwishFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, i):
        result = i * torch.sigmoid(i)
        ctx.save_for_backward(i)
        return result

    @staticmethod
    def backward(ctx, grad_output):
        i, = ctx.saved_tensors
        sigmoid_i = torch.sigmoid(i)
        return grad_output * (sigmoid_i * (1 + i * (1 - sigmoid_i)))


class MemoryEfficientSwish(nn.Module):
    def forward(self, x):
        return SwishFunction.apply(x)


class Reverse(Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.alpha = alpha
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad.neg() * ctx.alpha, None


class RoundSTE(Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad.clone()


class Quantizer(nn.Module):
    def __init__(self, codes, dim, commitment=0.25):
        super().__init__()
        self.embedding = nn.Embedding(codes, dim)
        self.embedding.weight.data.uniform_(-1 / codes, 1 / codes)
        self.commitment = commitment

    def forward(self, z):
        distances = (torch.sum(z ** 2, dim=1, keepdim=True) + torch.sum(self.embedding.weight ** 2, dim=1)
                     - 2 * torch.matmul(z, self.embedding.weight.t()))
        indices = torch.argmin(distances, dim=1).unsqueeze(1)
        encodings = torch.zeros(indices.shape[0], self.embedding.num_embeddings, device=z.device)
        encodings.scatter_(1, indices, 1)
        quantized = torch.matmul(encodings, self.embedding.weight).view(z.shape)
        latent = torch.mean((quantized.detach() - z) ** 2) * self.commitment + torch.mean((quantized - z.detach()) ** 2)
        return z + (quantized - z).detach(), latent


class Net(nn.Module):
    def __init__(self, width, codes, alpha):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(12, width), MemoryEfficientSwish(), nn.Linear(width, width))
        self.quantizer = Quantizer(codes, width)
        self.domain = nn.Linear(width, 2)
        self.decode = nn.Linear(width, 12)
        self.alpha = alpha

    def forward(self, x):
        z = self.encode(x)
        quantized, latent = self.quantizer(z)
        domain = self.domain(Reverse.apply(z, self.alpha))
        rounded = RoundSTE.apply(self.decode(quantized))
        return rounded, domain, latent


def build(cfg):
    return Net(**cfg)


def loss(outputs):
    rounded, domain, latent = outputs
    return rounded.square().mean() + domain.log_softmax(1)[:, 0].neg().mean() + latent
