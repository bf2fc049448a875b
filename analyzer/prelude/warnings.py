"""Warnings go nowhere."""


_kept = []  # the lists of those who record, the innermost last


class WarningMessage:
    def __init__(self, message, category, filename="", lineno=0, file=None, line=None, source=None):
        self.message = message if isinstance(message, Warning) else category(message)
        self.category = category
        self.filename = filename
        self.lineno = lineno


def warn(message, category=None, stacklevel=1, source=None, **keywords):
    if _kept and _kept[-1] is not None:
        kind = type(message) if isinstance(message, Warning) else category or UserWarning
        _kept[-1].append(WarningMessage(message, kind))


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
        _kept.append([] if self._record else None)
        return _kept[-1]

    def __exit__(self, *details):
        _kept.pop()
