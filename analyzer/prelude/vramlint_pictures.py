"""How large pictures in files are, where annotations say it."""
import os

import _run
import _vramlint
from vramlint_data import PICTURES, said

_sizes = {}


def _name(file):
    if _vramlint.is_known(file) and not isinstance(file, str):
        file = os.fspath(file) if hasattr(file, "__fspath__") else getattr(file, "name", None)
    if not _vramlint.is_known(file):
        return os.path.basename(_run.end(file)) or None  # in a folder that is not known
    return os.path.basename(file) if isinstance(file, str) else None


# As long as COCO's get, of which 640 is the longer edge.
WIDTH, HEIGHT = 640, 385
NAME = "000000000001"


class _Name(str):
    """Of a file that nobody has seen: nothing of it is known but its kind."""

    def endswith(self, suffix, *bounds):
        if isinstance(suffix, str) and suffix.removeprefix(".").isalnum() and len(suffix) < 6:
            return str.endswith(self, suffix, *bounds)
        return _vramlint.unknown("how files are called that are not at hand is not known")

    startswith = lambda self, *given: _vramlint.unknown("how files are called that are not at hand is not known")


def folder(path):
    """Of a data set that is not at hand: a picture, and what labels it pixel by pixel."""
    _vramlint.assume(f"what lies in `{os.path.basename(path)}` is not known: a picture of {WIDTH} x {HEIGHT}, or its label map, is "
                     "taken to")
    names = [NAME + ".jpg", NAME + ".png"]
    for name in names:
        _sizes.setdefault(name, (WIDTH, HEIGHT))
    return [_Name(name) for name in names]


def know(file_name, width, height):
    """Of every picture where the name is empty."""
    _sizes[_name(file_name)] = (width, height)


def size_of(file):
    """Width and height."""
    stated = said(file, PICTURES)
    if stated and len(stated[1]) >= 2:
        return stated[1][1], stated[1][0]
    name = _name(file)
    why = _vramlint.unknown("the size of a picture in a file is not known")
    if name in _sizes:
        return _sizes[name]
    return _sizes.get("", (why, why))  # what is said of all


def array_in(file):
    """Rows, columns and colours of a picture in a file, as `data:` or the annotations say; not known where neither does."""
    from numpy._array import made
    from numpy._sizes import some

    stated = said(file, PICTURES)
    if stated:
        return made(None, stated[1], stated[0])
    width, height = size_of(file)
    if not _run.is_size(width):
        why = "the size of a picture in a file is not known"
        width, height = some(why), some(why)
    if os.path.splitext(_run.end(file).lower())[1] not in (".jpg", ".jpeg"):
        return made(None, (height, width, some("how many channels a picture in a file has is not known", 1)), "uint8")
    _vramlint.assume("a picture of JPEG is taken to have colours")
    return made(None, (height, width, 3), "uint8")
