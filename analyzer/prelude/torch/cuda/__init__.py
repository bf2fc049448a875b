# One GPU, as the analysis assumes.
import _vramlint
from torch.cuda import amp


def is_available():
    return True


def device_count():
    import vramlint_follow
    if vramlint_follow.follows:
        return _vramlint.unknown("how many GPUs there are depends on the machine")
    return 1


def current_device():
    return 0


def set_device(device):
    return None


def get_device_name(device=None):
    return _vramlint.unknown("the name of the GPU is not known before the program runs")


def get_device_capability(device=None):
    return (8, 0)


def is_bf16_supported():
    return True


def is_initialized():
    return True


def _harmless(*args, **kwargs):
    return None


def empty_cache():
    _vramlint.empty_cache()


synchronize = manual_seed = manual_seed_all = reset_peak_memory_stats = init = ipc_collect = _harmless


def _measured(*args, **kwargs):
    return _vramlint.unknown("measured memory is not known before the program runs")


memory_allocated = max_memory_allocated = memory_reserved = max_memory_reserved = get_device_properties = mem_get_info = _measured
