"""Sound: how long it is is not known (scipy/io/wavfile.py)."""
import _run
import _vramlint
from numpy._array import made
from vramlint_data import SOUND, said

_HELD = "what a sound file holds is not known"


def read(filename, mmap=False):
    stated = said(filename, SOUND)
    if stated:
        return _run.number(_HELD), made(None, stated[1], stated[0])
    _vramlint.assume("a sound file that is not at hand is taken to have one channel of 16 bits")
    return _run.number(_HELD), made(None, (_run.some(1, "how long a sound is depends on the data"),), "int16")


def write(filename, rate, data):
    return None
