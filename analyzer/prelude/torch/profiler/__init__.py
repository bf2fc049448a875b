"""What a profiler takes of the host is none of the GPU's; its traces hold no tensors."""

from torch.autograd.profiler import record_function


class ProfilerActivity:
    CPU, CUDA, XPU, MTIA, HPU, PrivateUse1 = "CPU", "CUDA", "XPU", "MTIA", "HPU", "PrivateUse1"


class ProfilerAction:
    NONE, WARMUP, RECORD, RECORD_AND_SAVE = 0, 1, 2, 3


def schedule(*, wait, warmup, active, repeat=0, skip_first=0, **options):
    return lambda step: ProfilerAction.NONE


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    return lambda profiler: None


def supported_activities():
    return {ProfilerActivity.CPU, ProfilerActivity.CUDA}


class profile:
    def __init__(self, *args, **options):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None

    def _nothing(self, *args, **options):
        return None

    start = stop = step = export_chrome_trace = export_stacks = add_metadata = add_metadata_json = _nothing
    export_memory_timeline = _nothing
