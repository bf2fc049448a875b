import _vramlint


def replicate(network, devices, detach=False):
    """One of the module itself for each device (nn/parallel/replicate.py, 2.4)."""
    if len(devices) > 1:
        _vramlint.assume(f"what the first of the {len(devices)} GPUs of DataParallel holds is told; sums of gradients "
                         "that it makes at the end of backward are not counted")
    return [network] * max(len(devices), 1)
