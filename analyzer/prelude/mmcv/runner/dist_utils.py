"""One process of as many as train together; nothing is sent."""
import functools

import _vramlint


def get_dist_info():
    return 0, _vramlint.processes()


def master_only(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        return func(*args, **kwargs)

    return wrapper


def init_dist(launcher, backend="nccl", **kwargs):
    import torch.distributed
    torch.distributed.init_process_group(backend)


def allreduce_params(params, coalesce=True, bucket_size_mb=-1):
    return None


def allreduce_grads(params, coalesce=True, bucket_size_mb=-1):
    return None
