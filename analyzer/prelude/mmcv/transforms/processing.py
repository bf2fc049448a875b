import mmcv.transforms as _transforms


def __getattr__(name):
    return getattr(_transforms, name)
