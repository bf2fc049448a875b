"""Files of sound: how long they are is not known."""
import _run
import _vramlint
from numpy._array import made
from vramlint_data import SOUND, said

_HELD = "what a sound file holds is not known"


def read(file, frames=-1, start=0, stop=None, dtype="float64", always_2d=False, *args, **options):
    stated = said(file, SOUND)
    if stated:
        sizes = stated[1] + (1,) if always_2d and len(stated[1]) == 1 else stated[1]
        return made(None, sizes, dtype), _run.number(_HELD)
    _vramlint.assume("a sound file that is not at hand is taken to have one channel")
    length = _run.some(1, "how long a sound is depends on the data")
    return made(None, (length, 1) if always_2d else (length,), dtype), _run.number(_HELD)


def write(file, data, samplerate, *args, **options):
    return None


def info(file, verbose=False):
    return _vramlint.unknown(_HELD)
