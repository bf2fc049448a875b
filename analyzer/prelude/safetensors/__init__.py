"""What files of weights hold is not known."""

import _run


class SafetensorError(Exception):
    pass


def safe_open(filename, framework="pt", device="cpu"):
    return _run.unknown("what a file of weights holds depends on the run")
