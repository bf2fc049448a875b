from mmcv._line import require_old
from vramlint_openmmlab.paths import *

require_old(__name__)
