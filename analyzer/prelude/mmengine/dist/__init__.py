"""One process of as many as train together; nothing is sent."""
import functools

import _vramlint


def get_dist_info(group=None):
    return 0, _vramlint.processes()


def get_rank(group=None):
    return 0


def get_world_size(group=None):
    return _vramlint.processes()


def get_local_rank():
    return 0


def get_local_size():
    return _vramlint.processes()


def get_backend(group=None):
    return "nccl"


def is_distributed():
    return _vramlint.processes() > 1


def is_main_process(group=None):
    return True


def master_only(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        return func(*args, **kwargs)

    return wrapper


def infer_launcher():
    return "pytorch" if is_distributed() else "none"


def get_default_group():
    return None


def get_local_group():
    return None


def get_data_device(data):
    import torch
    return data.device if isinstance(data, torch.Tensor) else torch.device("cuda")


def get_comm_device(group=None):
    import torch
    return torch.device("cuda")


def cast_data_device(data, device, out=None):
    from vramlint_openmmlab.checks import apply_to
    return apply_to(data, lambda each: hasattr(each, "to"), lambda each: each.to(device))


def _nothing(*args, **kwargs):
    return None


def init_dist(launcher, backend="nccl", **kwargs):
    import torch.distributed
    torch.distributed.init_process_group(backend)


def all_reduce(data, op="sum", group=None):
    import torch.distributed
    torch.distributed.all_reduce(data)


def broadcast(data, src=0, group=None):
    import torch.distributed
    torch.distributed.broadcast(data)


init_local_group = barrier = all_reduce_dict = all_reduce_params = _nothing
broadcast_object_list = _nothing


def all_gather(data, group=None):
    return [data] * _vramlint.processes()


gather = all_gather_object = gather_object = all_gather


def sync_random_seed(group=None):
    return 0


def collect_results(results, size, device="cpu", tmpdir=None):
    return results[:size]


def collect_results_cpu(results, size, tmpdir=None):
    return results[:size]


collect_results_gpu = collect_results_cpu
