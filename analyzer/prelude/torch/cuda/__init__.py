# One GPU, as the analysis assumes.
import _vramlint
from torch._tensor import _TYPE_NAMES, typed_tensor as _typed_tensor
from torch.cuda import amp, nvtx
from torch.cuda._streams import (Event, Stream, StreamContext, current_stream, default_stream, device, device_of,
                                 set_stream, stream)


def is_available():
    return True


def _follows():
    import vramlint_follow
    return vramlint_follow.follows


def _trains():
    import vramlint_follow
    return vramlint_follow.most_batches > 0


def _named():
    # How many GPUs the program, or who starts it, lets it see.
    import os
    said = os.environ["CUDA_VISIBLE_DEVICES"] if "CUDA_VISIBLE_DEVICES" in list(os.environ) else ""
    if not _vramlint.is_known(said):
        return 0
    return len([one for one in said.split(",") if one.strip() and not one.strip().startswith("-")])


def device_count():
    if not _follows():
        return 1
    count = _vramlint.gpus()
    named = _named()
    if named > 1 and count is None:
        _vramlint.assume(f"CUDA_VISIBLE_DEVICES names {named} GPUs: as many are taken to be there")
    if named:
        return named if count is None else min(named, count)
    if count is None and _trains():
        _vramlint.assume("one GPU is taken to be there; --gpus 8 says otherwise")
        return 1
    return _vramlint.unknown("how many GPUs there are depends on the machine") if count is None else count


def current_device():
    if not _follows():
        return 0
    from torch.cuda import _places
    index = _places.current()
    return _vramlint.unknown("which GPU is the current one is not known") if index is None else index


def set_device(device):
    if _follows():
        from torch.cuda import _places
        _places.make_current(device)


def get_device_name(device=None):
    return _vramlint.unknown("the name of the GPU is not known before the program runs")


def get_device_capability(device=None):
    return (8, 0)


def is_bf16_supported():
    return True


def is_initialized():
    return True


def is_current_stream_capturing():
    return False


def _harmless(*args, **kwargs):
    return None


def empty_cache():
    _vramlint.empty_cache()


synchronize = manual_seed = manual_seed_all = reset_peak_memory_stats = init = ipc_collect = _harmless
seed = seed_all = set_rng_state = set_rng_state_all = set_per_process_memory_fraction = _harmless
reset_max_memory_allocated = reset_max_memory_cached = reset_accumulated_memory_stats = _harmless


class OutOfMemoryError(RuntimeError):
    pass


def get_rng_state(device="cuda"):
    return _vramlint.unknown("the state of the random numbers is not modelled")


get_rng_state_all = initial_seed = get_rng_state


def _measured(*args, **kwargs):
    return _vramlint.unknown("measured memory is not known before the program runs")


class _CudaDeviceProperties:
    major, minor = 8, 0  # as get_device_capability says

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _vramlint.unknown(f"what `{name}` of the device is depends on the machine")


def get_device_properties(device=None):
    return _CudaDeviceProperties()


memory_allocated = max_memory_allocated = memory_reserved = max_memory_reserved = mem_get_info = _measured
memory_stats = memory_summary = memory_snapshot = memory_cached = max_memory_cached = utilization = _measured


def __getattr__(name):
    if name == "comm":
        import importlib
        return importlib.import_module("torch.cuda.comm")
    if name in _TYPE_NAMES:
        return _typed_tensor(name, "cuda")
    if name.startswith("_"):
        raise AttributeError(f"module 'torch.cuda' has no attribute '{name}'")
    return _vramlint.unknown(f"torch.cuda.{name} is not modelled")
