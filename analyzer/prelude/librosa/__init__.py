"""Sound: what is read from files is not known, filter banks have the sizes that they are asked for."""
import _run
import _vramlint
from librosa import filters, util
from numpy import _dtypes
from numpy._array import made
from vramlint_data import SOUND, said


def load(path, *, sr=22050, mono=True, offset=0.0, duration=None, dtype=None, res_type="soxr_hq"):
    stated = said(path, SOUND)
    if stated:
        sizes = stated[1][-1:] if mono else stated[1]
        return made(None, sizes, "float32" if dtype is None else _dtypes.name_of(dtype)), sr
    if not mono:
        return _vramlint.unknown("how many channels a sound file has is not known"), sr
    return made(None, (_run.some(1, "how long a sound in a file is is not known"),), "float32" if dtype is None else _dtypes.name_of(dtype)), sr


def __getattr__(name):
    return _vramlint.unknown(f"librosa.{name} is not modelled")
