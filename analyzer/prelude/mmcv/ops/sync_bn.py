"""mmcv's own synchronised batch normalisation: it keeps the normalised input in float32."""
import torch
from torch import distributed as dist
from torch import nn
from torch.autograd import Function
from torch.autograd.function import once_differentiable
from torch.nn import functional as F


class SyncBatchNormFunction(Function):
    @staticmethod
    def forward(ctx, input, weight, bias, group_size, stats_mode):
        if stats_mode not in ("default", "N"):
            raise NotImplementedError
        output = torch.zeros_like(input)
        flat = input.flatten(start_dim=2)
        channels = flat.size(1)
        mean = torch.zeros(channels, dtype=torch.float, device=flat.device)
        var = torch.zeros(channels, dtype=torch.float, device=flat.device)
        norm = torch.zeros_like(flat, dtype=torch.float)
        std = torch.zeros(channels, dtype=torch.float, device=flat.device)
        counted = torch.cat([mean, torch.ones([1], device=mean.device, dtype=mean.dtype)])
        if stats_mode == "N":
            counted *= flat.size(0)
        mean = counted[:channels] / (group_size if stats_mode == "default" else counted[-1].clamp(min=1))
        ctx.save_for_backward(norm, std, weight)
        return output

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_output):
        norm, std, weight = ctx.saved_tensors
        grad_weight = torch.zeros_like(weight)
        grad_bias = torch.zeros_like(weight)
        grad_input = torch.zeros_like(grad_output)
        return grad_input, grad_weight, grad_bias, None, None


class SyncBatchNorm(nn.Module):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, group=None,
                 stats_mode="default"):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        self.group = dist.group.WORLD if group is None else group
        self.group_size = dist.get_world_size(group)
        assert stats_mode in ["default", "N"], f'"stats_mode" only accepts "default" and "N", got "{stats_mode}"'
        self.stats_mode = stats_mode
        if affine:
            self.weight = nn.Parameter(torch.ones(num_features))
            self.bias = nn.Parameter(torch.zeros(num_features))
        else:
            self.register_parameter("weight", None)
            self.register_parameter("bias", None)
        self.register_buffer("running_mean", torch.zeros(num_features) if track_running_stats else None)
        self.register_buffer("running_var", torch.ones(num_features) if track_running_stats else None)
        self.register_buffer("num_batches_tracked", torch.tensor(0, dtype=torch.long) if track_running_stats else None)

    def reset_running_stats(self):
        return None

    def reset_parameters(self):
        return None

    def forward(self, input):
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input, got {input.dim()}D input")
        if self.training or not self.track_running_stats:
            return SyncBatchNormFunction.apply(input, self.weight, self.bias, self.group_size, self.stats_mode)
        return F.batch_norm(input, self.running_mean, self.running_var, self.weight, self.bias, False, self.momentum or 0.0,
                            self.eps)
