import _vramlint


class MLUDataParallel:
    def __init__(self, *args, **options):
        _vramlint.unsupported("training on this device is not modelled")


class MLUDistributedDataParallel(MLUDataParallel):
    pass
