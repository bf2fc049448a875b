import mmengine.optim.scheduler as _scheduler
from mmengine.optim.scheduler import _ParamScheduler


def __getattr__(name):
    return getattr(_scheduler, name)
