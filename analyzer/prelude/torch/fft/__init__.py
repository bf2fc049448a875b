# Transforms are operators; what differs is how names and defaults are written.
import _vramlint


def fftfreq(n, d=1.0, dtype=None, device=None):
    return _vramlint.op("empty", (n,), dtype=dtype, device=device)


def rfftfreq(n, d=1.0, dtype=None, device=None):
    return _vramlint.op("empty", (n // 2 + 1,), dtype=dtype, device=device)
