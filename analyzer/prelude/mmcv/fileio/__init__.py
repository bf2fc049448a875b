from mmcv._line import require_old
from vramlint_openmmlab.files import *

require_old(__name__)
from vramlint_openmmlab.files import __getattr__
