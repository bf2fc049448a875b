"""Products of groups of rows with a matrix each: which rows go where is data, how many there are in all is not."""

import _vramlint
import torch


class _Grouped(torch.autograd.Function):
    # Each factor is kept for the other's gradient (derivatives.yaml, _grouped_mm, 2.10).
    @staticmethod
    def forward(ctx, rows, matrices):
        ctx.save_for_backward(rows, matrices)
        return rows.new_empty((rows.shape[0], matrices.shape[-1]))

    @staticmethod
    def backward(ctx, grad):
        rows, matrices = ctx.saved_tensors
        needs_rows, needs_matrices = ctx.needs_input_grad
        return torch.empty_like(rows) if needs_rows else None, torch.empty_like(matrices) if needs_matrices else None


def grouped_mm(mat_a, mat_b, *, offs=None, bias=None, out_dtype=None):
    if mat_a.dim() != 2 or mat_b.dim() != 3 or offs is None:
        return _vramlint.unknown("torch.nn.functional.grouped_mm is described for rows and a stack of matrices alone")
    if mat_a.shape[1] != mat_b.shape[1]:
        raise RuntimeError(f"contraction dimension of mat_a and mat_b must match: {mat_a.shape[1]} and {mat_b.shape[1]}")
    product = _Grouped.apply(mat_a, mat_b)
    return product if out_dtype is None else product.to(out_dtype)
