"""Files by patterns of the shell, in folders that are known; by name, where the system has no order."""

import os
from fnmatch import fnmatchcase

import _run


def has_magic(pathname):
    return any(letter in pathname for letter in "*?[")


def escape(pathname):
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in pathname)


def _below(folder, hidden):
    """What `**` stands for: the folder itself, as "", and all that is in it."""
    found = [""]
    for name in os.listdir(folder or "."):
        if hidden or not name.startswith("."):
            inner = os.path.join(folder, name)
            rest = _below(inner, hidden) if os.path.isdir(inner) else [""]
            found.extend(os.path.join(name, one) if one else name for one in rest)
    return found


def _is_data(pattern):
    """Files that are brought or made before the program runs: no text of its own, and no checkpoint of a run before."""
    end = os.path.splitext(pattern)[1]
    return end in (".bin", ".npy", ".npz", ".h5", ".hdf5", ".parquet", ".csv", ".tsv", ".jsonl", ".arrow", ".tfrecord", ".tar",
                   ".mat", ".nii", ".wav", ".flac", ".mp3", ".mp4", ".avi", ".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp",
                   ".JPEG", ".gz")


def _matching(folder, pattern, recursive, hidden):
    if not has_magic(pattern):
        return [pattern] if not pattern or os.path.lexists(os.path.join(folder, pattern)) else []
    if not os.path.isdir(folder or "."):
        return _run.unknown(f"what lies in {folder} is not known")
    if recursive and pattern == "**":
        return _below(folder, hidden)
    shown = hidden or pattern.startswith(".")
    return [name for name in os.listdir(folder or ".")
            if (shown or not name.startswith(".")) and fnmatchcase(name, pattern)]


def _found(pathname, recursive, hidden):
    if not has_magic(pathname):
        return [pathname] if os.path.lexists(pathname) else []
    head, tail = os.path.split(pathname)
    folders = [head]
    if has_magic(head):
        folders = [folder for folder in _found(head, recursive, hidden) if os.path.isdir(folder or ".")]
    return [os.path.join(folder, name) for folder in folders for name in _matching(folder, tail, recursive, hidden)]


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    pattern = os.fspath(pathname)
    if not _run.is_known(pattern):
        return _run.matching(pattern, pattern)
    root = "" if root_dir is None else os.path.join(os.fspath(root_dir), "")
    found = _found(escape(root) + pattern, recursive, include_hidden)
    if not found and _is_data(pattern):
        found = _run.unknown(f"what lies in {os.path.dirname(pattern) or '.'} is not known")
    if not _run.is_known(found):
        return _run.matching(pattern, found)
    return [one[len(root):] for one in found if one != root]


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return iter(glob(pathname, root_dir=root_dir, recursive=recursive, include_hidden=include_hidden))
