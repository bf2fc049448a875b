"""Features of chosen points (mmcv 2.2, ops/gather_points.py)."""
import torch


class GatherPoints(torch.autograd.Function):
    @staticmethod
    def forward(ctx, features, indices):
        assert features.is_contiguous()
        assert indices.is_contiguous()
        batch, chosen = indices.size()
        _, channels, number = features.size()
        ctx.for_backwards = (indices, channels, number)
        return features.new_zeros((batch, channels, chosen))

    @staticmethod
    def backward(ctx, grad_out):
        indices, channels, number = ctx.for_backwards
        grad_features = grad_out.new_zeros((indices.size(0), channels, number))
        grad_out = grad_out.contiguous()
        return grad_features, None


gather_points = GatherPoints.apply
