"""Functions with several results: a fused linear gate whose backward multiplies matrices, and a split that keeps masks."""
import torch
from torch import nn
from torch.autograd.function import once_differentiable

CFG = {"features": 20, "hidden": 36}
INPUTS = [["float32", [9, 20]]]


class GatedLinear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        pre = torch.addmm(bias, x, weight.t())
        value, gate = pre.chunk(2, dim=1)
        gate = gate.sigmoid()
        ctx.save_for_backward(x, weight, value.contiguous(), gate)
        return value * gate, gate.clone()

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_value, grad_gate):
        x, weight, value, gate = ctx.saved_tensors
        inner = (grad_value * value + grad_gate) * gate * (1 - gate)
        grad_pre = torch.cat([grad_value * gate, inner], dim=1)
        grad_x = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_x = grad_pre.mm(weight)
        if ctx.needs_input_grad[1]:
            grad_weight = grad_pre.t().mm(x)
        if ctx.needs_input_grad[2]:
            grad_bias = grad_pre.sum(0)
        return grad_x, grad_weight, grad_bias


class SignSplit(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, slope=0.1):
        positive = x > 0
        ctx.save_for_backward(positive)
        ctx.slope = slope
        ctx.mark_non_differentiable(positive)
        return torch.where(positive, x, x * slope), positive

    @staticmethod
    def backward(ctx, grad, _):
        positive, = ctx.saved_tensors
        return torch.where(positive, grad, grad * ctx.slope), None


class Net(nn.Module):
    def __init__(self, features, hidden):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(2 * hidden, features))
        self.bias = nn.Parameter(torch.zeros(2 * hidden))
        nn.init.xavier_uniform_(self.weight)
        self.norm = nn.BatchNorm1d(hidden)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        value, gate = GatedLinear.apply(x, self.weight, self.bias)
        active, mask = SignSplit.apply(self.norm(value), 0.2)
        return self.out(active), gate, mask.float().mean()


def build(cfg):
    return Net(cfg["features"], cfg["hidden"])


def loss(outputs):
    y, gate, share = outputs
    return (y ** 2).mean() + gate.mean() + share
