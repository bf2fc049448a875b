"""Warnings go nowhere."""


def warn(message, category=None, stacklevel=1, source=None, **keywords):
    return None


def warn_explicit(*args, **keywords):
    return None


def simplefilter(action, category=Warning, lineno=0, append=False):
    return None


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    return None


def resetwarnings():
    return None


def showwarning(*args, **keywords):
    return None


def formatwarning(message, *args, **keywords):
    return str(message)


class catch_warnings:
    def __init__(self, *, record=False, **keywords):
        self._record = record

    def __enter__(self):
        return [] if self._record else None

    def __exit__(self, *details):
        return None
