# As many processes as the recipe says train together; nothing is sent.
import _vramlint


class ReduceOp:
    SUM = "sum"
    AVG = "avg"
    MAX = "max"
    MIN = "min"
    PRODUCT = "product"
    BAND, BOR, BXOR, PREMUL_SUM = "band", "bor", "bxor", "premul_sum"
    RedOpType = str


class Backend(str):
    UNDEFINED = "undefined"
    GLOO = "gloo"
    NCCL = "nccl"
    MPI = "mpi"
    UCC = "ucc"
    default_device_backend_map = {"cpu": GLOO, "cuda": NCCL, "xpu": "xccl", "mps": GLOO}

    def __new__(cls, name):
        return str.__new__(cls, name.lower())


class ProcessGroup:
    pass


class GroupMember:
    WORLD = None
    NON_GROUP_MEMBER = None


class Work:
    def wait(self, timeout=None):
        return True

    def is_completed(self):
        return True


class group:
    WORLD = None


def is_available():
    return True


is_nccl_available = is_gloo_available = is_available


def is_torchelastic_launched():
    import os
    return os.environ.get("TORCHELASTIC_RUN_ID") is not None


_started = False
# What DistributedDataParallel was told, which makes buckets for the gradients, and what fully_shard was given.
_buckets = None
_sharded = ()


def is_initialized():
    return _started or _vramlint.processes() > 1


def _check_started():
    # Only a whole program shows whether it starts a group: torch/distributed/distributed_c10d.py, 2.4.
    import vramlint_follow
    if vramlint_follow.follows and not is_initialized():
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")


def get_rank(group=None):
    return 0


def get_world_size(group=None):
    return _vramlint.processes()


def get_backend(group=None):
    return "nccl"


def _harmless(*args, **kwargs):
    return None


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, *args, **kwargs):
    global _started
    _started = True
    if _vramlint.is_known(world_size):
        _vramlint.set_processes(world_size if world_size > 0 else _launched())


def _launched():
    # How many processes the environment speaks of: torch/distributed/rendezvous.py, _env_rendezvous_handler (2.4).
    import os
    said = os.environ["WORLD_SIZE"] if "WORLD_SIZE" in list(os.environ) else ""
    if _vramlint.is_known(said) and said.isdigit():
        return int(said)
    gpus = _vramlint.gpus()
    if gpus is None or gpus < 2:
        return 1
    _vramlint.assume(f"one process for each of the {gpus} GPUs is taken to be launched: nothing says WORLD_SIZE")
    return gpus


def _receive(received):
    if not _vramlint.is_known(received):
        return
    if isinstance(received, (list, tuple)):
        for each in received:
            _receive(each)
    else:
        _vramlint.received(received)


def _sent(*args, async_op=False, **kwargs):
    if _vramlint.processes() > 1:
        _receive(args)
        _receive(list(kwargs.values()))
    return Work() if async_op else None


destroy_process_group = monitored_barrier = _harmless
barrier = broadcast = all_reduce = reduce = scatter = gather = reduce_scatter = all_to_all = _sent
all_gather_into_tensor = reduce_scatter_tensor = all_to_all_single = send = recv = _sent


def isend(*args, **kwargs):
    return Work()


irecv = isend


def new_group(*args, **kwargs):
    return ProcessGroup()


def all_gather(tensors, tensor, group=None, async_op=False):
    _receive(tensors)
    return Work() if async_op else None


def _likewise(places, sent):
    """What the others send is like what this one sends."""
    import copy

    places[:] = [copy.deepcopy(sent) for _ in places]


def all_gather_object(object_list, obj, group=None):
    _likewise(object_list, obj)


def gather_object(obj, object_gather_list=None, dst=0, group=None):
    if object_gather_list is not None:
        _likewise(object_gather_list, obj)


def scatter_object_list(scatter_object_output_list, scatter_object_input_list, src=0, group=None):
    scatter_object_output_list[0] = scatter_object_input_list[0]


broadcast_object_list = _harmless
