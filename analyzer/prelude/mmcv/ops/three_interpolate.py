"""Features between three points (mmcv 2.2, ops/three_interpolate.py)."""
import torch


class ThreeInterpolate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, features, indices, weight):
        assert features.is_contiguous()
        assert indices.is_contiguous()
        assert weight.is_contiguous()
        batch, channels, sources = features.size()
        ctx.three_interpolate_for_backward = (indices, weight, sources)
        return features.new_empty((batch, channels, indices.size(1)))

    @staticmethod
    def backward(ctx, grad_out):
        indices, weight, sources = ctx.three_interpolate_for_backward
        grad_features = grad_out.new_zeros((grad_out.size(0), grad_out.size(1), sources))
        grad_out = grad_out.contiguous()
        return grad_features, None, None


three_interpolate = ThreeInterpolate.apply
