"""mmdet 3.x, for mmcv 2.x: what other projects borrow of it to predict sets of masks."""
from mmcv._line import require_new
from vramlint_packages import require

require_new("mmdet")
__version__ = __release__ = require("mmdet")
__shared__ = True
