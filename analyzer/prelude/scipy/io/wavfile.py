"""Sound: how long it is, and of how many channels, is not known."""
import _run
import _vramlint

_HELD = "what a sound file holds is not known"


def read(filename, mmap=False):
    return _run.number(_HELD), _vramlint.unknown(_HELD)


def write(filename, rate, data):
    return None
