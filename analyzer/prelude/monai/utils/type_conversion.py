import torch


def convert_to_tensor(data, dtype=None, device=None, wrap_sequence=False, track_meta=False, safe=False):
    return torch.as_tensor(data, dtype=dtype, device=device)


def convert_data_type(data, output_type=None, device=None, dtype=None, wrap_sequence=False, safe=False):
    converted = convert_to_tensor(data, dtype=dtype, device=device)
    return converted, type(data), getattr(data, "device", None)


def convert_to_dst_type(src, dst, dtype=None, wrap_sequence=False, device=None, safe=False):
    return convert_data_type(src, dtype=dtype or dst.dtype, device=device or dst.device)
