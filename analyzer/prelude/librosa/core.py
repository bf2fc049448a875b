import _run
import _vramlint
from numpy import _dtypes
from numpy._array import made
from vramlint_data import SOUND, said


def load(path, sr=22050, mono=True, offset=0.0, duration=None, dtype=None, res_type="soxr_hq"):
    held = "float32" if dtype is None else _dtypes.name_of(dtype)
    stated = said(path, SOUND)
    if stated:
        return made(None, stated[1][-1:] if mono else stated[1], held), sr
    if not mono:
        return _vramlint.unknown("how many channels a sound file has is not known"), sr
    return made(None, (_run.some(1, "how long a sound in a file is is not known"),), held), sr


def resample(y, orig_sr=None, target_sr=None, res_type="soxr_hq", fix=True, scale=False, axis=-1, **keywords):
    if not all([_run.is_known(rate) and rate is not None for rate in (orig_sr, target_sr)]):
        length = _run.some(1, "how long a sound is at another rate is not known")
    else:  # ceil(length * target / orig)
        length = -(-y.shape[axis] * int(target_sr) // int(orig_sr))
    sizes = list(y.shape)
    sizes[axis] = length
    return made(None, tuple(sizes), y.dtype.name)


def frames_of(y, n_fft, hop_length, center=True):
    """How many windows a sound has."""
    length = y.shape[-1]
    return 1 + length // hop_length if center else 1 + (length - n_fft) // hop_length


def stft(y, n_fft=2048, hop_length=None, win_length=None, window="hann", center=True, dtype=None, pad_mode="constant",
         out=None):
    hop = hop_length or (win_length or n_fft) // 4
    kept = "complex128" if y.dtype.name == "float64" else "complex64"
    return made(None, y.shape[:-1] + (1 + n_fft // 2, frames_of(y, n_fft, hop, center)), kept)


def magphase(D, power=1):
    whole = D.dtype.name == "complex128"
    return made(None, D.shape, "float64" if whole else "float32"), made(None, D.shape, D.dtype.name)


def _like(S, *args, **options):
    return made(None, S.shape, S.dtype.name)


amplitude_to_db = power_to_db = db_to_amplitude = db_to_power = _like


def __getattr__(name):
    return _vramlint.unknown(f"librosa.core.{name} is not modelled")
