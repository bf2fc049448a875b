"""One GPU, as the analysis assumes."""

import torch


def is_available():
    return True


def current_accelerator(check_available=False):
    return torch.device("cuda")


def device_count():
    return torch.cuda.device_count()


def current_device_index():
    return torch.cuda.current_device()


def _harmless(*args, **options):
    return None


synchronize = set_device_index = set_device_idx = set_stream = reset_peak_memory_stats = _harmless


def empty_cache():
    torch.cuda.empty_cache()
