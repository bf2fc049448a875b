from mmcv._line import require_old
from vramlint_openmmlab.syncing import revert_sync_batchnorm

require_old(__name__)
