"""functional.py: weights packed in blocks, each with a scale; the scales may be packed likewise."""
import torch

NESTED_BLOCK = 256


class QuantState:
    """Scales of a packed weight, and what it was before."""

    def __init__(self, absmax, shape=None, code=None, blocksize=None, quant_type=None, dtype=None, offset=None, state2=None):
        self.absmax, self.shape, self.code, self.dtype = absmax, shape, code, dtype
        self.blocksize, self.quant_type, self.offset, self.state2 = blocksize, quant_type, offset, state2
        self.nested = state2 is not None

    def tensors(self):
        """By name; those of the nested state begin with `nested_`."""
        found = {"absmax": self.absmax, "quant_map": self.code}
        if self.nested:
            found.update(offset=self.offset, nested_absmax=self.state2.absmax, nested_quant_map=self.state2.code)
        return found

    def take(self, tensors):
        """The same, where they lie now."""
        self.absmax, self.code = tensors["absmax"], tensors["quant_map"]
        if self.nested:
            self.offset, self.state2.absmax, self.state2.code = (tensors[name] for name in ("offset", "nested_absmax", "nested_quant_map"))


def _blocks(count, size):
    return -(-count // size)


def packed_state(shape, dtype, blocksize, quant_type, is_nested):
    """The scales that quantize_4bit leaves: one a block; nested, a byte a block, and one for 256 of these."""
    blocks = _blocks(shape[0] * shape[1], blocksize)
    code = torch.empty(16)
    if not is_nested:
        return QuantState(torch.empty(blocks), shape, code, blocksize, quant_type, dtype)
    second = QuantState(torch.empty(_blocks(blocks, NESTED_BLOCK)), code=torch.empty(256), blocksize=NESTED_BLOCK)
    scales = torch.empty(blocks, dtype=torch.uint8)
    return QuantState(scales, shape, code, blocksize, quant_type, dtype, torch.empty(()), second)


def quantize_4bit(A, absmax=None, out=None, blocksize=None, compress_statistics=False, quant_type="fp4",
                  quant_storage=torch.uint8):
    state = packed_state(tuple(A.shape), A.dtype, blocksize or 64, quant_type, compress_statistics)
    state.take({name: tensor.to(A.device) for name, tensor in state.tensors().items()})
    return torch.empty((packed_size(A.numel(), quant_storage), 1), dtype=quant_storage, device=A.device), state


def quantize_nf4(A, absmax=None, out=None, blocksize=None, compress_statistics=False, quant_storage=torch.uint8):
    return quantize_4bit(A, absmax, out, blocksize, compress_statistics, "nf4", quant_storage)


def quantize_fp4(A, absmax=None, out=None, blocksize=None, compress_statistics=False, quant_storage=torch.uint8):
    return quantize_4bit(A, absmax, out, blocksize, compress_statistics, "fp4", quant_storage)


def packed_size(count, storage):
    return (count + 1) // 2 // torch.empty(0, dtype=storage).element_size()


def _touch(*tensors):
    for tensor in tensors:
        tensor.view(-1)


def dequantize_4bit(A, quant_state=None, absmax=None, out=None, blocksize=None, quant_type="fp4"):
    """Nested scales are made whole first; then one kernel writes the weight."""
    scales = quant_state.absmax
    if quant_state.nested:
        _touch(scales, quant_state.state2.absmax, quant_state.state2.code)
        scales = torch.empty(scales.shape, dtype=torch.float32, device=A.device)
        scales += quant_state.offset
    _touch(A, scales)
    return torch.empty(quant_state.shape, dtype=quant_state.dtype, device=A.device)


dequantize_nf4 = dequantize_fp4 = dequantize_4bit


def int8_vectorwise_quant(A, threshold=0.0):
    """A scale a row; columns with outliers, which the data decide, are taken to be none."""
    scales = torch.empty(A.numel() // A.shape[-1], dtype=torch.float32, device=A.device)
    rows = torch.empty(A.shape, dtype=torch.int8, device=A.device)
    if threshold > 0.0:
        A.abs() >= threshold
    _touch(A)
    return rows, scales, torch.empty(0, dtype=torch.int64, device=A.device) if threshold > 0.0 else None


def int8_vectorwise_dequant(A, stats):
    return A * stats.view(-1, 1) * (1.0 / 127.0)


def int8_linear_matmul(A, B, out=None, dtype=torch.int32):
    _touch(A, B)
    return torch.empty((*A.shape[:-1], B.shape[0]), dtype=torch.int32, device=A.device)


def int8_mm_dequant(A, row_stats, col_stats, out=None, bias=None):
    """A kernel of half precision; a bias of another type is added after it."""
    _touch(A, row_stats, col_stats)
    made = torch.empty(A.shape, dtype=torch.float16, device=A.device)
    return made if bias is None else made.add_(bias)


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'bitsandbytes.functional' has no attribute '{name}'")
    import _vramlint
    return _vramlint.unknown(f"`bitsandbytes.functional.{name}` is not described")
