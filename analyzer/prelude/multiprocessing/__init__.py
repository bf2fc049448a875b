"""What is handed to a pool runs at once, here; what else processes do depends on the run."""
import _run
from multiprocessing.pool import Pool as _Pool


class ProcessError(Exception):
    pass


class TimeoutError(ProcessError):
    pass


def Pool(processes=None, initializer=None, initargs=(), maxtasksperchild=None):
    return _Pool(processes, initializer, initargs, maxtasksperchild)


class Process:
    """What it is to do is done where it starts, if it is told all: one that waits for others' words does not train."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        self._target, self._args, self._kwargs = target, args, kwargs if kwargs is not None else {}
        self.name, self.daemon, self.exitcode = name, daemon, 0
        self.pid = _run.unknown("the number of a process depends on the run")

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        if type(self) is Process and _is_told(self._args) and _is_told(self._kwargs.values()):
            self.run()

    def join(self, timeout=None):
        return None

    def is_alive(self):
        return False

    terminate = kill = close = lambda self: None


def _is_told(given):
    for each in given:
        if not _run.is_known(each) or isinstance(each, (list, tuple)) and not _run.is_known(*each):
            return False
    return True


class _Manager:
    """What processes share, here: of the one that there is."""

    def list(self, items=()):
        return [_run.unknown("what other processes put into a list depends on the run") for _ in items]

    def dict(self, *items, **named):
        return dict(*items, **named)

    def shutdown(self):
        return None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"'SyncManager' object has no attribute {name!r}")
        return _run.unknown(f"what processes share by a {name} depends on the run")


def Manager():
    return _Manager()


def cpu_count():
    return _run.unknown("how many processors there are depends on the machine")


def set_start_method(method, force=False):
    return None


def get_start_method(allow_none=False):
    return "fork"


def get_all_start_methods():
    return ["fork", "spawn", "forkserver"]


def freeze_support():
    return None


def active_children():
    return []


class _Context:
    """The functions above, as those who ask for a way of starting get them."""

    def __getattr__(self, name):
        return globals()[name] if name in globals() else __getattr__(name)


def get_context(method=None):
    return _Context()


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'multiprocessing' has no attribute {name!r}")
    return _run.unknown(f"multiprocessing.{name} depends on the run")
