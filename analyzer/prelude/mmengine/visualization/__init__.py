from mmengine.utils.manager import ManagerMixin
from vramlint_openmmlab.homes import Inert, stand_ins


class Visualizer(ManagerMixin, Inert):
    def __init__(self, name="visualizer", *args, **options):
        ManagerMixin.__init__(self, name)


__all__, __getattr__ = stand_ins(
    __name__, "BaseVisBackend LocalVisBackend WandbVisBackend TensorboardVisBackend MLflowVisBackend ClearMLVisBackend "
              "NeptuneVisBackend DVCLiveVisBackend AimVisBackend", Inert)
