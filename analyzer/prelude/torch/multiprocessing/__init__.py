# Other processes run the same program on other GPUs, or load data: this one is what is looked at.
import _vramlint
from multiprocessing import Pool


def set_start_method(method, force=False):
    return None


def get_start_method(allow_none=False):
    return "fork"


def set_sharing_strategy(strategy):
    return None


def get_sharing_strategy():
    return "file_descriptor"


def get_all_sharing_strategies():
    return {"file_descriptor", "file_system"}


def cpu_count():
    return _vramlint.unknown("how many processors there are depends on the machine")


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    fn(0, *args)


start_processes = spawn


class Process:
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, daemon=None):
        self.target, self.args, self.kwargs = target, args, kwargs if kwargs is not None else {}

    def start(self):
        if self.target is not None:
            self.target(*self.args, **self.kwargs)

    def join(self, timeout=None):
        return None

    def is_alive(self):
        return False

    terminate = kill = close = lambda self: None


def _unknown(what):
    def make(*args, **kwargs):
        return _vramlint.unknown(what + " of processes hold what only the run puts there")
    return make


Queue = SimpleQueue = JoinableQueue = Manager = Pipe = Lock = Event = Value = Array = _unknown("queues and locks")


def get_context(method=None):
    import torch.multiprocessing
    return torch.multiprocessing
