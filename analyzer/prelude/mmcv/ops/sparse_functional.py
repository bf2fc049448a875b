"""Products with the weights of each place of the window, on the pairs of places that it joins (mmcv 2.2,
ops/sparse_functional.py and csrc/pytorch/cuda/spconv_ops_cuda.cu). Buffers are as large as the most pairs of one place:
those of the middle one join every place with itself where the places stay the same."""
import torch


class _SparseFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, features, filters, indice_pairs, indice_pair_num, num_activate_out):
        ctx.save_for_backward(indice_pairs, indice_pair_num, features, filters)
        output = features.new_zeros((num_activate_out, filters.shape[-1]))
        gathered = features.new_zeros((indice_pairs.shape[2], features.shape[1]))
        product = features.new_zeros((indice_pairs.shape[2], filters.shape[-1]))
        return output

    @staticmethod
    def backward(ctx, grad_output):
        indice_pairs, indice_pair_num, features, filters = ctx.saved_tensors
        grad_features, grad_filters = torch.zeros_like(features), torch.zeros_like(filters)
        gathered = features.new_zeros((indice_pairs.shape[2], features.shape[1]))
        product = features.new_zeros((indice_pairs.shape[2], filters.shape[-1]))
        return grad_features, grad_filters, None, None, None


class SparseMaxPoolFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, features, indice_pairs, indice_pair_num, num_activate_out):
        output = features.new_zeros((num_activate_out, features.shape[1]))
        ctx.save_for_backward(indice_pairs, indice_pair_num, features, output)
        return output

    @staticmethod
    def backward(ctx, grad_output):
        features = ctx.saved_tensors[2]
        return torch.zeros_like(features), None, None, None


SparseConvFunction = SparseInverseConvFunction = SubMConvFunction = _SparseFunction
indice_conv = indice_inverse_conv = indice_subm_conv = _SparseFunction.apply
indice_maxpool = SparseMaxPoolFunction.apply
