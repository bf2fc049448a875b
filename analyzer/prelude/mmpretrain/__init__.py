"""mmpretrain 1.2, for mmcv 2.x: the backbones that other projects borrow."""
from mmcv._line import require_new

require_new("mmpretrain")
__version__ = "1.2.0"
__shared__ = True
