# As many processes as the recipe says train together; nothing is sent.
import _vramlint


class ReduceOp:
    SUM = "sum"
    AVG = "avg"
    MAX = "max"
    MIN = "min"
    PRODUCT = "product"


class ProcessGroup:
    pass


class group:
    WORLD = None


def is_available():
    return True


def is_initialized():
    return _vramlint.processes() > 1


def get_rank(group=None):
    return 0


def get_world_size(group=None):
    return _vramlint.processes()


def get_backend(group=None):
    return "nccl"


def _harmless(*args, **kwargs):
    return None


init_process_group = destroy_process_group = barrier = broadcast = all_reduce = reduce = _harmless


def new_group(*args, **kwargs):
    return ProcessGroup()


def all_gather(tensors, tensor, group=None, async_op=False):
    return None
