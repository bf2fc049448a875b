# From librosa 0.10 on by keyword only, before also by place.
import numpy


def mel(sr, n_fft, n_mels=128, fmin=0.0, fmax=None, htk=False, norm="slaney", dtype=numpy.float32):
    return numpy.empty((int(n_mels), 1 + n_fft // 2), dtype)


def chroma(sr, n_fft, n_chroma=12, **options):
    return numpy.empty((int(n_chroma), 1 + n_fft // 2), options.get("dtype", numpy.float32))
