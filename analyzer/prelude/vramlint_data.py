"""What `data:` of the project file says of files that are not at hand."""
from fnmatch import fnmatchcase

import os

import _run
import _vramlint

PICTURES = (".png", ".jpg", ".jpeg", ".ppm", ".pgm", ".bmp", ".tif", ".tiff", ".webp", ".gif")
SOUND = (".wav", ".flac", ".mp3", ".ogg", ".m4a", ".aac", ".sph")
VOLUMES = (".nii", ".nii.gz", ".mha", ".mhd", ".nrrd", ".dcm", ".img", ".mgz")
ARCHIVES = (".mat", ".h5", ".hdf5", ".hdf", ".nc", ".nc4")
CHECKPOINTS = (".pt", ".pth", ".ckpt", ".tar", ".pkl")
ARRAYS = (".npy", ".npz", ".bin", ".raw", ".dat", ".txt", ".csv")


def said(file, kinds):
    """The type and the sizes of what a file holds; None where nobody says. `kinds`: suffixes of what the reader reads, for
    files of which not even the name is known."""
    found = stated(file, kinds)
    if found is None:
        _lack(file, kinds)
    return found


def stated(file, kinds):
    """The same of a file that is read whether or not anybody says it."""
    path = _path_of(file)
    fitting = [found for found in _run.stated_data() if _fits(found[0], path, kinds)]
    if len(fitting) > 1 and not _run.is_known(path):
        fitting = [found for found in fitting if _lies_there(found[0], _run.begin(path))] or fitting
    return fitting[0][1:] if fitting else None


def _lack(file, kinds, key=None):
    """Notes the pattern that would say it."""
    path = _path_of(file)
    is_text = _run.is_known(path) and isinstance(path, str)
    ending = os.path.splitext(path)[1] if is_text else _run.end(path).rpartition("*")[2]
    is_ending = ending.startswith(".")
    if (is_ending or kinds) and ending.lower() not in CHECKPOINTS:
        named = ":" + key.lstrip("/") if _run.is_known(key) and isinstance(key, str) else ""
        _run.lacks_data("*" + (ending if is_ending else kinds[0]) + named)


def suffixes_of_tensors():
    """Of what is stated, those that no other reader's files have, and no checkpoint's."""
    others = PICTURES + SOUND + VOLUMES + ARCHIVES + ARRAYS + CHECKPOINTS
    found = [os.path.splitext(pattern)[1].lower() for pattern, _, _ in _run.stated_data()]
    return tuple([suffix for suffix in found if suffix and suffix not in others])


def _path_of(file):
    if not _run.is_known(file) or isinstance(file, str):
        return file
    if hasattr(file, "read") and not hasattr(file, "name"):
        return _run.unknown("what a stream is read from has no name")
    return os.fspath(file) if hasattr(file, "__fspath__") else getattr(file, "name", "")


def unread(file):
    """What a file of arrays holds, where nobody says it."""
    return _vramlint.unknown(f"the contents of {file_of_arrays(file)} are not read")


def file_of_arrays(file):
    path = _path_of(file)
    name = path if _run.is_known(path) and isinstance(path, str) else "*" + _run.end(path).rpartition("*")[2]
    return f"the file of arrays `{name}`" if name.strip("*") else "a file of arrays"


def array_in(file, key, kinds=ARCHIVES):
    """One array of a file that holds several: as `file:key` says, else as the file; None where nobody says."""
    from numpy._array import made

    path = _path_of(file)
    for pattern, name, sizes in _run.stated_data():
        of_file, _, of_array = pattern.rpartition(":")
        is_named = of_file and _run.is_known(key) and isinstance(key, str) and fnmatchcase(key, of_array.lstrip("/"))
        if is_named and _fits(of_file, path, kinds):
            return made(None, sizes, name)
    whole = stated(file, kinds)
    if whole is None:
        _lack(file, kinds, key)
    return made(None, whole[1], whole[0]) if whole else None


def names_arrays_of(file, kinds=()):
    """Some pattern is `file:key`. `kinds`: as for `said`."""
    return any([_fits(pattern.rpartition(":")[0], file, kinds) for pattern, _, _ in _run.stated_data() if ":" in pattern])


def _fits(pattern, path, kinds):
    if _run.is_known(path):
        path = os.path.normpath(path) if isinstance(path, str) else ""
        return fnmatchcase(path, os.path.normpath(pattern)) or fnmatchcase(path, "*/" + os.path.normpath(pattern))
    end = _run.end(path).rpartition("*")[2]
    tail = _tail(pattern)
    if end:
        return end.endswith(tail) or tail.endswith(end)
    return pattern.lower().endswith(kinds) or tail == "" and _is_only_open(pattern)


def _lies_there(pattern, begin):
    """The folder that a pattern names is that in which a name begins: `labels/*.npy` of `data/labels/` and what is not
    known."""
    folder = os.path.normpath(begin[:begin.rfind("/") + 1] or ".").split("/")
    asked = os.path.normpath(pattern)
    asked = asked[:min([asked.find(letter) if letter in asked else len(asked) for letter in "*?["])].split("/")[:-1]
    return any([folder[at:at + len(asked)] == asked[:len(folder) - at] for at in range(len(folder))])


def _tail(pattern):
    return pattern[max([pattern.rfind(letter) for letter in "*?]"]) + 1:]


def _is_only_open(pattern):
    # `data/labels/*` beside `data/pictures/*`: which of them a name is that nobody knows is not known either.
    return all([other == pattern or _tail(other) != "" for other, _, _ in _run.stated_data()])
