"""autograd/_functions.py: products with weights of few bits."""
import torch
from bitsandbytes import functional as F


class MatmulLtState:
    def __init__(self):
        self.CB = self.SCB = self.idx = None
        self.threshold, self.has_fp16_weights, self.is_training = 0.0, True, True


class MatMul4Bit(torch.autograd.Function):
    """The weight is made whole in either direction; what goes in is not kept, for the weight has no gradient."""

    @staticmethod
    def forward(ctx, A, B, out=None, bias=None, quant_state=None):
        ctx.state, ctx.weight, ctx.has_bias = quant_state, B, bias is not None and bias.requires_grad
        return torch.nn.functional.linear(A, F.dequantize_4bit(B, quant_state).to(A.dtype), bias)

    @staticmethod
    def backward(ctx, grad_output):
        of_bias = grad_output.sum(0) if ctx.has_bias else None
        if not ctx.needs_input_grad[0]:
            return None, None, None, of_bias, None
        return torch.matmul(grad_output, F.dequantize_4bit(ctx.weight, ctx.state).to(grad_output.dtype)), None, None, of_bias, None


def matmul_4bit(A, B, quant_state, out=None, bias=None):
    return MatMul4Bit.apply(A, B, out, bias, quant_state)


class MatMul8bitLt(torch.autograd.Function):
    """LLM.int8(): integers are multiplied with 32 bits; what went in is kept for the weight that has no gradient."""

    @staticmethod
    def forward(ctx, A, B, out=None, bias=None, state=None):
        ctx.shape, ctx.dtype, ctx.state = A.shape, A.dtype, state
        rows = A.reshape(-1, A.shape[-1]) if A.dim() == 3 else A
        packed, scales, state.idx = F.int8_vectorwise_quant(rows.to(torch.float16), threshold=state.threshold)
        product = F.int8_linear_matmul(packed, state.CB)
        result = F.int8_mm_dequant(product, scales, state.SCB, bias=bias).to(A.dtype)
        if any(ctx.needs_input_grad[:2]):
            ctx.kept = rows
        return result.reshape(*A.shape[:-1], state.CB.shape[0])

    @staticmethod
    def backward(ctx, grad_output):
        rows = grad_output.reshape(-1, grad_output.shape[-1]).contiguous()
        if not ctx.needs_input_grad[0]:
            return None, None, None, None, None
        scales = ctx.state.SCB.unsqueeze(1).mul(1.0 / 127.0)
        weight = ctx.state.CB.to(ctx.dtype).mul_(scales)
        return torch.matmul(rows.to(ctx.dtype), weight).view(ctx.shape), None, None, None, None


def matmul(A, B, out=None, state=None, threshold=0.0, bias=None):
    state = state or MatmulLtState()
    if threshold > 0.0:
        state.threshold = threshold
    return MatMul8bitLt.apply(A, B, out, bias, state)
