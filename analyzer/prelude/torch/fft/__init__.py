# Transforms are operators; here is what surrounds them.
import _vramlint

_op = _vramlint.op


def fftfreq(n, d=1.0, dtype=None, device=None, requires_grad=False):
    return _op("empty", (n,), dtype=dtype, device=device)


def rfftfreq(n, d=1.0, dtype=None, device=None, requires_grad=False):
    return _op("empty", (n // 2 + 1,), dtype=dtype, device=device)


def _shifted(input, dim, halved):
    dims = list(range(input.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    return input.roll([halved(input.size(i)) for i in dims], dims)


def fftshift(input, dim=None):
    return _shifted(input, dim, lambda size: size // 2)


def ifftshift(input, dim=None):
    return _shifted(input, dim, lambda size: (size + 1) // 2)


def hfft(input, n=None, dim=-1, norm=None):
    return _op("torch.fft.irfft", input.conj(), n, dim, norm)


def ihfft(input, n=None, dim=-1, norm=None):
    return _op("torch.fft.rfft", input, n, dim, norm).conj()
