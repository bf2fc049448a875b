"""mmcls 0.25, for mmcv 1.x: the backbones that other projects borrow."""
from mmcv._line import require_old

require_old("mmcls")
__version__ = "0.25.0"
__shared__ = True
