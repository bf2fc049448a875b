# Windows: as many numbers as are asked for.
from numpy._array import made

__all__ = ["hann", "hamming", "blackman", "blackmanharris", "nuttall", "flattop", "bartlett", "barthann", "bohman", "boxcar",
           "cosine", "gaussian", "general_gaussian", "general_hamming", "kaiser", "parzen", "triang", "tukey", "chebwin"]


def _window(M, *args, sym=True, **options):
    return made(None, (M,), "float64")


hann = hamming = blackman = blackmanharris = nuttall = flattop = bartlett = barthann = bohman = boxcar = cosine = _window
gaussian = general_gaussian = general_hamming = kaiser = parzen = triang = tukey = chebwin = _window


def get_window(window, Nx, fftbins=True):
    return made(None, (Nx,), "float64")
