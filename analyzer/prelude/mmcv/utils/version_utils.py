from mmcv._line import require_old
from vramlint_openmmlab.versions import digit_version, get_git_hash

require_old(__name__)
