"""What is asked about paths, beside the names that are given natively."""

import _run

curdir = "."
pardir = ".."
extsep = "."
pathsep = ":"
altsep = None
defpath = "/bin:/usr/bin"
devnull = "/dev/null"
supports_unicode_filenames = False


def commonprefix(m):
    if not m:
        return ""
    least, most = min(m), max(m)
    for place, item in enumerate(least):
        if item != most[place]:
            return least[:place]
    return least


def splitdrive(p):
    return "", p


def ismount(path):
    return path == "/"


def getatime(filename):
    return _run.unknown("os.path.getatime depends on the run")


def samestat(s1, s2):
    return _run.unknown("os.path.samestat depends on the run")
