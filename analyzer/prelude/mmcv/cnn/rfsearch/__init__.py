import _vramlint
from vramlint_openmmlab.homes import Inert


class Conv2dRFSearchOp:
    def __init__(self, *args, **options):
        _vramlint.unsupported("the search for receptive fields (Conv2dRFSearchOp) is not modelled")


class RFSearchHook(Inert):
    pass
