"""Files of sound: how long they are and how many channels they have is not known."""
import _run
import _vramlint

_HELD = "what a sound file holds is not known"


def read(file, *args, **options):
    return _vramlint.unknown(_HELD), _run.number(_HELD)


def write(file, data, samplerate, *args, **options):
    return None


def info(file, verbose=False):
    return _vramlint.unknown(_HELD)
