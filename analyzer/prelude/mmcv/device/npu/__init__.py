import _vramlint


class NPUDataParallel:
    def __init__(self, *args, **options):
        _vramlint.unsupported("training on this device is not modelled")


class NPUDistributedDataParallel(NPUDataParallel):
    pass
