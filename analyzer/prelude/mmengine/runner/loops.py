"""Loops: named and inherited from; the step itself is what is run here."""
from vramlint_openmmlab.homes import Inert


class BaseLoop(Inert):
    pass


class EpochBasedTrainLoop(BaseLoop):
    pass


class IterBasedTrainLoop(BaseLoop):
    pass


class ValLoop(BaseLoop):
    pass


class TestLoop(BaseLoop):
    pass
