import torch


def autocast(device_type=None, dtype=None, enabled=True, cache_enabled=None):
    if cache_enabled is None:
        cache_enabled = torch.is_autocast_cache_enabled()
    device_type = "cuda" if device_type is None else device_type
    if device_type == "cuda" and dtype is None:
        dtype = torch.get_autocast_gpu_dtype()
    return torch.autocast(device_type=device_type, enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)
