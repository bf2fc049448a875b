"""What `data:` of the project file says of files that are not at hand."""
from fnmatch import fnmatchcase

import os

import _run

PICTURES = (".png", ".jpg", ".jpeg", ".ppm", ".pgm", ".bmp", ".tif", ".tiff", ".webp", ".gif")
SOUND = (".wav", ".flac", ".mp3", ".ogg", ".m4a", ".aac", ".sph")
VOLUMES = (".nii", ".nii.gz", ".mha", ".mhd", ".nrrd", ".dcm", ".img", ".mgz")
ARRAYS = (".npy", ".npz", ".bin", ".raw", ".dat", ".txt", ".csv")


def said(file, kinds):
    """The type and the sizes of what a file holds; None where nobody says. `kinds`: suffixes of what the reader reads, for
    files of which not even the name is known."""
    if not _run.is_known(file) or isinstance(file, str):
        path = file
    elif hasattr(file, "__fspath__"):
        path = os.fspath(file)
    else:
        path = getattr(file, "name", "")
    for pattern, name, sizes in _run.stated_data():
        if _fits(pattern, path, kinds):
            return name, sizes
    return None


def _fits(pattern, path, kinds):
    if _run.is_known(path):
        path = os.path.normpath(path) if isinstance(path, str) else ""
        return fnmatchcase(path, os.path.normpath(pattern)) or fnmatchcase(path, "*/" + os.path.normpath(pattern))
    end = _run.end(path)
    tail = pattern[max([pattern.rfind(letter) for letter in "*?]"]) + 1:]
    if end:
        return end.endswith(tail) or tail.endswith(end)
    return pattern.lower().endswith(kinds)
