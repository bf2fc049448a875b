from mmcv._line import require_old
from mmcv.utils.registry import Registry
from vramlint_openmmlab.weights import *
from vramlint_openmmlab.weights import INITS as _names

require_old(__name__)
INITIALIZERS = Registry("initializer", scope="mmcv")
INITIALIZERS.later({name[:-4]: f"vramlint_openmmlab.weights:{name}" for name in _names.split()
                    if name.endswith("Init") and name != "BaseInit"})
