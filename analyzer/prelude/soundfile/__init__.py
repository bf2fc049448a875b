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
    else:
        _vramlint.assume("a sound file that is not at hand is taken to have one channel")
        length = _run.some(1, "how long a sound is depends on the data")
        sizes = (length, 1) if always_2d else (length,)
    return _part(made(None, sizes, dtype), frames, start, stop), _run.number(_HELD)


def _part(samples, frames, start, stop):
    """soundfile.py 0.12, _prepare_read: `stop` where no `frames` are asked for."""
    if _vramlint.is_known(frames) and frames < 0:
        is_whole = stop is None and _vramlint.is_known(start) and start == 0
        return samples if is_whole else samples[start:stop]
    return samples[start:start + frames]


def write(file, data, samplerate, *args, **options):
    return None


def info(file, verbose=False):
    return _vramlint.unknown(_HELD)
